// A tree of variations: playing, promoting, deleting; as text and in a link.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_NODES, Tree } from "../../src/quintet/server/static/analysis/tree.js";
import {
  goTo, readComment, readFragment, readTree, writeFragment, writePlace, writeTree,
} from "../../src/quintet/server/static/analysis/tree_text.js";

/** A tree with a main line `a b c` and variations. */
function sample() {
  return readTree("a b $1 {good} (x {why} y (z)) (w) c");
}

/** @param {Tree} tree @param {...string} words */
function find(tree, ...words) {
  return words.reduce((node, word) => node.children.find((child) => child.word === word), tree.root);
}

test("moves played again go along the tree, others begin variations", () => {
  const tree = new Tree();
  tree.play("a");
  const first = tree.play("b");
  tree.current = tree.step("back");
  tree.play("x");
  assert.deepEqual(tree.words(), ["a", "x"]);
  tree.current = tree.step("back");
  assert.equal(tree.play("b"), first);
  assert.equal(tree.size, 3);
  assert.equal(tree.ply(), 2);
});

test("stepping follows the line one is in", () => {
  const tree = sample();
  tree.current = find(tree, "a", "x");
  assert.deepEqual(tree.words(tree.step("last")), ["a", "x", "y"]);
  assert.deepEqual(tree.words(tree.step("on")), ["a", "x", "y"]);
  assert.equal(tree.step("first"), tree.root);
  tree.current = tree.root;
  assert.equal(tree.step("back"), tree.root);
});

test("promoting lifts a variation by one level", () => {
  const tree = sample();
  tree.current = find(tree, "a", "x", "z");
  assert.equal(tree.isMain(tree.current), false);
  assert.equal(tree.promote(), true);
  assert.equal(writeTree(tree), "a b $1 {good} (x {why} z (y)) (w) c");
  assert.equal(tree.promote(), true);
  assert.equal(writeTree(tree), "a x {why} (b $1 {good} c) (w) z (y)");
  assert.equal(tree.isMain(tree.current), true);
  assert.equal(tree.promote(), false);
});

test("deleting takes all that follows, and stays where it can", () => {
  const tree = sample();
  tree.current = find(tree, "a", "b", "c");
  tree.remove(find(tree, "a", "x"));
  assert.equal(writeTree(tree), "a b $1 {good} (w) c");
  assert.deepEqual(tree.words(), ["a", "b", "c"]);
  tree.remove(find(tree, "a", "b"));
  assert.deepEqual(tree.words(), ["a"]);
  tree.remove(tree.root);
  assert.equal(writeTree(tree), "a w");
});

test("a full tree takes no more moves", () => {
  const tree = new Tree();
  for (let at = 0; at < MAX_NODES; at += 1) tree.play(String(at));
  assert.equal(tree.play("more"), null);
  assert.equal(tree.size, MAX_NODES);
});

test("text and tree are the same", () => {
  for (const text of ["", "a", "{begin} a b", "a (b) (c d {e} (f))", "A@b3 d5-off F5+ quarto:a1-d1 $3 $10"]) {
    assert.equal(writeTree(readTree(text)), text);
  }
});

test("drawings are toggled, and kept in comments", () => {
  const tree = new Tree();
  tree.draw("a1", "a1");
  tree.draw("a1", "b2");
  tree.draw("reserve-a-0", "c1");
  tree.root.comment = "Look {here}";
  assert.equal(writeTree(tree), "{[%csl a1] [%cal a1>b2,reserve-a-0>c1] Look {here\\}}");
  assert.deepEqual(readTree(writeTree(tree)).root.shapes, tree.root.shapes);
  tree.draw("a1", "a1");
  tree.draw("a1", "b2");
  assert.deepEqual(tree.root.shapes, { marks: [], arrows: [["reserve-a-0", "c1"]] });
  assert.deepEqual(readComment("[%cal nonsense] [%clk 0:01:00] fine"), { comment: "fine", shapes: { marks: [], arrows: [] } });
});

test("a place in the tree survives a link", () => {
  const tree = sample();
  for (const words of [[], ["a"], ["a", "b", "c"], ["a", "w"], ["a", "x", "z"]]) {
    tree.current = find(tree, ...words);
    const again = sample();
    goTo(again, writePlace(tree));
    assert.deepEqual(again.words(), words);
  }
  goTo(tree, "99.7.1");
  assert.deepEqual(tree.words(), ["a", "b", "c"]);
});

test("links hold every text", () => {
  const tree = sample();
  tree.root.comment = "\\ } {} [%csl x] 100% sure_ly, « é » & #1 [ok]?";
  const fragment = writeFragment(tree);
  assert.equal(readFragment(fragment)?.root.comment, tree.root.comment.replace("[%", "[ %"));
  assert.doesNotMatch(fragment, /[\s#"<>]/);
  assert.equal(writeTree(/** @type {Tree} */ (readFragment(`#${fragment}`))), writeTree(tree));
  assert.equal(writeFragment(new Tree()), "");
});

test("what is no tree is none, and a damaged one is read as far as it can be", () => {
  assert.equal(readFragment(""), null);
  assert.equal(readFragment("#main"), null);
  assert.equal(writeTree(/** @type {Tree} */ (readFragment("#at=0&tree=%E0%A4%A"))), "");
  assert.equal(writeTree(readTree("a ) b (c")), "a b (c)");
  assert.equal(readTree("( a".repeat(5000)).size, 0);
  assert.equal(readTree("a (b ".repeat(5000)).size < 5000, true);
  assert.equal(readTree("m ".repeat(10_000)).size, MAX_NODES);
});
