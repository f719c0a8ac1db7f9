// The chart of a review: where a click leads.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plyAt } from "../../src/quintet/server/static/review/chart.js";

const FRAME = { left: 12, step: 8, last: 40 };

test("a click leads to the nearest move", () => {
  assert.equal(plyAt(12, FRAME), 0);
  assert.equal(plyAt(12 + 8 * 17 + 3, FRAME), 17);
  assert.equal(plyAt(12 + 8 * 17 + 5, FRAME), 18);
});

test("a click beside the curve leads to its end", () => {
  assert.equal(plyAt(0, FRAME), 0);
  assert.equal(plyAt(500, FRAME), 40);
});
