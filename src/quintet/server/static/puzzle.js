// One puzzle: a move is made on the board, and is right or wrong; then the solution can be walked through.
import { say } from "./language.js";
import { perform } from "./motion.js";
import { notice } from "./narrate.js";
import { Picture } from "./picture.js";
import { remember, solved } from "./solved.js";
import { tick } from "./sound.js";
import { showTouches } from "./touches.js";
import { bindViews, chosenView } from "./views.js";
import { forgetWhy, tellWhy } from "./why.js";

/** @typedef {import("./types.js").Motion} Motion */
/**
 * @typedef {object} Puzzle
 * @property {string} game
 * @property {number} number
 * @property {Record<string, string>} options
 * @property {string} position
 * @property {number} seat
 * @property {string} task
 * @property {Record<string, string[]>} paths
 * @property {Record<string, string>} buttons
 * @property {string} right
 * @property {string} wrong with a gap for the move
 * @property {{word: string, said: string, motions: Motion[], lines: string[][]}[]} line
 */

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

class Page {
  /** @type {Puzzle} */
  puzzle = JSON.parse(element("puzzle").textContent || "{}");
  name = `${this.puzzle.game} ${this.puzzle.position}`;
  shown = 0; // plies of the solution on the board

  constructor() {
    this.picture = new Picture(element("board"), {
      move: (word, spot) => this.answer(word, spot),
      wrong: (touched, spot) => this.explain(touched, spot),
      change: () => this.changed(),
    });
    element("reveal").addEventListener("click", () => this.reveal());
    element("again").addEventListener("click", () => this.look(0));
    bindViews(() => this.look(this.shown));
    this.showSolved();
    this.offer();
  }

  showSolved() {
    element("solved").textContent = solved().includes(this.name) ? say("You have solved this one.") : "";
  }

  /** Lets a move be made, or none while the solution is shown. */
  offer() {
    element("prompt").textContent = this.shown ? this.puzzle.line[this.shown - 1].said : this.puzzle.task;
    this.picture.chooser.offer(this.shown ? {} : this.puzzle.paths, this.puzzle.seat);
    this.picture.keys.settle();
  }

  changed() {
    if (!this.picture) return; // still being made
    if (this.picture.chooser.path.touched.length) {
      notice("");
      forgetWhy(this.picture.board);
    }
    showTouches(this.picture.chooser, this.puzzle.buttons, []);
  }

  /**
   * Asks the server something about the position.
   * @param {string} what
   * @param {Record<string, unknown>} question
   */
  ask(what, question) {
    const { game, options, position } = this.puzzle;
    return fetch(`/api/v1/positions/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game, options, position, ...question }),
    });
  }

  /** Says why a touch begins nothing. @param {string[]} touched @param {string | undefined} spot */
  async explain(touched, spot) {
    const { board } = this.picture;
    forgetWhy(board);
    if (this.shown) return notice("");
    await tellWhy(board, await this.ask("why", { touched }), spot, say("No move begins like this."));
  }

  /** @param {string} word @param {string | undefined} spot */
  async answer(word, spot) {
    const { line, right } = this.puzzle;
    if (word !== line[0].word) return this.refuse(word);
    remember(this.name);
    this.showSolved();
    tick();
    const { board } = this.picture;
    board.unmark("chosen", "target");
    if (!board.drawnAnew) await perform(board, line[0].motions, { preferred: spot });
    this.reveal();
    await this.look(1);
    notice(right);
  }

  /** Says that a move is wrong, and what it comes to. @param {string} word */
  async refuse(word) {
    const wrong = this.puzzle.wrong.replace("{move}", word);
    notice(wrong, { wrong: true });
    this.picture.chooser.clear();
    const answer = await this.ask("analyse", { moves: [word], seconds: 0.3, best: 1 });
    if (!answer.ok || this.shown) return;
    const { said, moves } = await answer.json();
    const reply = moves[0]?.said ?? "";
    notice(say("{wrong} After it: {value}. {reply}", { wrong, value: said, reply }), { wrong: true });
  }

  /** Shows the solution as a list of moves to look at. */
  reveal() {
    element("solution").hidden = false;
    element("line").replaceChildren(...this.puzzle.line.map(({ said }, at) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = said;
      button.addEventListener("click", () => this.look(at + 1));
      item.append(button);
      return item;
    }));
    this.point();
  }

  /** The board after so many plies of the solution. @param {number} plies */
  async look(plies) {
    this.shown = plies;
    const { game, number, line } = this.puzzle;
    const address = new URL(`/puzzles/${game}/${number}/board.svg`, location.href);
    address.searchParams.set("plies", String(plies));
    const view = chosenView();
    if (view) address.searchParams.set("view", view);
    await this.picture.replace(address.href);
    notice("");
    this.offer();
    this.point();
    const { board } = this.picture;
    if (!plies) return;
    const { motions, lines } = line[plies - 1];
    board.mark("last", motions.slice(0, 1).map(({ target }) => target));
    board.mark("winning", lines.flat());
    board.join("winning-line", lines);
  }

  /** Says which move of the solution is on the board. */
  point() {
    for (const [at, button] of element("line").querySelectorAll("button").entries()) {
      if (at + 1 === this.shown) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }
}

new Page();
