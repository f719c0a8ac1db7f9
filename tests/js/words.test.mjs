// Sentences, clocks and values as pages write them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { filled, say } from "../../src/quintet/server/static/lib/language.js";
import { formatTime } from "../../src/quintet/server/static/table/clock.js";
import { formatValue } from "../../src/quintet/server/static/table/values.js";

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

test("gaps are filled by name, also twice, and stay without a value", () => {
  assert.equal(filled("{name}: {text} ({name})", { name: "Ann", text: "{name}" }), "Ann: {name} (Ann)");
  assert.equal(filled("{count} of {all}", { count: 0 }), "0 of {all}");
  assert.equal(filled("nothing", {}), "nothing");
});

test("a sentence that no catalogue has is said as it is", () => {
  assert.equal(say("Move {number}: {said}", { number: 3, said: "x" }), "Move 3: x");
});

test("clocks", () => {
  assert.equal(formatTime(0), "0:00.0");
  assert.equal(formatTime(9_940), "0:10");
  assert.equal(formatTime(9_800), "0:09.8");
  assert.equal(formatTime(59 * SECOND), "0:59");
  assert.equal(formatTime(3 * MINUTE + 5 * SECOND), "3:05");
  assert.equal(formatTime(HOUR + 61 * SECOND), "1 h 1 min");
  assert.equal(formatTime(3 * DAY + 2 * HOUR), "3 d 2 h");
});

test("values", () => {
  const value = { in_moves: null, chance: 0.5, known: "proved" };
  assert.equal(formatValue({ ...value, kind: "win", in_moves: 3 }), "+3");
  assert.equal(formatValue({ ...value, kind: "loss", in_moves: 4, known: "searched" }), "−4?");
  assert.equal(formatValue({ ...value, kind: "draw" }), "∞");
  assert.equal(formatValue({ ...value, kind: "tie" }), "=");
  assert.equal(formatValue({ ...value, kind: "chance", chance: 0.625 }), "63%");
});
