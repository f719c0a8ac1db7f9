// Steps of tutorials that were done: remembered in this browser, and marked in lists.
import { say } from "../lib/language.js";

const DONE = "quintet.tutorials";

/** @returns {string[]} games and steps */
export function learned() {
  try {
    const list = JSON.parse(localStorage.getItem(DONE) || "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // no storage
  }
}

/** @param {string} game @param {string} step */
export function learn(game, step) {
  try {
    localStorage.setItem(DONE, JSON.stringify([...new Set([...learned(), `${game} ${step}`])]));
  } catch {
    // Then every step is new.
  }
  showLearned();
}

/** Marks the steps that were done, says how far one is, and takes back offers that were accepted. */
export function showLearned() {
  const done = new Set(learned());
  for (const link of all("a[data-step]")) {
    if (!done.has(link.dataset.step || "")) continue;
    link.classList.add("is-solved");
    link.setAttribute("aria-label", say("Step {number}, done", { number: link.textContent || "" }));
  }
  for (const line of all("[data-learned-of]")) {
    const [game, last = ""] = (line.dataset.learnedOf || "").split(" ");
    const count = [...done].filter((step) => step.startsWith(`${game} `)).length;
    line.textContent = count ? say("{count} of {last} steps done", { count: String(count), last }) : "";
  }
  for (const offer of all("[data-offers]")) {
    const game = `${offer.dataset.offers} `;
    offer.hidden = [...done].some((step) => step.startsWith(game));
  }
}

/** @param {string} what @returns {HTMLElement[]} */
function all(what) {
  return [...document.querySelectorAll(what)].filter((one) => one instanceof HTMLElement);
}

showLearned();
