// Sentences in the page's language. A script before the modules has the catalogue, unless it is English.

/** @typedef {Record<string, string>} Forms of a sentence that counts, by CLDR's plural categories */

/** @type {Record<string, string | Forms>} outside of a page, as in tests, everything is in English */
const catalogue = /** @type {any} */ (globalThis).quintetSentences ?? {};
const plurals = new Intl.PluralRules(globalThis.document?.documentElement.lang || "en");

/**
 * A whole sentence with named gaps, in the page's language.
 * @param {string} sentence
 * @param {Record<string, string | number>} [values]
 */
export function say(sentence, values = {}) {
  const said = catalogue[sentence];
  return filled(typeof said === "string" ? said : sentence, values);
}

/**
 * A sentence with a number in it, in the form that the page's language has for that number.
 * @param {string} one the English for one
 * @param {string} many the English for any other number
 * @param {number} count fills the gap {count}
 * @param {Record<string, string | number>} [values]
 */
export function counted(one, many, count, values = {}) {
  const forms = catalogue[one];
  const form = typeof forms === "object" ? (forms[plurals.select(count)] ?? forms.other) : count === 1 ? one : many;
  return filled(String(form), { ...values, count });
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Keeps a name from changing the direction of the sentence around it. @param {string | number} value */
function isolated(value) {
  const mixed = typeof value === "string" && value
    && (globalThis.document?.documentElement.dir === "rtl" || RIGHT_TO_LEFT.test(value));
  return mixed ? `\u2068${value}\u2069` : String(value);
}

/**
 * A text with its named gaps filled; a gap without a value stays.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (gap, name) => isolated(values[name] ?? gap));
}
