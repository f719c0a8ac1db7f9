// A tree of variations: moves, comments, annotations and drawings. It knows no rules.

/**
 * @typedef {object} Shapes what somebody has drawn on a board
 * @property {string[]} marks spots
 * @property {[string, string][]} arrows from spot to spot
 */
/**
 * @typedef {object} Node a position, and the move that leads to it
 * @property {Node | null} parent
 * @property {string} word empty at the root
 * @property {Node[]} children the main line first
 * @property {string} comment
 * @property {number[]} nags numeric annotation glyphs, as in PGN
 * @property {Shapes} shapes
 */

export const MAX_NODES = 2000;

/** @param {Node | null} parent @param {string} word @returns {Node} */
export function makeNode(parent, word) {
  return { parent, word, children: [], comment: "", nags: [], shapes: { marks: [], arrows: [] } };
}

export class Tree {
  constructor(root = makeNode(null, "")) {
    this.root = root;
    this.current = root;
  }

  /** The nodes from the first move to a node. @param {Node} node @returns {Node[]} */
  line(node = this.current) {
    /** @type {Node[]} */
    const found = [];
    for (let at = node; at.parent; at = at.parent) found.unshift(at);
    return found;
  }

  /** The moves that lead to a node. @param {Node} node */
  words(node = this.current) {
    return this.line(node).map(({ word }) => word);
  }

  /** How many plies were played before a node. @param {Node} node */
  ply(node = this.current) {
    return this.line(node).length;
  }

  /** The number of moves in the tree. */
  get size() {
    let count = -1;
    const open = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      count += 1;
      open.push(...node.children);
    }
    return count;
  }

  /**
   * Plays a move after a node: goes along a known one, or begins a variation.
   * @param {string} word @param {Node} from @returns {Node | null} null if the tree is full
   */
  play(word, from = this.current) {
    const known = from.children.find((child) => child.word === word);
    if (!known && this.size >= MAX_NODES) return null;
    const node = known ?? makeNode(from, word);
    if (!known) from.children.push(node);
    this.current = node;
    return node;
  }

  /** The last node of the line that goes on from a node. @param {Node} node */
  end(node = this.current) {
    let last = node;
    while (last.children.length) [last] = last.children;
    return last;
  }

  /** Where a step leads. @param {"first" | "back" | "on" | "last"} way @returns {Node} */
  step(way) {
    const { root, current } = this;
    const aims = { first: root, back: current.parent ?? root, on: current.children[0] ?? current, last: this.end() };
    return aims[way];
  }

  /** Whether every move to a node is the first of its siblings. @param {Node} node */
  isMain(node) {
    return this.line(node).every((one) => one.parent?.children[0] === one);
  }

  /**
   * The node at which a line leaves the one it belongs to: what is promoted.
   * @param {Node} node @returns {Node | null} null in the main line
   */
  branch(node = this.current) {
    return this.line(node).findLast((one) => one.parent?.children[0] !== one) ?? null;
  }

  /** Makes the variation of a node the line it left. @param {Node} node @returns {boolean} whether there was one */
  promote(node = this.current) {
    const first = this.branch(node);
    const siblings = first?.parent?.children;
    if (!first || !siblings) return false;
    siblings.splice(siblings.indexOf(first), 1);
    siblings.unshift(first);
    return true;
  }

  /** Deletes a move and all that follows it; the position before it is current if it was in there. @param {Node} node */
  remove(node = this.current) {
    const { parent } = node;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (this.line().includes(node)) this.current = parent;
  }

  /** Draws a mark or an arrow at the current position, or takes it away. @param {string} from @param {string} to */
  draw(from, to) {
    const { shapes } = this.current;
    if (from === to) {
      const has = shapes.marks.includes(from);
      shapes.marks = has ? shapes.marks.filter((at) => at !== from) : [...shapes.marks, from];
      return;
    }
    const has = shapes.arrows.some(([start, end]) => start === from && end === to);
    shapes.arrows = has
      ? shapes.arrows.filter(([start, end]) => start !== from || end !== to) : [...shapes.arrows, [from, to]];
  }
}
