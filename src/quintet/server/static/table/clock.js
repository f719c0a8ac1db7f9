// Clocks, running between two messages of the server.

import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").PresentView} View */

/** @type {number | undefined} */
let timer;

/**
 * @param {View} view
 * @param {(seat: number) => HTMLElement | null} face where a seat's clock is shown
 */
export function showClocks(view, face) {
  clearInterval(timer);
  const { clock, seats } = view;
  const since = performance.now();
  const show = () => {
    for (const { seat, clock_ms: left } of seats) {
      const element = face(seat);
      if (!element) continue;
      element.hidden = !clock || left === null;
      if (!clock || left === null) continue;
      const runs = clock.running === seat && clock.deadline_in_ms !== null;
      const rest = runs ? Math.max(0, (clock.deadline_in_ms ?? 0) - (performance.now() - since)) : left;
      element.textContent = formatTime(rest);
      element.classList.toggle("is-short", runs && rest < 10_000);
    }
  };
  show();
  if (clock?.running !== null && clock?.running !== undefined) timer = setInterval(show, 200);
}

const HOUR = 3_600_000;

/** The time left, as a clock shows it. @param {number} milliseconds */
export function formatTime(milliseconds) {
  if (milliseconds >= 24 * HOUR) {
    const days = Math.floor(milliseconds / (24 * HOUR));
    return say("{days} d {hours} h", { days, hours: Math.floor(milliseconds / HOUR) % 24 });
  }
  if (milliseconds >= HOUR) {
    const hours = Math.floor(milliseconds / HOUR);
    return say("{hours} h {minutes} min", { hours, minutes: Math.floor(milliseconds / 60_000) % 60 });
  }
  const tenths = Math.ceil(milliseconds / 100);
  const minutes = Math.floor(tenths / 600);
  const seconds = Math.floor(tenths / 10) % 60;
  const short = `${minutes}:${String(seconds).padStart(2, "0")}`;
  return tenths < 100 ? `${short}.${tenths % 10}` : short;
}
