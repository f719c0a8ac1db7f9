// Steps of tutorials that were done: remembered in this browser, and marked in lists.
import { say } from "../lib/language.js";

const DONE = "quintet.tutorials";
const PLAYED = "quintet.played";

/** @returns {string[]} games and steps */
export function learned() {
  return kept(DONE);
}

/** @param {string} game @param {string} step */
export function learn(game, step) {
  keep(DONE, `${game} ${step}`);
  showLearned();
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

/** @param {string} key @param {string} what */
function keep(key, what) {
  try {
    localStorage.setItem(key, JSON.stringify([...new Set([...kept(key), what])]));
  } catch {
    // Then everything is new.
  }
}

/** Marks the steps that were done, says how far one is, and offers only games that are new. */
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
    line.textContent = count ? say("Steps done: {count} of {last}", { count: String(count), last }) : "";
  }
  const played = kept(PLAYED);
  for (const offer of all("[data-offers]")) {
    const { offers: game = "" } = offer.dataset;
    offer.hidden = played.includes(game) || [...done].some((step) => step.startsWith(`${game} `));
  }
}

/** @param {string} what @returns {HTMLElement[]} */
function all(what) {
  return [...document.querySelectorAll(what)].filter((one) => one instanceof HTMLElement);
}

// Who has begun a game is not offered its tutorial again.
document.addEventListener("submit", ({ target, submitter }) => {
  if (!(target instanceof HTMLFormElement) || !target.action.endsWith("/tables")) return;
  const game = new FormData(target, submitter).get("game");
  if (typeof game === "string") keep(PLAYED, game);
});
addEventListener("pageshow", showLearned);
showLearned();
