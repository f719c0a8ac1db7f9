// Sentences of scripts: gaps, plural forms, and names of another direction.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {any} */ ({ documentElement: { lang: "pl", dir: "ltr" } });
globalThis.quintetSentences = {
  "Clock: {clock}.": "Zegar: {clock}.",
  "{count} second left.": { one: "{count} sekunda.", few: "{count} sekundy.", many: "{count} sekund.", other: "?" },
};
const { counted, say } = await import("../../src/quintet/server/static/lib/language.js");

test("a sentence is said in the language of the page, or in English", () => {
  assert.equal(say("Clock: {clock}.", { clock: "3+2" }), "Zegar: 3+2.");
  assert.equal(say("Not there: {it}", { it: 1 }), "Not there: 1");
});

test("a number takes the form that its language has for it", () => {
  const said = [1, 3, 5, 22].map((count) => counted("{count} second left.", "{count} seconds left.", count));
  assert.deepEqual(said, ["1 sekunda.", "3 sekundy.", "5 sekund.", "22 sekundy."]);
  assert.equal(counted("{count} day", "{count} days", 1), "1 day");
  assert.equal(counted("{count} day", "{count} days", 2), "2 days");
});

test("a name from right to left keeps its direction to itself", () => {
  assert.equal(say("{name} is away.", { name: "שרה" }), "\u2068שרה\u2069 is away.");
});
