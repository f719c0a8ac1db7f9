// A table that waits for players: invitations as links and QR codes, and open chairs.
import { copy } from "../lib/clipboard.js";
import { showAgreements } from "./agreements.js";
import { say } from "../lib/language.js";
import { notice } from "../lib/narrate.js";
import { addressForOthers } from "./share.js";

/** @typedef {import("../lib/types.js").PresentView} View */
/** @typedef {import("../lib/types.js").Seat} Seat */
/** @typedef {{view: View, live: import("./live.js").Live, id: string}} Table */

/** @param {Table} table */
export function showOpenChairs(table) {
  const { view } = table;
  const panel = document.getElementById("waiting");
  const list = document.getElementById("chairs");
  if (!panel || !list) return;
  panel.hidden = view.phase !== "open";
  if (panel.hidden) return;
  // What has not changed is left alone, so that nobody loses the field they are in.
  const state = JSON.stringify([view.seats, view.invitations]);
  if (list.dataset.state === state) return;
  list.dataset.state = state;
  list.replaceChildren(...view.seats.map((seat) => chair(table, seat)));
  showAgreements(view);
}

/** @param {Table} table @param {Seat} seat */
function chair(table, seat) {
  const item = document.createElement("li");
  const who = document.createElement("p");
  who.className = seat.kind === "open" ? "soft" : "name";
  who.textContent = seat.kind === "open" ? say("Chair {number} is open.", { number: seat.chair + 1 }) : seat.name;
  const line = document.createElement("div");
  line.className = "row";
  line.append(who);
  item.append(line);
  const { seats, allowed } = table.view;
  if (seats.some(({ chair: other, side }) => other !== seat.chair && side === seat.side)) {
    who.append(" ", team(seat));
  }
  const next = seats.find(({ chair: other }) => other === seat.chair + 1);
  const isTaken = seat.kind !== "open" || next?.kind !== "open";
  if (allowed.swap && next && isTaken) line.append(swap(table, seat));
  const invitation = table.view.invitations.find((each) => each.chair === seat.chair);
  if (invitation) item.append(...links(table, seat, invitation));
  else if (seat.removable) item.append(button(say("Ask {name} to leave", { name: seat.name }), () => table.live.send({ do: "remove", seat: seat.chair })));
  else if (seat.joinable && !table.view.seats.some(({ here }) => here)) item.append(sitDown(table, seat));
  return item;
}

/**
 * @param {Table} table
 * @param {Seat} seat
 * @param {import("../lib/types.js").ChairLink} invitation
 */
export function links(table, seat, { url, qr_url: picture }) {
  const address = addressForOthers(url);
  const number = seat.chair + 1;
  const field = document.createElement("input");
  field.readOnly = true;
  field.dir = "ltr";
  field.value = address;
  field.setAttribute("aria-label", say("The link to chair {number}", { number }));
  field.addEventListener("focus", () => field.select());
  const row = document.createElement("div");
  row.className = "row";
  row.append(button(say("Copy invite link"), () => copy(address, say("The link is copied.")), "primary"));
  if (typeof navigator.share === "function") {
    row.append(button(say("Send the link"), () => void navigator.share({ url: address }).catch(() => undefined)));
  }
  if (table.view.allowed.fill && seat.kind === "open") {
    const fill = () => table.live.send({ do: "fill", seat: seat.chair });
    row.append(button(say("Let the engine play"), fill));
  }
  if (seat.renewable) {
    const renew = () => table.live.send({ do: "renew", seat: seat.seat });
    row.append(button(say("Make a new link"), renew));
  }
  const code = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = say("Show a code for a phone's camera");
  const image = document.createElement("img");
  image.className = "code";
  image.alt = say("The link to chair {number} as a QR code", { number });
  code.addEventListener("toggle", () => (image.src = picture), { once: true });
  code.append(summary, image);
  return [row, field, code];
}

/** Which partners belong together; they face each other. @param {Seat} seat */
function team({ side }) {
  const made = document.createElement("span");
  made.className = "soft";
  made.textContent = say("(team {number})", { number: side + 1 });
  return made;
}

/** Lets a player change places with the next one. @param {Table} table @param {Seat} seat */
function swap(table, { chair: one }) {
  const made = button(say("Swap with next"), () => table.live.send({ do: "swap", seat: one, other: one + 1 }), "quiet");
  made.setAttribute("aria-label", say("Swap chairs {one} and {other}", { one: one + 1, other: one + 2 }));
  return made;
}

/** @param {Table} table @param {Seat} seat */
function sitDown(table, seat) {
  const form = document.createElement("form");
  form.className = "row";
  form.method = "post";
  form.action = `/tables/${table.id}/join`;
  const hidden = document.createElement("input");
  hidden.type = "hidden";
  hidden.name = "chair";
  hidden.value = String(seat.chair);
  const name = document.createElement("input");
  name.name = "name";
  name.maxLength = 80;
  name.value = document.body.dataset.name || "";
  name.setAttribute("autocomplete", "nickname");
  name.setAttribute("aria-label", say("Your name"));
  const sit = document.createElement("button");
  sit.className = "primary";
  sit.textContent = say("Sit down");
  form.append(hidden, name, sit);
  return form;
}

/** @param {string} label @param {() => void} act @param {string} [kind] */
function button(label, act, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = label;
  made.addEventListener("click", () => {
    notice("");
    act();
  });
  return made;
}
