// Presence: spectators, and players who have left.
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").PresentView} View */
/** @typedef {import("../lib/types.js").Seat} Seat */
/** @typedef {{view: View, id: string}} Table */

const MIN_WAIT = 500;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;

/** @param {Table} table */
export function showPresence(table) {
  const { view } = table;
  const watching = document.getElementById("watching");
  if (watching) {
    watching.hidden = !view.watchers;
    watching.textContent = say("Spectators: {count}", { count: view.watchers });
  }
  const missing = missingFrom(view);
  show(missing.filter(({ replaceable_in_ms: wait }) => wait === 0));
  clearTimeout(later);
  const waits = missing.map(({ replaceable_in_ms: wait }) => wait ?? MIN_WAIT).filter((wait) => wait > 0);
  if (waits.length) later = setTimeout(() => askAgain(table), Math.max(MIN_WAIT, Math.min(...waits)));
}

/** Those for whom the engine could play, now or later. @param {View} view */
function missingFrom({ phase, seats, questions }) {
  const isPlayer = phase === "playing" && seats.some(({ here }) => here);
  if (!isPlayer || questions.some(({ what }) => what === "replace")) return [];
  return seats.filter(({ kind, here, left, present }) => kind === "person" && !here && (left || !present));
}

/** @param {Seat[]} gone */
function show(gone) {
  const panel = document.getElementById("absent");
  const list = /** @type {HTMLElement | null} */ (panel?.querySelector(".gone"));
  if (!panel || !list) return;
  panel.hidden = !gone.length;
  // What has not changed is left alone, so that nobody loses the button they are at.
  const state = JSON.stringify(gone.map(({ seat, name, left }) => [seat, name, left]));
  if (list.dataset.state !== state) list.replaceChildren(...gone.map(item));
  list.dataset.state = state;
}

/** @param {Seat} seat */
function item({ seat, name, left }) {
  const made = document.createElement("li");
  const said = document.createElement("p");
  said.textContent = left ? say("{name} has left the table.", { name }) : say("{name} is away.", { name });
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.do = "replace";
  button.dataset.seat = String(seat);
  button.textContent = say("Let the engine play for {name}", { name });
  made.append(said, button);
  return made;
}

/** Only the server knows since when somebody has been away. @param {Table} table */
async function askAgain(table) {
  try {
    const answer = await fetch(`/api/v1/tables/${table.id}`);
    /** @type {{view: View}} */
    const { view } = await answer.json();
    const seats = table.view.seats.map((seat, at) => ({
      ...seat,
      replaceable_in_ms: view.seats[at].replaceable_in_ms,
    }));
    table.view = { ...table.view, seats };
    showPresence(table);
  } catch {
    // Offline: the view after reconnecting shows what holds.
  }
}
