// Narration: what happens, as sentences for screen readers.

const MAX_SENTENCES = 30; // sentences kept

/** @param {string} sentence */
export function narrate(sentence) {
  const log = document.getElementById("narration");
  if (!log || !sentence) return;
  const said = document.createElement("p");
  said.textContent = sentence;
  log.append(said);
  while (log.children.length > MAX_SENTENCES) log.firstElementChild?.remove();
}

/**
 * Shows a sentence beside the board, where it is read aloud as well.
 * @param {string} sentence
 * @param {{wrong?: boolean, right?: boolean}} [how]
 */
export function notice(sentence, { wrong = false, right = false } = {}) {
  const line = document.getElementById("notice");
  if (!line) return;
  line.classList.toggle("is-wrong", wrong);
  line.classList.toggle("is-right", right);
  if (line.textContent !== sentence) line.textContent = sentence;
}
