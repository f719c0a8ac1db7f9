// Moves on the board: pieces go from spot to spot, all of a move at once, so that a push is one train.
import { still } from "../lib/settings.js";

/** @typedef {import("../lib/types.js").Motion} Motion */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {{piece: SVGGElement, from: {x: number, y: number}, spot: SVGGElement, letter: string}} Step */

const MIN_DURATION = 180;
const MAX_DURATION = 260;

/** The motions that undo these. @param {Motion[]} motions @returns {Motion[]} */
export function undone(motions) {
  return motions.map(({ piece, origin, target, becomes }) => (
    { piece: becomes, origin: target, target: origin, becomes: piece })).reverse();
}

/**
 * Moves pieces; the promise is kept when they have arrived, or at once if they need not be seen.
 * @param {Board} board @param {Motion[]} motions
 * @param {{seen?: boolean, preferred?: string}} [how] `preferred` is the spot of a store that was touched
 * @returns {Promise<boolean>} whether the picture had everything the motions need
 */
export async function perform(board, motions, { seen = true, preferred } = {}) {
  const steps = plan(board, motions, preferred);
  if (!steps) return false;
  board.release();
  for (const { piece, spot } of steps) board.put(piece, spot);
  const duration = seen ? timeFor(board, steps) : 0;
  const animations = steps.flatMap((step) => animate(board, step, duration));
  await Promise.allSettled(animations.map((animation) => animation.finished));
  board.sortPieces();
  return true;
}

/**
 * Finds every piece before any moves, since each goes where another stood.
 * @param {Board} board @param {Motion[]} motions @param {string} [preferred] @returns {Step[] | null}
 */
function plan(board, motions, preferred) {
  /** @type {Step[]} */
  const steps = [];
  for (const { piece: letter, origin, target, becomes } of motions) {
    const piece = board.pieceFrom(origin, letter, preferred);
    const spot = board.spotFor(target, becomes);
    const stands = piece && board.spots.get(piece.dataset.on || "");
    if (!piece || !spot || !stands) return null;
    const from = board.held?.piece === piece ? board.held : board.place(stands);
    steps.push({ piece, from, spot, letter: becomes });
  }
  return steps;
}

/**
 * One time for all pieces of a move: the farthest decides.
 * @param {Board} board
 * @param {Step[]} steps
 */
function timeFor(board, steps) {
  const reach = board.svg.viewBox.baseVal.width || 1;
  const farthest = Math.max(0, ...steps.map(({ from, spot }) => {
    const to = board.place(spot);
    return Math.hypot(to.x - from.x, to.y - from.y);
  }));
  return MIN_DURATION + (MAX_DURATION - MIN_DURATION) * Math.min(1, farthest / reach);
}

/** @param {Board} board @param {Step} step @param {number} duration @returns {Animation[]} */
function animate(board, { piece, from, spot, letter }, duration) {
  const turns = piece.dataset.letter !== letter;
  piece.dataset.letter = letter;
  if (!duration || still()) {
    board.redraw(piece);
    return duration ? [piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MIN_DURATION })] : [];
  }
  const to = board.place(spot);
  const moved = piece.animate(
    [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
    { duration, easing: "cubic-bezier(.2, .7, .2, 1)" },
  );
  if (turns) {
    board.pieceLayer.append(piece); // it travels over the others
    setTimeout(() => board.redraw(piece), duration * 0.4); // and is turned over on its way
  }
  return [moved];
}
