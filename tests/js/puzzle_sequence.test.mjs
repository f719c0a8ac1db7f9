// Which puzzle comes next, and how long a habit lasts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysInARow, following } from "../../src/quintet/server/static/pages/puzzle_sequence.js";
import { clockText, rushOrder } from "../../src/quintet/server/static/pages/rush_order.js";

const puzzle = { game: "quixo", number: 2, all: ["a", "b", "c", "d"], themes: { fork: [1, 2, 4] } };

test("the next puzzle is the next in order, or of the theme", () => {
  assert.deepEqual(following(puzzle, "", new Set()), { next: 3, unsolved: 3 });
  assert.deepEqual(following(puzzle, "fork", new Set()), { next: 4, unsolved: 4 });
  assert.deepEqual(following(puzzle, "unknown", new Set()), { next: 3, unsolved: 3 });
});

test("what is solved or seen is passed over, and the first ones come again", () => {
  const done = new Set(["quixo c", "quixo d"]);
  assert.deepEqual(following(puzzle, "", done), { next: 3, unsolved: 1 });
  assert.deepEqual(following({ ...puzzle, number: 4 }, "fork", done), { next: null, unsolved: 1 });
  assert.deepEqual(following(puzzle, "fork", new Set(["quixo a", "quixo d"])), { next: 4, unsolved: null });
});

test("days in a row end today or yesterday", () => {
  const days = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-01-01"];
  assert.equal(daysInARow(days, "2026-03-01"), 3);
  assert.equal(daysInARow(days, "2026-03-02"), 3);
  assert.equal(daysInARow(days, "2026-03-03"), 0);
  assert.equal(daysInARow([], "2026-03-03"), 0);
});

test("a rush goes from easy to hard, and no puzzle comes twice", () => {
  const levels = [1, 2, 3].map((level) => Array.from({ length: 40 }, (_, at) => 100 * level + at));
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const order = rushOrder(levels, random);
  assert.equal(order.length, 45);
  assert.equal(new Set(order).size, 45);
  const levelsInOrder = order.map((number) => Math.floor(number / 100));
  assert.deepEqual(levelsInOrder, [...levelsInOrder].sort());
  assert.notDeepEqual(rushOrder(levels, random), order);
});

test("a clock shows minutes and seconds", () => {
  assert.equal(clockText(180_000), "3:00");
  assert.equal(clockText(59_001), "1:00");
  assert.equal(clockText(9_000), "0:09");
  assert.equal(clockText(-5), "0:00");
});
