// The tree that is looked at: kept in the page's address, and as it was before each change.
import { goTo, readFragment, readTree, writeFragment, writePlace, writeTree } from "./tree_text.js";

const MAX_PAST = 100; // changes that can be undone
const WRITING = 300; // milliseconds until a change is in the address

export class History {
  /** @type {{text: string, place: string}[]} */
  past = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {string} text of what the page was opened with @param {boolean} isStudy to be read from its beginning */
  constructor(text, isStudy) {
    this.tree = readFragment(location.hash) ?? treeOf(text, isStudy);
  }

  /** Remembers the tree before a change. */
  note() {
    this.past.push({ text: writeTree(this.tree), place: writePlace(this.tree) });
    if (this.past.length > MAX_PAST) this.past.shift();
  }

  /** Whether something has changed. */
  get canUndo() {
    const text = writeTree(this.tree);
    return this.past.some((before) => before.text !== text);
  }

  /** Goes back before the last change. @returns {boolean} whether there was one */
  undo() {
    const text = writeTree(this.tree);
    while (this.past.at(-1)?.text === text) this.past.pop();
    const before = this.past.pop();
    if (!before) return false;
    this.restore(before);
    return true;
  }

  /** @param {{text: string, place: string}} before */
  restore({ text, place }) {
    this.tree = readTree(text);
    goTo(this.tree, place);
  }

  /** The address of what is looked at. */
  get address() {
    const here = new URL(location.href);
    const fragment = writeFragment(this.tree);
    here.searchParams.delete("moves"); // the tree has them
    here.hash = fragment;
    return here.pathname + here.search + here.hash;
  }

  /** Keeps the tree in the address, for reloads and links. */
  keep() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => history.replaceState(null, "", this.address), WRITING);
  }

  /** Another link to this page was followed. @param {() => void} opened */
  listen(opened) {
    addEventListener("hashchange", () => {
      clearTimeout(this.timer);
      this.note();
      this.tree = readFragment(location.hash) ?? treeOf("", true);
      opened();
    });
  }
}

/** A tree, at its beginning or at the end of its main line. @param {string} text @param {boolean} atBeginning */
function treeOf(text, atBeginning) {
  const tree = readTree(text);
  if (!atBeginning) tree.current = tree.end();
  return tree;
}
