// Links to the analysis board.

/**
 * The address of a line: its first position, its moves, and after how many of them one looks.
 * @param {{game: string, options: Record<string, string>, position: string, words?: string[], at?: number}} line
 */
export function analysisLink({ game, options, position, words = [], at = words.length }) {
  const query = new URLSearchParams({ ...options, position });
  const tree = words.map((word) => encodeURIComponent(word)).join("_");
  return `/analysis/${game}?${query}${words.length ? `#at=${at}&tree=${tree}` : ""}`;
}
