// Why a touch begins nothing: said beside the board, with the places that forbid it.
import { notice } from "../lib/narrate.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * @param {Board} board
 * @param {Response} answer
 * @param {string | undefined} spot where it was touched
 * @param {string} otherwise what is said if there is nothing against it
 */
export async function showRefusal(board, answer, spot, otherwise) {
  /** @type {{sentence?: string, places?: string[]}} */
  const { sentence, places = [] } = await answer.json();
  notice(sentence ?? otherwise, { wrong: true });
  board.mark("forbidding", places);
  if (spot) board.join("link", places.filter((at) => at !== spot).map((at) => [spot, at]));
}

/** @param {Board} board */
export function clearRefusal(board) {
  board.unmark("forbidding");
  board.join("link", []);
}
