// The puzzles of a rush: easy ones first, in another order each time.

const OF_A_LEVEL = 15; // more than anybody solves in three minutes

/**
 * @param {number[][]} levels the puzzles of each level, by number
 * @param {() => number} random from 0 up to 1
 * @returns {number[]}
 */
export function rushOrder(levels, random) {
  return levels.flatMap((numbers) => shuffled(numbers, random).slice(0, OF_A_LEVEL));
}

/** @param {number[]} numbers @param {() => number} random */
function shuffled(numbers, random) {
  const left = [...numbers];
  for (let at = left.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [left[at], left[other]] = [left[other], left[at]];
  }
  return left;
}

/** What a clock shows. @param {number} milliseconds */
export function clockText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
