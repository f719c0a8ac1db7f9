// Which puzzle comes next, among those of a game or of one of its themes.

/**
 * @param {{game: string, number: number, all: string[], themes: Record<string, number[]>}} puzzle
 * @param {string} theme the only one wanted, or empty
 * @param {Set<string>} done the games and positions of those solved or seen
 * @returns {{next: number | null, unsolved: number | null}} the next in order, and the next that is left
 */
export function following({ game, number, all, themes }, theme, done) {
  const numbers = themes[theme] ?? all.map((_, at) => at + 1);
  const left = numbers.filter((each) => each !== number && !done.has(`${game} ${all[each - 1]}`));
  return {
    next: numbers.find((each) => each > number) ?? null,
    unsolved: left.find((each) => each > number) ?? left[0] ?? null,
  };
}

/**
 * How many days in a row end today or yesterday.
 * @param {string[]} days as 2026-11-15 @param {string} today
 */
export function daysInARow(days, today) {
  const known = new Set(days);
  let day = known.has(today) ? today : dayBefore(today);
  let count = 0;
  for (; known.has(day); day = dayBefore(day)) count += 1;
  return count;
}

/** @param {string} day */
function dayBefore(day) {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
