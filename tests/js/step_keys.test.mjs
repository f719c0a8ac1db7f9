// Keys that step through moves: the board keeps its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { wayOf } from "../../src/quintet/server/static/lib/step_keys.js";

const NONE = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };

/** @param {string} key @param {object} [held] */
const press = (key, held = {}) => ({ key, ...NONE, ...held });

test("arrows step outside the board", () => {
  assert.equal(wayOf(press("ArrowLeft"), "page"), "back");
  assert.equal(wayOf(press("ArrowRight"), "page"), "on");
  assert.equal(wayOf(press("ArrowUp"), "page"), undefined);
});

test("on the board they walk, and step with Ctrl", () => {
  assert.equal(wayOf(press("ArrowLeft"), "board"), undefined);
  assert.equal(wayOf(press("ArrowLeft", { ctrlKey: true }), "board"), "back");
  assert.equal(wayOf(press("ArrowLeft", { shiftKey: true }), "board"), undefined); // turns the cube
});

test("Home and End go to the first and the last move", () => {
  assert.equal(wayOf(press("Home"), "page"), "first");
  assert.equal(wayOf(press("End"), "page"), "last");
  assert.equal(wayOf(press("Home"), "board"), undefined); // resets the view of the cube
  assert.equal(wayOf(press("End", { ctrlKey: true }), "board"), "last");
});

test("what is typed into a field stays there, and Alt belongs to the browser", () => {
  for (const key of ["ArrowLeft", "ArrowRight", "Home", "End"]) {
    assert.equal(wayOf(press(key), "field"), undefined);
    assert.equal(wayOf(press(key, { altKey: true }), "page"), undefined);
  }
});

test("from right to left, the way back is to the right", () => {
  assert.equal(wayOf(press("ArrowRight"), "page", true), "back");
  assert.equal(wayOf(press("ArrowLeft"), "page", true), "on");
});
