// A tutorial: one step after another on a live board. The server judges every touch and move.
import { Picture } from "../board/picture.js";
import { motionsAt, Preview } from "../board/preview.js";
import { perform } from "../board/motion.js";
import { markHint, NO_HINT, revealHint } from "../board/hint.js";
import { nextPrompt, showPrompt } from "../board/prompt.js";
import { clearRefusal } from "../board/refusal.js";
import { showTouchButtons } from "../board/touch_buttons.js";
import { bindViews, chosenView } from "../board/views.js";
import { analysisLink } from "../lib/analysis_link.js";
import { say } from "../lib/language.js";
import { notice } from "../lib/narrate.js";
import { listenForHelp } from "../lib/page_keys.js";
import { sound } from "../lib/sound.js";
import { learn, learned } from "./learned.js";

/** @typedef {import("../lib/types.js").TutorialStep} Step */
/** @typedef {import("../lib/types.js").TutorialTurn} Turn */
/** @typedef {import("../lib/types.js").TutorialAnswer} Answer */
/** @typedef {import("../lib/types.js").PuzzleStep} Move a move, and what it does */

const PAUSE = 700; // milliseconds between two moves that are shown

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

class Page {
  /** @type {Step} */
  step = JSON.parse(element("tutorial").textContent || "{}");
  /** @type {Turn | null} what may be done now; nothing once the step is done, or a move was wrong */
  turn = this.step.turn;
  /** @type {string[]} the moves on the board */
  line = [];
  /** @type {string[][]} what was won by the last of them */
  won = [];
  /** @type {import("../board/hint.js").Hint} */
  hint = NO_HINT;
  hints = 0; // how many were given
  visit = 0; // counts what is shown, so that a late answer is dropped

  constructor() {
    this.picture = new Picture(element("board"), {
      move: (word, spot) => this.answer(word, spot),
      wrong: (touched, spot) => this.explain(touched, spot),
      change: () => this.changed(),
      arranged: () => this.markAgain(),
    });
    this.preview = new Preview(element("board"), () => this.picture.chooser, (touched) => this.motions(touched));
    element("retry").addEventListener("click", () => this.again());
    element("hint").addEventListener("click", () => this.giveHint());
    for (const link of document.querySelectorAll("a[data-step], #next, [data-end-of] a")) {
      link.addEventListener("click", (event) => this.follow(event, link));
    }
    addEventListener("popstate", () => this.open(this.addressed ?? this.firstUndone));
    bindViews(() => this.look());
    listenForHelp();
    this.begin();
    const wanted = this.addressed ?? this.firstUndone;
    if (wanted !== this.step.name) void this.open(wanted);
  }

  get root() {
    return `/learn/${this.step.game}`;
  }

  /** The step that the address names, if any. */
  get addressed() {
    return location.pathname.slice(this.root.length + 1) || null;
  }

  /** Where this browser left off, or the first one when all is done. */
  get firstUndone() {
    const names = [...document.querySelectorAll("a[data-step]")]
      .map((link) => (link instanceof HTMLElement ? link.dataset.step || "" : ""));
    const done = learned();
    return (names.find((name) => !done.includes(name)) ?? names[0]).split(" ")[1];
  }

  /** Goes to the step of a link without leaving the page. @param {Event} event @param {Element} link */
  follow(event, link) {
    if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    const address = link.getAttribute("href") ?? this.root;
    history.pushState(null, "", address);
    void this.open(this.addressed ?? this.firstUndone);
  }

  /** @param {string} name */
  async open(name) {
    const visit = ++this.visit;
    const answer = await fetch(`${this.root}/${name}/step.json`);
    if (!answer.ok || visit !== this.visit) return;
    this.step = await answer.json();
    this.begin();
    await this.look();
    this.focusBoard();
  }

  /** Shows the task of the step. */
  begin() {
    const { step } = this;
    this.hints = 0;
    this.picture.arrange(step.turn.seat);
    element("task").textContent = step.task;
    element("count").textContent = say("{title}: step {number} of {last}", {
      title: step.title, number: String(step.number), last: String(step.last),
    });
    element("caption").textContent = step.caption;
    const sign = document.getElementById("sign");
    sign?.toggleAttribute("hidden", !step.sign);
    sign?.querySelector("use")?.setAttribute("href", `#${step.game}-${step.sign}`);
    for (const link of document.querySelectorAll("a[data-step]")) {
      const isHere = link instanceof HTMLElement && link.dataset.step === `${step.game} ${step.name}`;
      if (isHere) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    if (step.next) element("next").setAttribute("href", `${this.root}/${step.next}`);
    this.reset();
  }

  /** Back to the position of the step. */
  reset() {
    this.line = [];
    this.won = [];
    this.hint = NO_HINT;
    notice("");
    this.offer(this.step.turn);
  }

  /** @param {Turn | null} turn */
  offer(turn) {
    this.turn = turn;
    this.preview.forget();
    this.show({});
    this.picture.chooser.offer(turn?.paths ?? {}, this.step.turn.seat, turn?.more_paths ?? {});
    this.picture.keys.settle();
  }

  /** Which buttons there are. @param {{retry?: boolean, next?: boolean}} what */
  show({ retry = false, next = false }) {
    element("retry").hidden = !retry;
    element("next").hidden = !next || !this.step.next;
    for (const end of document.querySelectorAll("[data-end-of]")) {
      if (end instanceof HTMLElement) {
        end.hidden = !next || this.step.next !== null || end.dataset.endOf !== this.step.track;
      }
    }
    element("hint").hidden = retry || next;
    this.nameHint();
    const { line, step: { game, options, turn: { position } } } = this;
    element("analyse").setAttribute("href", analysisLink({ game, options, position, words: line }));
  }

  nameHint() {
    element("hint").textContent = this.hints < this.step.hints.length ? say("Hint") : say("Show me");
  }

  /** Something else may be touched now. */
  changed() {
    if (!this.picture) return; // still being made
    const { chooser, board } = this.picture;
    const { touched } = chooser.path;
    if (touched.length && element("notice").classList.contains("is-wrong")) notice("");
    if (touched.length) clearRefusal(board);
    showPrompt(nextPrompt(this.turn?.prompts ?? {}, touched) ?? "");
    showTouchButtons(chooser, this.turn?.buttons ?? {}, this.hint.path);
    markHint(board, chooser, this.hint);
    void this.preview?.show();
  }

  /** What the moves do that begin with these touches. @param {string[]} touched */
  async motions(touched) {
    const { turn, step: { game, options } } = this;
    const found = turn ? await motionsAt({ game, options, position: turn.position }, touched) : {};
    return turn === this.turn ? found : {};
  }

  /** The next hint, and in the end a way to do it. */
  giveHint() {
    const { hints, turn } = this.step;
    if (this.hints < hints.length) {
      notice(hints[this.hints]);
      this.hints += 1;
      return this.nameHint();
    }
    const { shown, motions } = this.turn ?? turn;
    this.hint = { path: [...shown], motions };
    notice(this.turn?.advice ?? "");
    this.picture.chooser.clear();
    void revealHint(this.picture.board, this.picture.chooser, this.hint);
  }

  /** @param {string} what @param {object} body */
  async ask(what, body) {
    const visit = ++this.visit;
    const answer = await fetch(`${this.root}/${this.step.name}/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return visit === this.visit && answer.ok ? answer.json() : null;
  }

  /** Says why a touch begins nothing; a step may ask for that. @param {string[]} touched @param {string | undefined} spot */
  async explain(touched, spot) {
    if (!this.turn) return;
    const { board } = this.picture;
    clearRefusal(board);
    /** @type {import("../lib/types.js").TutorialRefusal | null} */
    const found = await this.ask("touch", { moves: this.line, touched });
    if (!found) return;
    if (found.done) {
      this.finish(found.said);
    } else {
      sound("wrong");
      notice(found.sentence ?? "", { wrong: true });
    }
    const { places } = found;
    board.mark("forbidding", places);
    if (spot) board.join("link", places.filter((at) => at !== spot).map((at) => [spot, at]));
  }

  /** @param {string} word @param {string | undefined} spot */
  async answer(word, spot) {
    this.hint = NO_HINT;
    notice("");
    /** @type {Answer | null} */
    const found = await this.ask("move", { moves: [...this.line, word] });
    if (!found) return this.picture.chooser.clear();
    const visit = this.visit;
    this.turn = null; // while moves are shown
    for (const [at, move] of found.steps.entries()) {
      if (at) await pause();
      if (visit !== this.visit) return;
      await this.play(move, at ? undefined : spot);
    }
    if (visit !== this.visit) return;
    if (found.verdict === "done") return this.finish(found.said);
    if (found.verdict === "wrong") return this.missed(found.said);
    notice(found.said);
    this.offer(found.turn);
  }

  /** Makes a move on the board. @param {Move} move @param {string} [spot] */
  async play(move, spot) {
    const { board } = this.picture;
    board.unmark("chosen", "target", "last");
    sound("move");
    if (!board.refetched) await perform(board, move.motions, { preferred: spot });
    this.line.push(move.word);
    this.won = move.lines.map((line) => [...line]);
    await this.look();
    this.picture.board.mark("last", move.motions.slice(0, 1).map(({ target }) => target));
  }

  /** @param {string} said */
  finish(said) {
    learn(this.step.game, this.step.name);
    this.stop();
    notice(said, { right: true });
    this.show({ next: true });
    const on = this.step.next ? element("next") : document.querySelector("[data-end-of]:not([hidden]) button");
    if (on instanceof HTMLElement) on.focus({ preventScroll: true });
  }

  /** @param {string} said */
  missed(said) {
    this.stop();
    notice(said, { wrong: true });
    this.show({ retry: true });
    element("retry").focus({ preventScroll: true });
  }

  /** Nothing may be touched. */
  stop() {
    this.turn = null;
    this.hint = NO_HINT;
    this.picture.chooser.offer({}, this.step.turn.seat);
  }

  /** Tries the step again. */
  async again() {
    this.visit += 1;
    this.reset();
    await this.look();
    this.focusBoard();
  }

  focusBoard() {
    const spot = this.picture.board.svg.querySelector(".spot[tabindex='0']");
    if (spot instanceof SVGElement) spot.focus({ preventScroll: true });
  }

  /** Draws the board as it is now. */
  async look() {
    const address = new URL(`${this.root}/${this.step.name}/board.svg`, location.href);
    for (const word of this.line) address.searchParams.append("move", word);
    const view = chosenView();
    if (view) address.searchParams.set("view", view);
    const visit = this.visit;
    await this.picture.replace(address.href);
    if (visit !== this.visit) return;
    this.picture.arrange(this.step.turn.seat);
    const { chooser, keys } = this.picture;
    chooser.offer(this.turn?.paths ?? {}, this.step.turn.seat, this.turn?.more_paths ?? {});
    keys.settle();
    this.markAgain();
  }

  /** The spots are elsewhere: what is marked moves along. */
  markAgain() {
    if (!this.picture) return; // still being made
    const { board, chooser } = this.picture;
    chooser.show();
    board.mark("winning", this.won.flat());
    board.join("winning-line", this.won);
  }
}

/** Time to see a move before the next one is made. */
function pause() {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}

new Page();
