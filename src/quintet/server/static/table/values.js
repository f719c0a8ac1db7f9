// What positions and moves are worth, for games in which people want to learn.
import { say } from "../lib/language.js";
import { drawArrows } from "../board/arrows.js";
import { Path } from "../board/path.js";

/** @typedef {import("../lib/types.js").MoveValue} MoveValue */
/** @typedef {import("../lib/types.js").ValuesMessage} Message */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("./live.js").Live} Live */

const SVG = "http://www.w3.org/2000/svg";
const REST = 250; // milliseconds on one position before it is asked about: people step on quickly
const [HEIGHT, LETTER, MARGIN] = [13, 6.6, 7]; // of a badge
const MAX_ARROWS = 3;
const WITHIN = 0.8; // of a spot's height: where one that lies aslant is still inside

export class Values {
  on = false;
  /** @type {Map<number, Message>} what was told, by the number of plies played before it */
  told = new Map();
  timer = 0;

  /** @param {Live} live */
  constructor(live) {
    this.live = live;
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    document.body.toggleAttribute("data-values", on);
    this.live.send({ do: "values", on });
  }

  /** Keeps the best that is known of a position. @param {Message} message */
  hear(message) {
    const before = this.told.get(message.ply);
    if (before && (before.value.known !== "searched" || before.depth > message.depth)) return;
    this.told.set(message.ply, message);
  }

  /** Moves were taken back: other positions stand after as many plies. */
  forget() {
    this.told.clear();
  }

  /** Asks about a position of a game that is over. @param {number} ply */
  ask(ply) {
    clearTimeout(this.timer);
    const known = this.told.get(ply)?.value.known ?? "searched";
    if (!this.on || known !== "searched") return;
    this.timer = setTimeout(() => this.live.send({ do: "values", on: true, ply }), REST);
  }

  /**
   * Says what a position is worth.
   * @param {number} ply @param {boolean} running whether the game goes on, and earlier positions have no values
   */
  tell(ply, running) {
    const bar = document.getElementById("value-bar");
    if (!bar) return;
    const message = this.told.get(ply);
    bar.classList.toggle("is-known", message !== undefined && message.chance !== null);
    bar.style.setProperty("--chance", String(message?.chance ?? 0.5));
    const missing = running ? say("Earlier positions have values when the game is over.") : "";
    write(bar, ".said", message?.value.said ?? missing);
    write(bar, ".note", message?.value.note ?? "");
  }

  /**
   * Writes the value of the best move through every touch at its spots, and says it there.
   * @param {Board} board
   * @param {number} ply
   * @param {number | null} seat who moves there
   * @param {Path} [path] a move that is being put together
   */
  show(board, ply, seat, path) {
    showMoveValues(board, (this.on && this.told.get(ply)?.moves) || {}, seat, path);
  }
}

/**
 * Writes the value of the best move through every touch at its spots.
 * @param {Board} board
 * @param {Record<string, MoveValue>} moves the best come first
 * @param {number | null} seat who moves
 * @param {Path} [path] a move that is being put together
 */
export function showMoveValues(board, moves, seat, path) {
  for (const old of board.lineLayer.querySelectorAll(".value")) old.remove();
  const paths = Object.entries(moves).map(([word, move]) => [word, move.path]);
  const begun = path ?? new Path(Object.fromEntries(paths));
  drawArrows(board, "best", bestArrows(board, moves, begun, seat)); // below the badges
  /** @type {Map<string, string>} */
  const said = new Map();
  for (const touch of begun.next) {
    const words = new Set(begun.through(touch).map(({ word }) => word));
    const best = Object.keys(moves).find((word) => words.has(word)); // the best come first
    if (best === undefined) continue;
    for (const spot of board.touching(touch, seat)) {
      board.lineLayer.append(badge(moves[best], board, spot));
      said.set(spot.dataset.at || "", moves[best].said);
    }
  }
  board.remark(said);
}

/**
 * An arrow for each of the best moves that lead from spot to spot; more than a few would say nothing.
 * @param {Board} board @param {Record<string, MoveValue>} moves the best come first
 * @param {Path} begun @param {number | null} seat
 */
function bestArrows(board, moves, begun, seat) {
  const open = new Set(begun.open.map(({ word }) => word));
  const [best, ...others] = Object.entries(moves).filter(([word]) => open.has(word)).map(([, move]) => move);
  if (!best) return [];
  const same = [best, ...others.filter((move) => formatValue(move) === formatValue(best))];
  return same.length > MAX_ARROWS ? [] : same.flatMap(({ path }) => {
    const [from, to] = path.map((touch) => board.touching(touch, seat).at(-1)?.dataset.at);
    return from && to ? [{ from, to, bend: 0, role: /** @type {const} */ ("move") }] : [];
  });
}

/** @param {Element} bar @param {string} where @param {string} text */
function write(bar, where, text) {
  const found = bar.querySelector(where);
  if (found && found.textContent !== text) found.textContent = text; // said aloud once
}

/** At the lower edge of its spot, so that the piece is seen. @param {MoveValue} value @param {Board} board @param {SVGGElement} spot */
function badge(value, board, spot) {
  const made = document.createElementNS(SVG, "g");
  const { x, y } = board.place(spot);
  made.setAttribute("class", `value ${value.kind} ${value.known}`);
  made.setAttribute("data-marks", spot.dataset.at || "");
  made.setAttribute("transform", `translate(${x} ${y})`);
  const outline = spot.querySelector(".outline");
  const box = outline instanceof SVGGraphicsElement ? outline.getBBox() : { x: 0, y: 0, width: 0, height: 0 };
  const label = document.createElementNS(SVG, "g");
  const low = outline instanceof SVGPolygonElement ? WITHIN * box.height : box.height - HEIGHT / 3;
  label.setAttribute("transform", `translate(${box.x + box.width / 2} ${box.y + low})`);
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("dy", "3.5");
  text.textContent = formatValue(value);
  const width = MARGIN + LETTER * text.textContent.length;
  const ground = document.createElementNS(SVG, "rect");
  for (const [name, size] of Object.entries({ x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: HEIGHT / 2 })) {
    ground.setAttribute(name, String(size));
  }
  label.append(ground, text);
  made.append(label);
  return made;
}

/**
 * A sign and a number, so that no colour is needed; the page has a legend.
 * @param {Pick<MoveValue, "kind" | "in_moves" | "chance" | "known">} value
 */
export function formatValue({ kind, in_moves: moves, chance, known }) {
  const unsure = known === "searched" ? "?" : "";
  switch (kind) {
    case "win": return `+${moves ?? ""}${unsure}`;
    case "loss": return `−${moves ?? ""}${unsure}`;
    case "draw": return `∞${unsure}`;
    case "tie": return `=${unsure}`;
    default: return `${Math.round(100 * chance)}%`;
  }
}
