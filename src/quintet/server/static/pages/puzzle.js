// One puzzle: check the move made on the board, then step through the solution.
import { listenForHelp, listenForSteps } from "../lib/page_keys.js";
import { say } from "../lib/language.js";
import { perform } from "../board/motion.js";
import { notice } from "../lib/narrate.js";
import { Picture } from "../board/picture.js";
import { Preview } from "../board/preview.js";
import { nextPrompt, showPrompt } from "../board/prompt.js";
import { daysInARow, following } from "./puzzle_sequence.js";
import { remember, rememberDay, see, seen, solved, solvedDays } from "./solved_puzzles.js";
import { sound } from "../lib/sound.js";
import { showTouchButtons } from "../board/touch_buttons.js";
import { bindViews, chosenView } from "../board/views.js";
import { clearRefusal, showRefusal } from "../board/refusal.js";

/** @typedef {import("../lib/types.js").PuzzleStep} Step a move, and what it does */
/** @typedef {import("../lib/types.js").PuzzleData & Partial<import("../lib/types.js").MistakeData>} Puzzle */

const PAUSE = 700; // milliseconds between two moves that are shown

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

class Page {
  /** @type {Puzzle} */
  puzzle = JSON.parse(element("puzzle").textContent || "{}");
  name = this.puzzle.name ?? `${this.puzzle.game} ${this.puzzle.position}`;
  address = this.puzzle.address ?? `/puzzles/${this.puzzle.game}/${this.puzzle.number}`;
  /** @type {Step[]} the moves on the board */
  shown = [];
  theme = new URLSearchParams(location.search).get("theme") ?? ""; // the only one wanted
  isTry = false; // whether they are a wrong move and its refutation, not the solution

  constructor() {
    this.picture = new Picture(element("board"), {
      move: (word, spot) => this.answer(word, spot),
      wrong: (touched, spot) => this.explain(touched, spot),
      change: () => this.changed(),
      arranged: () => this.pointAgain(),
    });
    this.preview = new Preview(element("board"), () => this.picture.chooser, () => Promise.resolve(this.motions));
    this.picture.arrange(this.puzzle.seat);
    element("reveal").addEventListener("click", () => this.toggleSolution());
    element("again").addEventListener("click", () => this.askAgain());
    element("retry").addEventListener("click", () => this.askAgain());
    bindViews(() => this.look(this.shown));
    listenForSteps((way) => this.step(way), () => this.picture.chooser.path.touched.length > 0);
    listenForHelp();
    this.showSolved();
    this.offer();
  }

  /** What every move of the puzzle does. */
  get motions() {
    const { line, wrong } = this.puzzle;
    const steps = [line[0], ...Object.values(wrong)];
    return Object.fromEntries(steps.map(({ word, motions }) => [word, motions]));
  }

  get isSolved() {
    return solved().includes(this.name);
  }

  /** Says what is known of this puzzle, and leads to the next one that is neither solved nor seen. */
  showSolved() {
    if (this.puzzle.following) return this.showMistake(this.puzzle.following);
    const { next, unsolved } = following(this.puzzle, this.theme, new Set([...solved(), ...seen()]));
    this.lead("next", next);
    this.lead("unsolved", unsolved === next ? null : unsolved);
    element("solved").textContent = this.standing(unsolved === null);
    element("themes").hidden = !this.isSolved && !seen().includes(this.name);
    this.showStreak();
  }

  /** The same for a mistake. @param {import("../lib/types.js").MistakeLink[]} following */
  showMistake(following) {
    const done = new Set([...solved(), ...seen()]);
    const left = following.find(({ name }) => !done.has(name));
    const next = document.getElementById("next");
    if (next instanceof HTMLAnchorElement) {
      next.hidden = !left;
      if (left) next.href = left.url;
    }
    element("solved").textContent = this.standing(false);
  }

  /** Lets a link lead to a puzzle, if there is one. @param {string} id @param {number | null} number */
  lead(id, number) {
    const link = document.getElementById(id);
    if (!(link instanceof HTMLAnchorElement)) return;
    link.hidden = number === null;
    const query = this.theme ? `?theme=${encodeURIComponent(this.theme)}` : "";
    if (number !== null) link.href = `/puzzles/${this.puzzle.game}/${number}${query}`;
  }

  /** On the page of the day: for how many days in a row its puzzle was solved. */
  showStreak() {
    const line = document.getElementById("streak");
    const day = line?.dataset.day;
    if (!line || !day) return;
    if (this.isSolved) rememberDay(day);
    const count = daysInARow(solvedDays(), day);
    line.textContent = count ? say("Days in a row: {count}", { count }) : "";
  }

  /** @param {boolean} isLast whether no other is left */
  standing(isLast) {
    if (this.isSolved && isLast) return say("Solved. No puzzles left.");
    if (this.isSolved) return say("Solved.");
    return seen().includes(this.name) ? say("You have seen the solution.") : "";
  }

  /** Lets a move be made, or none while others are shown. */
  offer() {
    const last = this.isTry ? undefined : this.shown.at(-1);
    document.getElementById("sign")?.toggleAttribute("hidden", Boolean(last));
    element("retry").hidden = !this.isTry;
    const { paths, seat, more_paths: more } = this.puzzle;
    this.picture.chooser.offer(this.shown.length ? {} : paths, seat, more);
    this.showPrompt();
    this.picture.keys.settle();
  }

  /** The task, the next step of a half-made move, or what is on the board. */
  showPrompt() {
    const { game, task, prompts, asked_piece: piece } = this.puzzle;
    const last = this.isTry ? undefined : this.shown.at(-1);
    if (last) return showPrompt(last.said);
    showPrompt(nextPrompt(prompts, this.picture.chooser.path.touched) ?? task, { game, piece });
  }

  changed() {
    if (!this.picture) return; // still being made
    if (this.picture.chooser.path.touched.length) {
      notice("");
      clearRefusal(this.picture.board);
    }
    this.showPrompt();
    showTouchButtons(this.picture.chooser, this.puzzle.buttons, []);
    void this.preview?.show();
  }

  /** Says why a touch begins nothing. @param {string[]} touched @param {string | undefined} spot */
  async explain(touched, spot) {
    if (this.shown.length) return;
    const { board } = this.picture;
    clearRefusal(board);
    const { game, options, position } = this.puzzle;
    const answer = await fetch("/api/v1/positions/why", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game, options, position, touched }),
    });
    await showRefusal(board, answer, spot, say("No move starts like this."));
  }

  /** @param {string} word @param {string | undefined} spot */
  async answer(word, spot) {
    const { line, right, wrong } = this.puzzle;
    if (word !== line[0].word) return this.refute(wrong[word], spot);
    this.isTry = false;
    await this.play([line[0]], spot);
    this.accept(right);
  }

  /** The move is right: says so, and leads on. @param {string} said */
  accept(said) {
    if (!seen().includes(this.name)) remember(this.name);
    this.showSolved();
    this.showSolution();
    element("retry").hidden = true;
    element("reveal").hidden = true;
    notice(said, { right: true });
    this.leadOn();
  }

  /** Makes going on the next thing to do, in sight of the board. */
  leadOn() {
    const next = document.getElementById("next");
    const on = next && !next.hidden ? next : element("unsolved");
    element("retry").after(on);
    on.classList.add("primary");
    on.focus({ preventScroll: true });
  }

  /**
   * Shows a wrong move on the board, and then what refutes it, a move at a time.
   * @param {Step} step @param {string | undefined} spot
   */
  async refute(step, spot) {
    this.isTry = true;
    const tried = [step];
    await this.play(tried, spot);
    if (this.shown !== tried) return;
    notice(step.said, { wrong: true });
    element("retry").focus({ preventScroll: true });
    const query = new URLSearchParams({ move: step.word });
    const [answer] = await Promise.all([
      fetch(`${this.address}/refutation?${query}`, { method: "POST" }), pause(),
    ]);
    if (!answer.ok) return;
    /** @type {import("../lib/types.js").Refutation} */
    const { said, steps, right } = await answer.json();
    if (right && this.shown === tried) return this.accept(said); // another good move
    let before = tried;
    for (const [at, next] of steps.entries()) {
      if (at) await pause();
      if (this.shown !== before) return; // tried again meanwhile
      before = [...before, next];
      await this.play(before);
    }
    if (this.shown === before) notice(said, { wrong: true });
  }

  /** Makes the last of some moves on the board. @param {Step[]} steps @param {string} [spot] */
  async play(steps, spot) {
    const { board } = this.picture;
    this.shown = steps;
    board.unmark("chosen", "target", "last");
    sound("move");
    if (!board.refetched) await perform(board, steps[steps.length - 1].motions, { preferred: spot });
    if (this.shown === steps) await this.look(steps);
  }

  /** Back to the question. */
  async askAgain() {
    this.isTry = false;
    notice("");
    await this.look([]);
    const spot = this.picture.board.svg.querySelector(".spot[tabindex='0']");
    if (spot instanceof SVGElement) spot.focus({ preventScroll: true });
  }

  /** Shows or hides the solution; who has seen it has not found it. */
  toggleSolution() {
    if (!element("solution").hidden) return this.hideSolution();
    if (!this.isSolved) see(this.name);
    this.showSolved();
    this.showSolution();
  }

  async hideSolution() {
    element("solution").hidden = true;
    element("reveal").setAttribute("aria-expanded", "false");
    if (this.shown.length && !this.isTry) await this.look([]);
  }

  /** The solution as a list of moves to look at. */
  showSolution() {
    element("solution").hidden = false;
    element("reveal").setAttribute("aria-expanded", "true");
    element("line").replaceChildren(...this.puzzle.line.map(({ said }, at) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = said;
      button.addEventListener("click", () => {
        this.isTry = false;
        notice("");
        this.look(this.puzzle.line.slice(0, at + 1));
      });
      item.append(button);
      return item;
    }));
    this.point();
  }

  /** Steps through the solution once it is shown. @param {import("../lib/step_keys.js").Way} way */
  step(way) {
    if (element("solution").hidden) return;
    const { line } = this.puzzle;
    const now = this.isTry ? 0 : this.shown.length;
    const aim = { first: 0, back: now - 1, on: now + 1, last: line.length }[way];
    if (aim < 0 || aim > line.length) return;
    this.isTry = false;
    notice("");
    this.look(line.slice(0, aim));
  }

  /** The board after some moves. @param {Step[]} steps */
  async look(steps) {
    this.shown = steps;
    this.preview.forget();
    const address = new URL(`${this.address}/board.svg`, location.href);
    for (const { word } of steps) address.searchParams.append("move", word);
    const view = chosenView();
    if (view) address.searchParams.set("view", view);
    await this.picture.replace(address.href);
    this.offer();
    this.point();
    this.markLast();
  }

  /** The spots are elsewhere: what is marked moves along. */
  pointAgain() {
    if (!this.picture) return; // still being made
    clearRefusal(this.picture.board);
    this.picture.chooser.show();
    this.markLast();
  }

  /** Marks the last move on the board, and what it has won. */
  markLast() {
    const { board } = this.picture;
    const last = this.shown.at(-1);
    if (!last) return;
    board.mark("last", last.motions.slice(0, 1).map(({ target }) => target));
    board.mark("winning", last.lines.flat());
    board.join("winning-line", last.lines);
  }

  /** Says which move of the solution is on the board. */
  point() {
    for (const [at, button] of element("line").querySelectorAll("button").entries()) {
      if (!this.isTry && at + 1 === this.shown.length) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }
}

/** Time to see a move before the next one is made. */
function pause() {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}

new Page();
