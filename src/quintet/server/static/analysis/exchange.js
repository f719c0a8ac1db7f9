// Records and positions in and out of the analysis board.
import { copy } from "../lib/clipboard.js";
import { say } from "../lib/language.js";
import { goTo, readTree, writeFragment, writeTree } from "./tree_text.js";

/** @typedef {import("./analysis.js").Page} Page */
/** @typedef {import("../lib/types.js").ReadGame} ReadGame */

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

/** @param {string} address @param {object} body */
async function post(address, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer;
}

/** The tree as a game record. @param {Page} page @returns {Promise<string>} */
async function writeRecord({ data: { turn }, tree }) {
  const { game, options, position } = turn;
  return (await post("/api/v1/records/write", { game, options, position, text: writeTree(tree) })).text();
}

/** @param {Page} page */
export async function copyRecord(page) {
  await copy(await writeRecord(page), say("Game record copied."));
}

/** @param {Page} page */
export async function downloadRecord(page) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await writeRecord(page)], { type: "text/plain" }));
  link.download = `${page.data.turn.game}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Where a game is analysed. @param {ReadGame} game */
function addressOf({ game, options, position, text }) {
  const tree = readTree(text);
  goTo(tree, "0");
  return `/analysis/${game}?${new URLSearchParams({ ...options, position })}#${writeFragment(tree)}`;
}

/** The dialog in which records and positions are pasted or opened. @param {Page} page */
export function bindImport(page) {
  const dialog = /** @type {HTMLDialogElement} */ (element("import"));
  const field = /** @type {HTMLTextAreaElement} */ (element("import-text"));
  const file = /** @type {HTMLInputElement} */ (element("import-file"));
  file.addEventListener("change", async () => {
    field.value = await file.files?.[0]?.text() ?? field.value;
  });
  element("import-open").addEventListener("click", async () => {
    element("import-fault").textContent = "";
    try {
      await open(page, field.value.trim());
    } catch (problem) {
      element("import-fault").textContent = problem instanceof Error ? problem.message : "";
    }
  });
  dialog.addEventListener("close", () => element("import-games").replaceChildren());
}

/** @param {Page} page @param {string} text */
async function open(page, text) {
  if (!/^[[{]/.test(text)) return openPosition(page, text);
  /** @type {import("../lib/types.js").ReadGames} */
  const { games } = await (await post("/api/v1/records/read", { text })).json();
  if (games.length === 1) return go(addressOf(games[0]));
  element("import-games").replaceChildren(...games.map((game, at) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = addressOf(game);
    link.textContent = nameOf(game, at);
    link.addEventListener("click", () => close());
    item.append(link);
    return item;
  }));
}

/** @param {ReadGame} game @param {number} at */
function nameOf({ seats, tags, result }, at) {
  const players = seats.filter(Boolean).join(" – ");
  return [`${at + 1}.`, players, tags.Event, tags.Date, result].filter(Boolean).join(" ");
}

/** A position of the game on the board, with the same options. @param {Page} page @param {string} position */
async function openPosition({ turn: { game, options } }, position) {
  await post("/api/v1/positions", { game, options, position });
  go(`/analysis/${game}?${new URLSearchParams({ ...options, position })}`);
}

function close() {
  /** @type {HTMLDialogElement} */ (element("import")).close();
}

/** @param {string} address */
function go(address) {
  close();
  const here = new URL(location.href);
  const next = new URL(address, here);
  location.assign(next);
  // The same position with other moves is no new page.
  if (next.pathname === here.pathname && next.search === here.search && !next.hash) location.reload();
}
