// Sentences in the page's language. The page embeds the catalogue of its JavaScript's sentences.

/** @type {Record<string, string>} outside of a page, as in tests, everything is in English */
const catalogue = JSON.parse(globalThis.document?.getElementById("catalogue")?.textContent || "{}");

/**
 * A whole sentence with named gaps, in the page's language.
 * @param {string} sentence
 * @param {Record<string, string | number>} [values]
 */
export function say(sentence, values = {}) {
  return filled(catalogue[sentence] || sentence, values);
}

/**
 * A text with its named gaps filled; a gap without a value stays.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}
