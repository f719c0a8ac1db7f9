// Leaving a table: only after a question that says what follows.
import { say } from "../lib/language.js";
import { notice } from "../lib/narrate.js";

/** @typedef {import("../lib/types.js").PresentView} View */

let destination = ""; // where to go once the server knows

/** What leaving means at this table. @param {View} view */
export function whatFollows({ phase, clock, seats, stand_in_level: level }) {
  if (phase === "open") return say("Your chair becomes free. You can come back by your link while nobody else has taken it.");
  if (clock) return say("Your clock runs on, and you lose when your time is up. Until then you can come back.");
  if (seats.some(({ kind, here }) => kind === "person" && !here)) {
    return say("The game waits for you. After five minutes the others may let the engine, level {level}, stand in until you are back. Your seat stays yours.", { level });
  }
  return say("The game waits for you. You find it on the home page.");
}

/** Where one goes after leaving; the host of an open table stays. @param {View} view */
export function leaveFor({ phase, owner, return_links: links }) {
  if (phase !== "open") destination = "/";
  else destination = owner ? "" : links[0]?.url ?? "/";
}

/** Goes there as soon as the seat is left. @param {View} view */
export function goOnceLeft({ seats }) {
  if (destination && seats.every(({ here, left }) => !here || left)) location.assign(destination);
}

/** Tells a guest whose chair was freed by the host. @param {View} before @param {View} now */
export function tellIfAskedToLeave(before, now) {
  const sat = before.phase === "open" && before.seats.some(({ here }) => here);
  if (destination || !sat || now.phase !== "open" || now.seats.some(({ here }) => here)) return;
  notice(say("The host has asked you to leave. Your chair is free for somebody else."), { wrong: true });
}
