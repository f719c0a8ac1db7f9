// Which puzzles have been solved, remembered in this browser alone; and shown where they are listed.
import { say } from "./language.js";

const KEY = "quintet.puzzles";

/** @returns {string[]} games and positions */
export function solved() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // a browser that keeps nothing still asks
  }
}

/** @param {string} puzzle its game and position */
export function remember(puzzle) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...solved(), puzzle])]));
  } catch {
    // It is then known as long as the page.
  }
}

const known = solved();
for (const link of document.querySelectorAll("a[data-puzzle]")) {
  if (!(link instanceof HTMLElement) || !known.includes(link.dataset.puzzle || "")) continue;
  link.classList.add("is-solved");
  link.setAttribute("aria-label", say("{number}, solved", { number: link.textContent || "" }));
}
for (const line of document.querySelectorAll("[data-solved-of]")) {
  if (!(line instanceof HTMLElement)) continue;
  const count = known.filter((puzzle) => puzzle.startsWith(`${line.dataset.solvedOf} `)).length;
  line.textContent = count ? say("Solved so far: {count}.", { count }) : "";
}
