// Puzzles solved, and puzzles whose solution was shown: remembered in this browser, and marked in
// lists.
import { say } from "../lib/language.js";

const SOLVED = "quintet.puzzles";
const SEEN = "quintet.puzzles.seen";
const DAYS = "quintet.puzzles.days";

/** @returns {string[]} games and positions */
export function solved() {
  return kept(SOLVED);
}

/** Those whose solution was looked at. @returns {string[]} */
export function seen() {
  return kept(SEEN);
}

/** @param {string} puzzle its game and position */
export function remember(puzzle) {
  keep(SOLVED, puzzle);
}

/** @param {string} puzzle its game and position */
export function see(puzzle) {
  keep(SEEN, puzzle);
}

/** The days whose puzzle was solved. @returns {string[]} */
export function solvedDays() {
  return kept(DAYS);
}

/** @param {string} day */
export function rememberDay(day) {
  keep(DAYS, day);
}

/** @param {string} key @returns {string[]} */
function kept(key) {
  try {
    const list = JSON.parse(localStorage.getItem(key) || "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // no storage
  }
}

/** @param {string} key @param {string} puzzle */
function keep(key, puzzle) {
  try {
    localStorage.setItem(key, JSON.stringify([...new Set([...kept(key), puzzle])]));
  } catch {
    // Then every puzzle is new.
  }
}

const known = solved();
const looked = seen();
for (const link of document.querySelectorAll("a[data-puzzle]")) {
  if (!(link instanceof HTMLElement)) continue;
  const number = link.textContent || "";
  if (known.includes(link.dataset.puzzle || "")) {
    link.classList.add("is-solved");
    link.setAttribute("aria-label", say("{number}, solved", { number }));
  } else if (looked.includes(link.dataset.puzzle || "")) {
    link.classList.add("is-seen");
    link.setAttribute("aria-label", say("{number}, solution seen", { number }));
  }
}
const left = document.querySelector("a[data-puzzle]:not(.is-solved, .is-seen)");
const first = document.querySelector("a[data-first-left]");
if (left instanceof HTMLAnchorElement && first instanceof HTMLAnchorElement) {
  first.href = left.href;
  first.hidden = false;
}
for (const line of document.querySelectorAll("[data-solved-of]")) {
  if (!(line instanceof HTMLElement)) continue;
  const count = known.filter((puzzle) => puzzle.startsWith(`${line.dataset.solvedOf} `)).length;
  const total = Number(line.dataset.total);
  line.textContent = count ? say("Solved: {count} of {total}", { count, total }) : "";
  const bar = line.nextElementSibling;
  if (bar instanceof HTMLProgressElement) {
    bar.hidden = !count;
    bar.value = count;
  }
}
