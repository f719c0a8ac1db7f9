// The buttons and fields beside an analysis board.
import { analysisLink } from "../lib/analysis_link.js";
import { copy } from "../lib/clipboard.js";
import { open } from "../lib/dialog.js";
import { say } from "../lib/language.js";
import { choose, settings } from "../lib/settings.js";
import { addressForOthers } from "../table/share.js";
import { bindImport, copyRecord, downloadRecord } from "./exchange.js";
import { bindStudy } from "./study.js";
import { writeShapes } from "./tree_text.js";

/** @typedef {import("./analysis.js").Page} Page */

/** @type {Record<string, (page: Page) => void>} */
const ACTIONS = {
  engine: (page) => page.turnEngine(!page.engineIsOn),
  longer: (page) => page.searchLonger(),
  undo: (page) => {
    if (page.history.undo()) void page.reopen();
  },
  promote: (page) => {
    page.history.note();
    page.tree.promote();
    page.update();
  },
  remove: (page) => {
    page.history.note();
    page.tree.remove();
    void page.look(page.tree.current);
  },
  draw: (page) => {
    page.drawing.turn(!page.drawing.on);
    showActions(page);
  },
  copy_link: (page) => void copy(addressForOthers(linkTo(page)), say("Link copied.")),
  copy_record: (page) => void copyRecord(page),
  download_record: (page) => void downloadRecord(page),
  import: () => open("import"),
  copy_position: ({ turn }) => void copy(turn.position, say("Position copied.")),
};

/** @param {Page} page */
export function bindActions(page) {
  for (const button of buttons("button[data-do]")) {
    button.addEventListener("click", () => ACTIONS[button.dataset.do ?? ""]?.(page));
  }
  for (const button of buttons("button[data-step]")) {
    const way = /** @type {import("../lib/step_keys.js").Way} */ (button.dataset.step);
    button.addEventListener("click", () => void page.look(page.tree.step(way)));
  }
  for (const button of buttons("button[data-nag]")) {
    button.addEventListener("click", () => annotate(page, Number(button.dataset.nag)));
  }
  bindComment(page);
  bindImport(page);
  bindStudy(page);
  const count = document.getElementById("line-count");
  if (!(count instanceof HTMLSelectElement)) return;
  count.value = settings().lines;
  count.addEventListener("change", () => {
    choose("lines", count.value);
    page.showFound();
  });
}

/** A link that others can open; nobody else can open a private study. @param {Page} page */
function linkTo({ data: { study, turn: { game, options, position } }, history: { address } }) {
  if (study?.visibility !== "private") return address;
  return analysisLink({ game, options, position }) + new URL(address, location.href).hash;
}

/** One sign at a time; the same one again takes it away. @param {Page} page @param {number} nag */
function annotate(page, nag) {
  page.history.note();
  const { current } = page.tree;
  current.nags = current.nags.includes(nag) ? [] : [nag];
  page.update();
}

/** @param {Page} page */
function bindComment(page) {
  const field = commentField();
  field?.addEventListener("focus", () => page.history.note());
  field?.addEventListener("input", () => {
    page.tree.current.comment = field.value;
    page.history.keep();
  });
  field?.addEventListener("change", () => page.update());
}

function commentField() {
  const field = document.getElementById("comment");
  return field instanceof HTMLTextAreaElement ? field : null;
}

/** What can be done now. @param {Page} page */
export function showActions(page) {
  const { tree, history, drawing, turn } = page;
  const { current } = tree;
  const disabled = {
    undo: !history.canUndo,
    promote: tree.branch() === null,
    remove: current === tree.root,
  };
  for (const [name, is] of Object.entries(disabled)) button(`[data-do="${name}"]`)?.toggleAttribute("disabled", is);
  for (const one of buttons("button[data-step]")) {
    const way = /** @type {import("../lib/step_keys.js").Way} */ (one.dataset.step);
    one.disabled = tree.step(way) === current;
  }
  for (const one of buttons("button[data-nag]")) {
    one.disabled = current === tree.root;
    one.setAttribute("aria-pressed", String(current.nags.includes(Number(one.dataset.nag))));
  }
  button('[data-do="draw"]')?.setAttribute("aria-pressed", String(drawing.on));
  button('[data-do="engine"]')?.setAttribute("aria-pressed", String(page.engineIsOn));
  button('[data-do="longer"]')?.toggleAttribute("hidden", !page.mayThinkLonger);
  document.getElementById("no-moves")?.toggleAttribute("hidden", tree.root.children.length > 0);
  showNotes(page);
  const drawn = writeShapes(current.shapes);
  link("picture", page.drawingOf(turn, { ...drawn, style: "true" }));
  link("photograph", page.drawingOf(turn, drawn).replace("board.svg", "board.png"));
  link("edit", `/edit/${turn.game}?${new URLSearchParams({ ...turn.options, position: turn.position })}`);
}

/** What is written and drawn here. @param {Page} page */
function showNotes({ tree: { root, current }, drawing }) {
  const field = commentField();
  if (field && field.value !== current.comment) field.value = current.comment;
  const beginning = document.getElementById("root-comment");
  if (beginning) {
    beginning.textContent = root.comment;
    beginning.hidden = !root.comment;
  }
  const { marks, arrows } = current.shapes;
  const drawn = [...marks, ...arrows.map(([from, to]) => `${from} → ${to}`)].join(", ");
  const said = document.getElementById("drawn");
  if (!said) return;
  said.textContent = drawn ? say("Drawn: {places}", { places: drawn })
    : drawing.on ? say("Touch a place twice to mark it, or two places to draw an arrow.") : "";
}

/** @param {string} id @param {string} address */
function link(id, address) {
  const found = document.getElementById(id);
  if (found instanceof HTMLAnchorElement) found.href = address;
}

/** @param {string} which @returns {HTMLButtonElement | null} */
function button(which) {
  return document.querySelector(which);
}

/** @param {string} which @returns {NodeListOf<HTMLButtonElement>} */
function buttons(which) {
  return document.querySelectorAll(which);
}
