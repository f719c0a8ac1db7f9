// Whose turn it is, for those who look elsewhere: the tab's title and icon, and a notification.
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").PresentView} View */

const ICON = "data:image/svg+xml," + encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#6b4429"/>' +
  '<circle cx="16" cy="16" r="10" fill="#f2d8ab"/><circle cx="16" cy="16" r="5.5" fill="#b3261e"/></svg>',
);

let wasMine = true; // a page that opens at one's turn notifies nobody
let usual = ""; // the icon

/** What the tab says. @param {View} view */
export function tabTitle(view) {
  return `${turnOf(view)} · ${view.title}`;
}

/** @param {View} view */
function turnOf({ phase, seat, seats, turn_name: name, outcome, paused }) {
  if (phase === "over") return outcome?.title ?? say("Game over");
  if (phase === "open" || seat === null) return say("Waiting for players");
  if (paused) return say("Paused");
  const own = seats.filter(({ here }) => here);
  if (own.length === 1 && own[0].seat === seat) return say("Your turn");
  return say("{name}'s turn", { name: name ?? "" });
}

/** Whether this device is to move. @param {View} view */
export function isMine({ phase, seat, seats, paused }) {
  return phase === "playing" && !paused && seats.some((each) => each.seat === seat && each.here);
}

/** @param {View} view */
export function signalTurn(view) {
  document.title = tabTitle(view);
  const mine = isMine(view);
  const icon = document.querySelector("link[rel='icon']");
  if (icon instanceof HTMLLinkElement) {
    usual ||= icon.href;
    const wanted = mine ? ICON : usual;
    if (icon.href !== wanted) icon.href = wanted;
  }
  if (mine && !wasMine && document.hidden) notify(document.title, view.prompt);
  wasMine = mine;
  offerNotifications(view);
}

/** @param {string} title @param {string} body */
function notify(title, body) {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag: location.pathname });
    shown.addEventListener("click", () => window.focus());
  } catch {
    // Some phones show notifications only for installed pages.
  }
}

/** A button that asks for the permission; the page never asks by itself. @param {View} view */
function offerNotifications({ phase, seats }) {
  const company = seats.some(({ kind, here }) => kind !== "engine" && !here) && seats.some(({ here }) => here);
  const may = typeof Notification !== "undefined" && Notification.permission === "default";
  let button = document.getElementById("notify");
  if (!button && may && company) {
    button = document.createElement("button");
    button.id = "notify";
    button.textContent = say("Notify me when it is my turn");
    button.setAttribute("type", "button");
    button.addEventListener("click", async () => {
      await Notification.requestPermission();
      button?.remove();
    });
    document.querySelector(".doing")?.append(button);
  }
  button?.toggleAttribute("hidden", !may || !company || phase === "over");
}
