// What is asked after each touch of a move.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextPrompt } from "../../src/quintet/server/static/board/prompt.js";

const PROMPTS = { "*": "Where to?", "d4": "Where to, or off?", "* *": "Whose dot?" };

test("the sentence for exactly these touches comes before the one for any", () => {
  assert.equal(nextPrompt(PROMPTS, ["a1"]), "Where to?");
  assert.equal(nextPrompt(PROMPTS, ["d4"]), "Where to, or off?");
  assert.equal(nextPrompt(PROMPTS, ["d4", "d5"]), "Whose dot?");
});

test("before the first touch, and after the last, there is none", () => {
  assert.equal(nextPrompt(PROMPTS, []), undefined);
  assert.equal(nextPrompt(PROMPTS, ["a1", "a2", "s"]), undefined);
  assert.equal(nextPrompt({}, ["a1"]), undefined);
});
