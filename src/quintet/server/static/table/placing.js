// Who sits where around the board: one's own seat is at the bottom, until the page is flipped.

/** @typedef {import("../lib/types.js").Seat} Seat */

/** The seat that is nearest by itself: one's own, or the first. @param {Pick<Seat, "seat" | "here">[]} seats */
export function ownSeat(seats) {
  return seats.find(({ here }) => here)?.seat ?? 0;
}

/** How many seats on, clockwise from the bottom, a seat is. @param {number} seat @param {number} bottom @param {number} count */
export function placeOf(seat, bottom, count) {
  return (seat - bottom + count) % count;
}

/** How far this table was flipped in this page's tab. @param {string} table */
function key(table) {
  return `quintet.flipped.${table}`;
}

/**
 * The seat at the bottom, flips included.
 * @param {string} table @param {Pick<Seat, "seat" | "here">[]} seats
 */
export function bottomSeat(table, seats) {
  const flipped = Number(sessionStorage.getItem(key(table)) ?? 0) || 0;
  return (ownSeat(seats) + flipped) % Math.max(1, seats.length);
}

/** Has the next seat at the bottom. @param {string} table @param {number} count how many sit there */
export function flip(table, count) {
  const flipped = ((Number(sessionStorage.getItem(key(table)) ?? 0) || 0) + 1) % Math.max(1, count);
  sessionStorage.setItem(key(table), String(flipped));
}

/** Puts the cards of the seats where they belong. @param {HTMLElement} holder @param {number} bottom */
export function placeCards(holder, bottom) {
  const stage = holder.closest("section");
  if (stage) stage.dataset.arranged = bottom ? `turn${bottom}` : ""; // the signs turn with the board
  const cards = /** @type {HTMLElement[]} */ ([...holder.querySelectorAll(".seat")]);
  for (const card of cards) {
    card.dataset.place = String(placeOf(Number(card.dataset.seat), bottom, cards.length));
  }
}
