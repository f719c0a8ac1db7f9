// The best results of rushes, by game: kept in this browser.

const KEY = "quintet.puzzles.rush";

/** @returns {Record<string, number>} */
function results() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) || "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {}; // no storage
  }
}

/** @param {string} game @returns {number | null} */
export function best(game) {
  const found = results()[game];
  return Number.isInteger(found) ? found : null;
}

/** Keeps a result if it is the best. @param {string} game @param {number} count */
export function keepBest(game, count) {
  const known = best(game);
  if (known !== null && known >= count) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...results(), [game]: count }));
  } catch {
    // Then every rush is the first.
  }
}
