// The tree of variations on the page: the main line, and below each move the ones that replace it.
import { say } from "../lib/language.js";
import { moveLabel } from "./found.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */

const SIGNS = new Map([[1, "!"], [2, "?"], [3, "!!"], [4, "??"], [5, "!?"], [6, "?!"]]);

/**
 * @param {HTMLElement} holder @param {string} game @param {Tree} tree
 * @param {(node: Node) => string} said a move as a sentence, where it is known
 * @param {(node: Node) => void} look called when a person goes to a move
 */
export function showTree(holder, game, tree, said, look) {
  const isFocused = holder.contains(document.activeElement) && document.activeElement !== holder;
  /** @type {HTMLButtonElement | undefined} */
  let shown;
  /** @param {Node} node */
  const item = (node) => {
    const button = moveButton(game, node, tree.ply(node), said(node));
    button.addEventListener("click", () => look(node));
    if (node === tree.current) {
      button.setAttribute("aria-current", "step");
      shown = button;
    }
    return [button, ...(node.comment ? [remark(node.comment)] : [])];
  };
  holder.replaceChildren(...tree.root.children.length ? [lineOf(tree.root.children[0], item, true)] : []);
  if (shown) holder.scrollTop = shown.offsetTop - holder.clientHeight / 2;
  if (isFocused) shown?.focus({ preventScroll: true });
}

/**
 * A line from one of its moves on. The variations of its first move belong to the line it has left.
 * @param {Node} first @param {(node: Node) => HTMLElement[]} item @param {boolean} isMain
 */
function lineOf(first, item, isMain) {
  const list = document.createElement("ol");
  list.className = "line";
  for (let node = /** @type {Node | undefined} */ (first); node; [node] = node.children) {
    const made = document.createElement("li");
    made.append(...item(node));
    const others = node !== first || isMain ? node.parent?.children.slice(1) ?? [] : [];
    for (const other of others) made.append(lineOf(other, item, false));
    made.classList.toggle("is-split", others.length > 0 || node.comment !== "");
    list.append(made);
  }
  return list;
}

/** @param {string} game @param {Node} node @param {number} ply @param {string} said */
function moveButton(game, node, ply, said) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.word = node.word;
  button.dataset.ply = String(ply);
  const number = document.createElement("small");
  number.textContent = String(ply);
  const signs = node.nags.map((nag) => SIGNS.get(nag) ?? "").join("");
  button.append(number, moveLabel(game, node.word), signs);
  button.title = say("Move {number}: {said}", { number: ply, said: [said || node.word, signs].filter(Boolean).join(" ") });
  button.setAttribute("aria-label", button.title);
  return button;
}

/** @param {string} text */
function remark(text) {
  const made = document.createElement("p");
  made.className = "comment";
  made.textContent = text;
  return made;
}
