// What a player is asked, step by step: the touches made decide which sentence comes next.

const SVG = "http://www.w3.org/2000/svg";

/**
 * What is asked after these touches, if they begin a move.
 * @param {Record<string, string>} prompts by touches; `*` stands for any touch
 * @param {string[]} touched
 * @returns {string | undefined}
 */
export function nextPrompt(prompts, touched) {
  return prompts[touched.join(" ")] ?? prompts[touched.map(() => "*").join(" ")];
}

/**
 * Shows what is asked, with a small picture of the piece it is about. Read aloud when it changes.
 * @param {string} sentence
 * @param {{game: string, piece: string}} [about]
 */
export function showPrompt(sentence, { game, piece } = { game: "", piece: "" }) {
  const line = document.getElementById("prompt");
  if (!line || (line.textContent === sentence && (line.dataset.piece ?? "") === piece)) return;
  line.dataset.piece = piece;
  line.replaceChildren(...(piece ? [pieceIcon(game, piece)] : []), sentence);
}

/** A small picture of a piece, from the drawings that the board brings. @param {string} game @param {string} piece */
export function pieceIcon(game, piece) {
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("class", `board ${game} sign`);
  icon.setAttribute("viewBox", "-32 -46 64 70");
  icon.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${game}-${piece}`);
  icon.append(use);
  return icon;
}
