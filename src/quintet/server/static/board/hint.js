// A hint on the board: where its piece comes from, where it goes, and an arrow.
import { arrowsOf, drawArrows } from "./arrows.js";

/** @typedef {{path: string[], motions: import("../lib/types.js").Motion[]}} Hint what a hint points at */

/** @type {Hint} */
export const NO_HINT = { path: [], motions: [] };

/**
 * Marks a hint in place of the one before.
 * @param {import("./board.js").Board} board @param {import("./chooser.js").Chooser} chooser @param {Hint} hint
 */
export function markHint(board, chooser, { path, motions }) {
  const stops = path.map((touch) => chooser.spotsOf(touch)).filter((spots) => spots.length);
  const [to = [], from = []] = stops.reverse();
  board.mark("hint-from", from.map((spot) => spot.dataset.at || ""));
  board.mark("hint", to.map((spot) => spot.dataset.at || ""));
  // On a cube a ball goes to a slot, and the side that is touched is marked.
  const side = to.find(({ dataset }) => !dataset.away)?.dataset.at;
  drawArrows(board, "hint", arrowsOf(board, motions).map((arrow) =>
    (side && arrow.role === "move" ? { ...arrow, to: side } : arrow)));
}

/** Turns a picture that can be turned, so that a hint is in sight. @param {import("./board.js").Board} board @param {import("./chooser.js").Chooser} chooser @param {Hint} hint */
export async function revealHint(board, chooser, { path }) {
  const spots = path.flatMap((touch) => chooser.spotsOf(touch));
  await board.reveal(spots.map(({ dataset }) => dataset.at ?? ""));
}
