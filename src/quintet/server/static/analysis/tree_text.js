// A tree of variations as text, for links and records: moves, {comments}, $annotations, (variations).
// Drawings are kept in comments, as other programs do: [%csl a1,b2] marks and [%cal a1>b2] arrows.
import { makeNode, MAX_NODES, Tree } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Shapes} Shapes */

export const MAX_TEXT = 60_000; // characters
const MAX_DEPTH = 32; // of variations within variations, as in records
const TOKEN = /\s*(?:\{((?:[^\\}]|\\.)*)\}|\$(\d{1,3})|([()])|([^\s(){}$]+))/y;
const DRAWN = /\[%(\w+) ([^\]]*)\]/g; // and what other programs note, like times

/** A comment in one line; what would be taken for a drawing is not. @param {string} text */
function cleaned(text) {
  return text.replaceAll("[%", "[ %").replace(/\s+/g, " ").trim();
}

/** A comment in braces, as records have it. @param {string} text */
function braced(text) {
  return text ? `{${text.replaceAll("\\", "\\\\").replaceAll("}", "\\}")}}` : "";
}

/** What is drawn, as two lists; an empty one is left out. @param {Shapes} shapes @returns {{marks?: string, arrows?: string}} */
export function writeShapes({ marks, arrows }) {
  return {
    ...(marks.length ? { marks: marks.join(",") } : {}),
    ...(arrows.length ? { arrows: arrows.map(([from, to]) => `${from}>${to}`).join(",") } : {}),
  };
}

/** A node's comment together with what is drawn there. @param {Node} node */
export function writeComment({ comment, shapes }) {
  const { marks, arrows } = writeShapes(shapes);
  const drawn = [marks ? `[%csl ${marks}]` : "", arrows ? `[%cal ${arrows}]` : ""];
  return [...drawn, cleaned(comment)].filter(Boolean).join(" ");
}

/** Takes what is drawn out of a comment. @param {string} text @returns {{comment: string, shapes: Shapes}} */
export function readComment(text) {
  /** @type {Shapes} */
  const shapes = { marks: [], arrows: [] };
  const comment = text.replace(DRAWN, (_, kind, list) => {
    const items = String(list).split(",").map((item) => item.trim()).filter(Boolean);
    if (kind === "csl") shapes.marks.push(...items);
    if (kind === "cal") shapes.arrows.push(...items.flatMap((item) => arrowOf(item)));
    return "";
  });
  return { comment: comment.replace(/\s+/g, " ").trim(), shapes };
}

/** @param {string} item @returns {[string, string][]} */
function arrowOf(item) {
  const [from, to] = item.split(">");
  return from && to ? [[from, to]] : [];
}

/** @param {Tree} tree */
export function writeTree({ root }) {
  return [braced(writeComment(root)), ...writeAfter(root)].filter(Boolean).join(" ");
}

/** @param {Node} node @returns {string[]} */
function writeMove(node) {
  return [node.word, ...node.nags.map((nag) => `$${nag}`), braced(writeComment(node))].filter(Boolean);
}

/** What follows a node: its main line, each move with the variations that replace it. @param {Node} node */
function writeAfter(node) {
  /** @type {string[]} */
  const parts = [];
  for (let at = node; at.children.length; [at] = at.children) {
    const [main, ...others] = at.children;
    parts.push(...writeMove(main));
    for (const other of others) parts.push(`(${[...writeMove(other), ...writeAfter(other)].join(" ")})`);
  }
  return parts;
}

/** Reads a tree; what cannot be read is left out. @param {string} text @returns {Tree} */
export function readTree(text) {
  const tree = new Tree();
  /** @type {Node[]} where the lines go on that variations have left */
  const left = [];
  let at = tree.root;
  let count = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [, comment, nag, bracket, word] = found;
    if (comment !== undefined) note(at, comment.replace(/\\([\\}[])/g, "$1"));
    else if (nag !== undefined) at.nags.push(Number(nag));
    else if (bracket === "(") {
      if (!at.parent || left.length >= MAX_DEPTH) break;
      left.push(at);
      at = at.parent;
    } else if (bracket === ")") {
      at = left.pop() ?? at;
    } else {
      const node = at.children.find((child) => child.word === word) ?? makeNode(at, word);
      if (!at.children.includes(node)) at.children.push(node);
      at = node;
      count += 1;
      if (count >= MAX_NODES) break;
    }
  }
  return tree;
}

/** @param {Node} node @param {string} text */
function note(node, text) {
  const { comment, shapes } = readComment(text);
  node.comment = [node.comment, comment].filter(Boolean).join(" ");
  node.shapes.marks.push(...shapes.marks);
  node.shapes.arrows.push(...shapes.arrows);
}

/**
 * Where a node is: steps along first moves and, between them, which other move is taken.
 * @param {Tree} tree
 */
export function writePlace(tree) {
  const parts = [0];
  for (const node of tree.line()) {
    const at = node.parent?.children.indexOf(node) ?? 0;
    if (at === 0) parts[parts.length - 1] += 1;
    else parts.push(at, 0);
  }
  return parts.join(".");
}

/** Makes a place current, as far as it is there. @param {Tree} tree @param {string} place */
export function goTo(tree, place) {
  let node = tree.root;
  for (const [at, part] of place.split(".").entries()) {
    const number = Number.parseInt(part, 10) || 0;
    if (at % 2) node = node.children[number] ?? node;
    else for (let step = 0; step < number && node.children.length; step += 1) [node] = node.children;
  }
  tree.current = node;
}

/** The tree and the place in it, as the part of a link after its #. @param {Tree} tree */
export function writeFragment(tree) {
  const text = writeTree(tree);
  if (!text) return "";
  const packed = encodeURIComponent(text.replaceAll("_", "\u0001")).replaceAll("%20", "_").replaceAll("%01", "%5F")
    .replaceAll("%40", "@").replaceAll("%24", "$").replaceAll("%3A", ":").replaceAll("%2B", "+").replaceAll("%2C", ",");
  return `at=${writePlace(tree)}&tree=${packed}`;
}

/** @param {string} fragment @returns {Tree | null} null if there is none */
export function readFragment(fragment) {
  const [, place, packed] = /^#?at=([\d.]{1,4000})&tree=(.+)$/s.exec(fragment.slice(0, 3 * MAX_TEXT)) ?? [];
  if (packed === undefined) return null;
  const tree = readTree(decoded(packed.replaceAll("_", " ")).slice(0, MAX_TEXT));
  goTo(tree, place);
  return tree;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return ""; // a link that was cut
  }
}
