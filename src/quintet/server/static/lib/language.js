// Sentences in the page's language. The page embeds the catalogue of its JavaScript's sentences.

/** @type {Record<string, string>} */
const catalogue = JSON.parse(document.getElementById("catalogue")?.textContent || "{}");

/**
 * A whole sentence with named gaps, in the page's language.
 * @param {string} sentence
 * @param {Record<string, string | number>} [values]
 */
export function say(sentence, values = {}) {
  const said = catalogue[sentence] || sentence;
  return said.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}
