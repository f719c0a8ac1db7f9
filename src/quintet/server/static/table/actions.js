// Actions at a table: take back, hint, values, draw, resign, copy.
import { showAgreements } from "./agreements.js";
import { say } from "../lib/language.js";
import { analysisLink } from "../lib/analysis_link.js";
import { copy } from "../lib/clipboard.js";
import { goOnceLeft, leaveFor, whatFollows } from "./leaving.js";
import { showQuestions } from "./questions.js";
import { addressForOthers } from "./share.js";

/** @typedef {import("../lib/types.js").PresentView} View */
/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("./values.js").Values} Values */
/** @typedef {import("./moves.js").MoveList} MoveList */
/**
 * @typedef {object} Table
 * @property {View} view
 * @property {Live} live
 * @property {Values} values
 * @property {MoveList} moves
 * @property {string} shownPosition
 * @property {() => void} update
 */

/** @type {Record<string, (table: Table, button: HTMLButtonElement) => void>} */
const ACTIONS = {
  take_back: ({ live }) => live.send({ do: "ask", what: "take_back" }),
  draw: () => dialog("draw")?.showModal(),
  draw_now: ({ live }) => {
    dialog("draw")?.close();
    live.send({ do: "ask", what: "draw" });
  },
  hint: ({ live }) => live.send({ do: "hint" }),
  rematch: ({ live }) => live.send({ do: "rematch" }),
  pause: ({ live }) => live.send({ do: "ask", what: "pause" }),
  resume: ({ live }) => live.send({ do: "ask", what: "resume" }),
  return: ({ live }) => live.send({ do: "return" }),
  leave: ({ view }) => {
    const asked = dialog("leave");
    const said = asked?.querySelector("p");
    if (said) said.textContent = whatFollows(view);
    asked?.showModal();
  },
  leave_now: ({ live, view }) => {
    dialog("leave")?.close();
    leaveFor(view);
    live.send({ do: "leave" });
  },
  stand_in: ({ live }, button) => live.send({ do: "ask", what: "stand_in", seat_of: Number(button.dataset.seat) }),
  renew: ({ live }, button) => live.send({ do: "renew", seat: Number(button.dataset.seat) }),
  copy_return: ({ view }) => {
    const link = view.return_links[0];
    if (link) copy(addressForOthers(link.url), say("Private link copied. Keep it to yourself."));
  },
  values: (table) => {
    const on = !table.values.on;
    for (const button of document.querySelectorAll("button[data-do='values']")) {
      button.setAttribute("aria-pressed", String(on));
    }
    table.values.turn(on);
    table.update();
  },
  resign: () => dialog("resign")?.showModal(),
  resign_now: ({ live }) => {
    dialog("resign")?.close();
    live.send({ do: "resign" });
  },
  agreements: ({ view }) => {
    showAgreements(view);
    dialog("agreements")?.showModal();
  },
  close: (_, button) => button.closest("dialog")?.close(),
  copy_position: ({ shownPosition }) => copy(shownPosition, say("Position copied.")),
  copy_link: () => copy(addressForOthers(location.pathname), say("Link copied.")),
  copy_record: async ({ view }) => {
    const answer = await fetch(view.record_url);
    copy(await answer.text(), say("Game record copied."));
  },
};

/** @param {string} id @returns {HTMLDialogElement | null} */
function dialog(id) {
  const found = document.getElementById(id);
  return found instanceof HTMLDialogElement ? found : null;
}

/** @param {Table} table */
export function bindActions(table) {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-do]") : null;
    if (button instanceof HTMLButtonElement) ACTIONS[button.dataset.do || ""]?.(table, button);
  });
}

export const ask = {
  /** Shows what is allowed now, and what others ask. @param {Table} table */
  show({ view, live, moves, shownPosition }) {
    for (const button of document.querySelectorAll("button[data-allowed]")) {
      if (!(button instanceof HTMLButtonElement)) continue;
      const name = /** @type {keyof import("../lib/types.js").Allowed} */ (button.dataset.allowed);
      const may = Boolean(view.allowed[name]);
      // Rare actions are hidden until they are possible.
      const { shown = "running" } = button.dataset;
      button.hidden = shown === "allowed" ? !may : (shown === "over") !== (view.phase === "over");
      if (name === "draw" && !view.draws) button.hidden = true;
      button.disabled = !may;
    }
    const panel = document.querySelector(".doing-panel");
    const plays = view.seats.some(({ here }) => here) || view.allowed.values;
    panel?.toggleAttribute("hidden", !plays || view.phase === "open");
    const edit = document.getElementById("edit");
    if (edit instanceof HTMLAnchorElement) {
      edit.search = String(new URLSearchParams({ ...view.options, position: shownPosition }));
    }
    linkToAnalysis(view, moves, shownPosition);
    showQuestions(view, live);
    goOnceLeft(view);
  },
};

/**
 * Leads to the analysis board: not while the engine would help somebody against others.
 * @param {View} view @param {MoveList} moves @param {string} position that is shown
 */
function linkToAnalysis({ game, options, phase, start, allowed }, moves, position) {
  const link = document.getElementById("analyse");
  if (!(link instanceof HTMLAnchorElement)) return;
  link.hidden = phase !== "over" && !allowed.values;
  const words = moves.plies.map(({ word }) => word);
  link.href = moves.first === 1
    ? analysisLink({ game, options, position: start, words, at: moves.shown })
    : analysisLink({ game, options, position }); // the first plies have not arrived
}
