// Mistakes of one's own games: how many there are and how many are solved, on the pages of puzzles.
import { say } from "../lib/language.js";
import { solved } from "./solved_puzzles.js";

/** @typedef {import("../lib/types.js").MistakeLink} Mistake */

/** How many of some mistakes were solved, in words. @param {{name: string}[]} mistakes */
function progress(mistakes) {
  const known = new Set(solved());
  const count = mistakes.filter(({ name }) => known.has(name)).length;
  return { count, said: say("Solved: {count} of {total}", { count, total: mistakes.length }) };
}

/** The list of mistakes itself. @param {HTMLElement} line */
function showList(line) {
  const links = [...document.querySelectorAll("a[data-puzzle]")];
  const { count, said } = progress(links.map((link) => ({ name: link.getAttribute("data-puzzle") ?? "" })));
  line.textContent = said;
  const bar = line.nextElementSibling;
  if (bar instanceof HTMLProgressElement) {
    bar.hidden = !count;
    bar.value = count;
  }
}

/** Links to the list. @param {Mistake[]} mistakes */
function showLinks(mistakes) {
  for (const link of document.querySelectorAll("a[data-mistakes-of]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const count = mistakes.filter(({ game }) => game === link.dataset.mistakesOf).length;
    if (!count) continue;
    link.hidden = false;
    const shown = document.createElement("small");
    shown.textContent = String(count);
    link.append(" ", shown);
  }
  const tile = document.querySelector(".sources a[href='/puzzles/mistakes']");
  if (!tile || !mistakes.length) return;
  const shown = document.createElement("span");
  shown.textContent = progress(mistakes).said;
  tile.append(shown);
}

const line = document.getElementById("progress");
if (line) {
  showList(line);
} else if (document.querySelector("a[data-mistakes-of], .sources")) {
  const answer = await fetch("/puzzles/mistakes/links");
  if (answer.ok) showLinks((await answer.json()).mistakes);
}
