// The position editor: place pieces on the board; the server validates the position.
import { Board, readSvg } from "../board/board.js";
import { analysisLink } from "../lib/analysis_link.js";
import { counted, say } from "../lib/language.js";
import { turn } from "../board/picture.js";
import { listenForHelp } from "../lib/page_keys.js";
import "./new.js";

/**
 * @typedef {object} Editing the parts of a position's text
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {string[][]} rows places in the order of the text
 * @property {{letter: string, said: string}[]} pieces and what people call them
 * @property {string} position to begin with
 */

const SVG = "http://www.w3.org/2000/svg";
const TYPING = 250; // milliseconds after the last key until a text is checked
const SECONDS = 0.2; // for the value of a position

/** @type {Editing} */
const editing = JSON.parse(document.getElementById("editing")?.textContent || "{}");
const holder = /** @type {HTMLElement} */ (document.getElementById("board"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("text"));
const fault = /** @type {HTMLElement} */ (document.getElementById("fault"));
const value = /** @type {HTMLElement} */ (document.getElementById("value"));
const form = /** @type {HTMLFormElement} */ (document.getElementById("setup"));
const begin = /** @type {HTMLButtonElement} */ (document.getElementById("begin"));
/** @type {NodeListOf<HTMLSelectElement>} */
const selects = document.querySelectorAll("select[data-field]");

/** @type {Record<string, string>} what stands on every place */
let cells = {};
let chosen = editing.pieces[1].letter;
let checks = 0; // how often the server was asked

/** The text that says what the page shows. */
function write() {
  const rows = editing.rows.map((row) => row.map((place) => cells[place] ?? ".").join("")).join("/");
  return [rows, ...[...selects].map((select) => select.value)].join(" ");
}

/** Puts what a text says on the page, as far as it can be read. @param {string} text */
function read(text) {
  const [rows, ...values] = text.split(" ");
  for (const [down, row] of rows.split("/").entries()) {
    for (const [across, letter] of [...row].entries()) {
      const place = editing.rows[down]?.[across];
      if (place) cells[place] = letter;
    }
  }
  for (const [at, select] of selects.entries()) select.value = values[at] ?? select.options[0].value;
}

/**
 * Asks the server whether this is a position, and shows it, or what is wrong with it.
 * @returns {Promise<boolean>} whether it can be played from
 */
async function check() {
  const number = ++checks;
  const place = { game: editing.game, options: editing.options, position: field.value };
  const answer = await ask("", place);
  const found = await answer.json();
  if (number !== checks) return false; // something else stands there by now
  const isGood = answer.ok && !found.outcome;
  begin.disabled = !isGood;
  fault.textContent = answer.ok ? found.outcome?.sentence ?? "" : found.detail;
  value.textContent = "";
  if (!answer.ok) {
    sketch();
    return false;
  }
  keep(place.position);
  const drawing = await ask("/svg?style=false", place);
  if (number !== checks) return false;
  holder.querySelector("svg")?.replaceWith(readSvg(await drawing.text()));
  wake();
  if (isGood) tellValue(place, number);
  return isGood;
}

/** Keep the position in the address, for reloads and links. @param {string} position */
function keep(position) {
  const here = new URL(location.href);
  here.searchParams.set("position", position);
  history.replaceState(null, "", here);
  const link = document.getElementById("analyse");
  const { game, options } = editing;
  if (link instanceof HTMLAnchorElement) link.href = analysisLink({ game, options, position });
}

/**
 * Says what a position is worth where that is known at once.
 * @param {object} place @param {number} number of the check
 */
async function tellValue(place, number) {
  const answer = await ask("/analyse", { ...place, seconds: SECONDS, best: 1 });
  if (!answer.ok || number !== checks) return;
  const { kind, plies, known } = await answer.json();
  if (known === "searched") return;
  if (kind === "win" && plies === 1) value.textContent = say("Solved: the side to move wins with the next move.");
  else if (kind === "win") value.textContent = counted(
    "Solved: the side to move wins in {count} ply.", "Solved: the side to move wins in {count} plies.", plies);
  if (kind === "loss") value.textContent = counted(
    "Solved: the side to move loses in {count} ply.", "Solved: the side to move loses in {count} plies.", plies);
  if (kind === "draw" || kind === "tie") value.textContent = say("Solved: draw with best play.");
}

/** @param {string} what @param {object} place */
function ask(what, place) {
  const headers = { "Content-Type": "application/json" };
  return fetch(`/api/v1/positions${what}`, { method: "POST", headers, body: JSON.stringify(place) });
}

/** @type {Board} */
let board;

/** Every place can be touched to put the chosen piece there. */
function wake() {
  const focused = board?.focused;
  board = new Board(/** @type {SVGSVGElement} */ (holder.querySelector("svg")));
  const places = editing.rows.flat();
  for (const [name, spot] of board.spots) {
    const at = places.includes(name) ? name : spot.dataset.over ?? "";
    if (!places.includes(at)) continue;
    spot.setAttribute("role", "button");
    spot.setAttribute("tabindex", "0");
    spot.classList.add("is-open");
    spot.addEventListener("click", () => put(at));
    spot.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      put(at);
    });
    if (name === focused) spot.focus();
  }
  turn(board.svg);
}

/** Shows pieces where no legal position can be drawn. */
function sketch() {
  for (const piece of board.pieces) {
    if (editing.rows.flat().includes(piece.dataset.on || "")) piece.remove();
  }
  for (const [at, letter] of Object.entries(cells)) {
    const spot = board.spots.get(at);
    if (!spot || !board.svg.querySelector(`#${board.symbol(letter)}`)) continue;
    const piece = document.createElementNS(SVG, "g");
    piece.setAttribute("class", "piece");
    piece.dataset.letter = letter;
    piece.append(document.createElementNS(SVG, "use"));
    board.pieceLayer.append(piece);
    board.put(piece, spot);
    board.redraw(piece);
  }
  board.sortPieces();
}

/** @param {string} at */
function put(at) {
  cells[at] = cells[at] === chosen ? "." : chosen;
  field.value = write();
  check();
}

function showPalette() {
  const palette = document.getElementById("palette");
  const labels = board.svg.querySelectorAll("defs > g");
  palette?.replaceChildren(...editing.pieces.map(({ letter, said }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", said);
    button.title = said;
    button.setAttribute("aria-pressed", String(letter === chosen));
    const drawing = [...labels].find((symbol) => symbol.id === board.symbol(letter));
    if (drawing) {
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("class", `board ${editing.game}`);
      svg.setAttribute("viewBox", "-34 -56 68 76");
      svg.setAttribute("aria-hidden", "true");
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", `#${board.symbol(letter)}`);
      svg.append(use);
      button.append(svg);
    } else {
      button.textContent = "✕";
    }
    button.addEventListener("click", () => {
      chosen = letter;
      for (const other of palette.querySelectorAll("button")) {
        other.setAttribute("aria-pressed", String(other === button));
      }
    });
    return button;
  }));
}

document.getElementById("empty")?.addEventListener("click", () => {
  cells = {};
  field.value = write();
  check();
});
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
field.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    cells = {};
    read(field.value);
    check();
  }, TYPING);
});
// A text may have changed since it was looked at: what cannot be played stays on the page.
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  clearTimeout(typing);
  cells = {};
  read(field.value);
  if (await check()) form.submit();
  else fault.scrollIntoView({ block: "nearest" });
});
for (const select of selects) {
  select.addEventListener("change", () => {
    field.value = write();
    check();
  });
}

listenForHelp();
read(editing.position);
field.value = editing.position;
wake();
showPalette();
check();
