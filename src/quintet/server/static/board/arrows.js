// Arrows on a board: where a piece goes, and where those go that it pushes.

/** @typedef {import("../lib/types.js").Motion} Motion */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{from: string, to: string, bend: number, role: "move" | "push"}} Arrow from spot to spot */

const SVG = "http://www.w3.org/2000/svg";
const HEAD = 12; // the length of an arrow's head
const [BEFORE, AFTER] = [10, 3]; // what is left free at its ends
const BEND = 0.3; // of the length, where an arrow would lie on another

/**
 * The two parts of an arrow as SVG paths; a `bend` moves its middle to the left.
 * @param {Point} from @param {Point} to @param {number} [bend]
 */
export function shape(from, to, bend = 0) {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const middle = { x: from.x + x / 2 + bend * y, y: from.y + y / 2 - bend * x };
  const first = way(from, middle);
  const last = way(middle, to);
  const length = Math.hypot(x, y);
  const head = Math.min(HEAD, length / 2);
  const start = along(from, first, Math.min(BEFORE, length / 4));
  const tip = along(to, last, -Math.min(AFTER, length / 8));
  const neck = along(tip, last, -head);
  /** @param {number} side */
  const barb = (side) => written({ x: neck.x - last.y * side * head * 0.6, y: neck.y + last.x * side * head * 0.6 });
  const curve = bend ? `Q${written(middle)} ` : "L";
  return { shaft: `M${written(start)}${curve}${written(neck)}`, head: `M${written(tip)}L${barb(1)}L${barb(-1)}Z` };
}

/**
 * The arrows of a move: its own piece, and the train it pushes.
 * @param {Board} board @param {Motion[]} motions @returns {Arrow[]}
 */
export function arrowsOf(board, motions) {
  const steps = motions.flatMap(({ piece, origin, target, becomes }) => {
    const from = board.pieceFrom(origin, piece)?.dataset.on;
    const to = board.spotFor(target, becomes)?.dataset.at;
    return from && to ? [{ from, to }] : [];
  });
  const [own, ...pushed] = steps;
  if (!own || steps.length < motions.length) return []; // this picture does not show all of it
  const first = pushed.find(({ from }) => !pushed.some(({ to }) => to === from));
  const last = pushed.find(({ to }) => !pushed.some(({ from }) => from === to));
  /** @type {Arrow[]} */
  const train = first && last ? [{ from: first.from, to: last.to, bend: 0, role: "push" }] : [];
  if (train.length && board.isStore(motions[0].origin)) return train; // the way to the board says nothing
  const meets = train.some(({ from, to }) => from === own.to && to === own.from);
  return [...train, { ...own, bend: meets ? BEND : 0, role: "move" }];
}

/**
 * Draws arrows of a kind in place of the ones before.
 * @param {Board} board @param {string} kind @param {Arrow[]} arrows
 */
export function drawArrows(board, kind, arrows) {
  for (const old of board.lineLayer.querySelectorAll(`.arrow.${kind}`)) old.remove();
  for (const { from, to, bend, role } of arrows) {
    const [start, end] = [board.spots.get(from), board.spots.get(to)];
    if (!start || !end || start === end) continue;
    const made = document.createElementNS(SVG, "g");
    made.setAttribute("class", `arrow ${kind} ${role}`);
    Object.assign(made.dataset, { arrow: `${from} ${to}`, bend: String(bend) });
    for (const part of ["shaft", "head"]) {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", part);
      made.append(path);
    }
    const [one, other] = [board.place(start), board.place(end)];
    placeArrow(made, { x: one.x, y: one.markY }, { x: other.x, y: other.markY });
    board.lineLayer.append(made);
  }
}

/** @param {SVGElement} arrow @param {Point} from @param {Point} to */
export function placeArrow(arrow, from, to) {
  const { shaft, head } = shape(from, to, Number(arrow.dataset.bend));
  arrow.querySelector(".shaft")?.setAttribute("d", shaft);
  arrow.querySelector(".head")?.setAttribute("d", head);
}

/** @param {Point} from @param {Point} to @returns {Point} */
function way(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}

/** @param {Point} point @param {Point} direction @param {number} length @returns {Point} */
function along(point, direction, length) {
  return { x: point.x + direction.x * length, y: point.y + direction.y * length };
}

/** @param {Point} point */
function written({ x, y }) {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
