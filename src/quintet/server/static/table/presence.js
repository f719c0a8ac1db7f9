// Presence: spectators, and players who are away: the engine may stand in, the host makes a new link.
import { say } from "../lib/language.js";
import { links } from "./open_chairs.js";

/** @typedef {import("../lib/types.js").PresentView} View */
/** @typedef {import("../lib/types.js").Seat} Seat */
/** @typedef {{view: View, id: string, live: import("./live.js").Live}} Table */

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
  const asked = view.questions.some(({ what }) => what === "stand_in");
  const actable = missing.map((seat) => ({ ...seat, may: seat.replaceable_in_ms === 0 && !asked }));
  show(table, actable.filter(({ may, renewable }) => may || renewable));
  clearTimeout(later);
  const waits = missing.map(({ replaceable_in_ms: wait }) => wait ?? 0).filter((wait) => wait > 0);
  if (waits.length) later = setTimeout(() => askAgain(table), Math.max(MIN_WAIT, Math.min(...waits)));
}

/** Those for whom the engine could play, now or later. @param {View} view */
function missingFrom({ phase, seats, owner }) {
  if (phase !== "playing" || !(owner || seats.some(({ here }) => here))) return [];
  return seats.filter(({ kind, here, left, present }) => kind === "person" && !here && (left || !present));
}

/** @typedef {Seat & {may: boolean}} Missing somebody who is away, and whether the engine may stand in */

/** @param {Table} table @param {Missing[]} gone */
function show(table, gone) {
  const panel = document.getElementById("absent");
  const list = /** @type {HTMLElement | null} */ (panel?.querySelector(".gone"));
  if (!panel || !list) return;
  panel.hidden = !gone.length;
  // What has not changed is left alone, so that nobody loses the button they are at.
  const { invitations } = table.view;
  const state = JSON.stringify([gone.map(({ seat, name, left, may, renewable }) => [seat, name, left, may, renewable]), invitations]);
  if (list.dataset.state !== state) list.replaceChildren(...gone.map((seat) => item(table, seat)));
  list.dataset.state = state;
}

/** @param {Table} table @param {Missing} missing */
function item(table, missing) {
  const { seat, name, left, may, renewable, chair } = missing;
  const made = document.createElement("li");
  const said = document.createElement("p");
  said.textContent = left ? say("{name} has left the table.", { name }) : say("{name} is away.", { name });
  made.append(said);
  if (may) {
    const level = table.view.stand_in_level;
    made.append(button("stand_in", seat, say("Let the engine, level {level}, stand in for {name}", { level, name })));
  }
  const link = table.view.invitations.find((each) => each.chair === chair);
  if (link) made.append(...links(table, missing, link));
  else if (renewable) made.append(button("renew", seat, say("Make a new link for {name}", { name })));
  return made;
}

/** @param {string} what @param {number} seat @param {string} label */
function button(what, seat, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.dataset.do = what;
  made.dataset.seat = String(seat);
  made.textContent = label;
  return made;
}

/** Only the server knows since when somebody has been away. @param {Table} table */
export async function askAgain(table) {
  try {
    const answer = await fetch(`/api/v1/tables/${table.id}`);
    /** @type {{view: View}} */
    const { view } = await answer.json();
    const seats = table.view.seats.map((seat, at) => ({
      ...seat,
      replaceable_in_ms: view.seats[at].replaceable_in_ms,
      renewable: view.seats[at].renewable,
    }));
    table.view = { ...table.view, seats };
    showPresence(table);
  } catch {
    // Offline: the view after reconnecting shows what holds.
  }
}
