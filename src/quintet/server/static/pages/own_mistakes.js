// Mistakes of one's own games: how many are solved, on the pages of puzzles, and the first one left.
import { say } from "../lib/language.js";
import { seen, solved } from "./solved_puzzles.js";

/** @typedef {import("../lib/types.js").MistakeLink} Mistake */

/** How many of some mistakes were solved, in words. @param {{name: string}[]} mistakes */
function progress(mistakes) {
  const known = new Set(solved());
  const count = mistakes.filter(({ name }) => known.has(name)).length;
  return { count, said: say("Solved: {count} of {total}", { count, total: mistakes.length }) };
}

/** The list of mistakes itself. @param {HTMLElement} line */
function showList(line) {
  const links = [...document.querySelectorAll("a[data-puzzle]")].filter((it) => it instanceof HTMLAnchorElement);
  const mistakes = links.map(({ dataset, href }) => ({ name: dataset.puzzle ?? "", href }));
  const { count, said } = progress(mistakes);
  line.textContent = said;
  const bar = line.nextElementSibling;
  if (bar instanceof HTMLProgressElement) {
    bar.hidden = !count;
    bar.value = count;
  }
  const done = new Set([...solved(), ...seen()]);
  const left = mistakes.find(({ name }) => !done.has(name));
  const on = document.getElementById("unsolved");
  if (left && on instanceof HTMLAnchorElement) {
    on.href = left.href;
    on.hidden = false;
  }
}

/** Links to the list. @param {Mistake[]} mistakes */
function showLinks(mistakes) {
  for (const link of document.querySelectorAll("a[data-mistakes-of]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const count = mistakes.filter(({ game }) => game === link.dataset.mistakesOf).length;
    link.hidden = !count;
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
} else if (document.querySelector("a[href^='/puzzles/mistakes']")) {
  const answer = await fetch("/puzzles/mistakes/links");
  if (answer.ok) showLinks((await answer.json()).mistakes);
}
