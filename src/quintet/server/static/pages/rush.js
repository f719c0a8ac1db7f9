// Rush: puzzles one after the other until the time is up. A wrong move leads on to the next, too.
import { clockText, rushOrder } from "./rush_order.js";
import { best, keepBest } from "./rush_results.js";
import { remember, seen } from "./solved_puzzles.js";
import { listenForHelp } from "../lib/page_keys.js";
import { counted, say } from "../lib/language.js";
import { narrate, notice } from "../lib/narrate.js";
import { Picture } from "../board/picture.js";
import { motionsAt, Preview } from "../board/preview.js";
import { nextPrompt, showPrompt } from "../board/prompt.js";
import { perform } from "../board/motion.js";
import { sound } from "../lib/sound.js";
import { showTouchButtons } from "../board/touch_buttons.js";
import { bindViews, chosenView } from "../board/views.js";

/** @typedef {import("../lib/types.js").RushTask} Task */
/** @typedef {import("../lib/types.js").RushData} Data */

const TICK = 200; // milliseconds
const TOLD = [60, 30, 10]; // seconds left that are announced

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

class Rush {
  /** @type {Data} */
  data = JSON.parse(element("rush").textContent || "{}");
  /** @type {number[]} the puzzles to come */
  order = [];
  /** @type {number[]} */
  missed = [];
  solved = 0;
  /** @type {Task | null} on the board */
  task = null;
  /** @type {Promise<Task | null> | null} the next one, fetched ahead */
  ahead = null;
  ends = 0; // when the time is up; 0 while nothing runs
  told = 0; // how many of the announcements were made
  ticking = 0;

  constructor() {
    this.picture = new Picture(element("board"), {
      move: (word, spot) => this.answer(word, spot),
      wrong: () => sound("wrong"),
      change: () => this.changed(),
      arranged: () => this.picture?.chooser.show(),
    });
    this.preview = new Preview(element("board"), () => this.picture.chooser, (touched) => this.motions(touched));
    this.picture.chooser.offer({}, 0, {});
    element("start").addEventListener("click", () => this.start());
    element("stop").addEventListener("click", () => this.end());
    bindViews(() => this.draw());
    listenForHelp();
    this.showTally();
  }

  async start() {
    this.order = rushOrder(this.data.levels, Math.random);
    this.missed = [];
    this.solved = this.told = 0;
    this.ahead = null;
    element("start").hidden = true;
    element("result").hidden = true;
    notice("");
    await this.next();
    if (!this.task) return;
    element("board").classList.remove("is-waiting");
    element("stop").hidden = false;
    this.ends = Date.now() + 1000 * this.data.seconds;
    this.ticking = window.setInterval(() => this.tick(), TICK);
    this.showTally();
    this.focusBoard();
  }

  /** Shows the time, tells now and then how much is left, and ends the rush. */
  tick() {
    const left = this.ends - Date.now();
    if (left <= 0) return this.end();
    element("time").textContent = clockText(left);
    const next = TOLD[this.told];
    if (next && left <= 1000 * next) {
      this.told += 1;
      narrate(counted("{count} second left.", "{count} seconds left.", next));
    }
  }

  /** Puts the next puzzle on the board. */
  async next() {
    const task = await (this.ahead ?? this.fetch());
    this.ahead = null;
    if (!task) return this.ends ? this.end() : this.fail();
    this.task = task;
    await this.draw();
    this.ahead = this.fetch();
  }

  /** @returns {Promise<Task | null>} */
  async fetch() {
    const number = this.order.shift();
    if (!number) return null;
    try {
      const answer = await fetch(`/puzzles/${this.data.game}/${number}/task`);
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  fail() {
    element("start").hidden = false;
    notice(say("The puzzles could not be loaded. Try again."), { wrong: true });
  }

  /** Draws the position of the puzzle, and lets a move be made. */
  async draw() {
    const { task } = this;
    const number = task?.number ?? this.data.levels[0][0];
    const address = new URL(`/puzzles/${this.data.game}/${number}/board.svg`, location.href);
    const view = chosenView();
    if (view) address.searchParams.set("view", view);
    const shown = await this.picture.replace(address.href);
    if (!shown || task !== this.task) return;
    this.preview.forget();
    if (!task) return this.picture.chooser.offer({}, 0, {});
    this.picture.arrange(task.seat);
    this.picture.chooser.offer(task.paths, task.seat, task.more_paths);
    this.ask();
    this.picture.keys.settle();
  }

  /** What the moves do that begin with these touches. @param {string[]} touched */
  async motions(touched) {
    const { task } = this;
    const found = task ? await motionsAt(task, touched) : {};
    return task === this.task ? found : {};
  }

  ask() {
    if (!this.task) return;
    const { game, task, prompts, asked_piece: piece } = this.task;
    const { touched } = this.picture.chooser.path;
    showPrompt(nextPrompt(prompts, touched) ?? task, { game, piece });
  }

  changed() {
    if (!this.picture || !this.task) return;
    this.ask();
    showTouchButtons(this.picture.chooser, this.task.buttons, []);
    void this.preview.show();
  }

  /** @param {string} word @param {string | undefined} spot */
  async answer(word, spot) {
    const { task } = this;
    if (!task || !this.ends) return;
    this.task = null; // one answer each
    const right = word === task.answer.word;
    sound(right ? "move" : "wrong");
    if (right) this.count(task);
    else this.missed.push(task.number);
    notice(right ? say("Right.") : say("Wrong. The right move: {move}", { move: task.answer.said }), { right, wrong: !right });
    this.showTally();
    const { board } = this.picture;
    board.unmark("chosen", "target", "last");
    if (right && !board.refetched) await perform(board, task.answer.motions, { preferred: spot });
    if (!this.ends) return;
    await this.next();
    this.focusBoard();
  }

  /** @param {Task} task */
  count(task) {
    this.solved += 1;
    const name = `${task.game} ${task.position}`;
    if (!seen().includes(name)) remember(name);
  }

  /** Where the keyboard goes on, unless it is elsewhere on purpose. */
  focusBoard() {
    const { activeElement: now } = document;
    if (now && now !== document.body && now !== element("start")) return;
    const spot = this.picture.board.svg.querySelector(".spot[tabindex='0']");
    if (spot instanceof SVGElement) spot.focus({ preventScroll: true });
  }

  showTally() {
    const known = best(this.data.game);
    element("count").textContent = String(this.solved);
    element("best").textContent = known === null ? "–" : String(known);
    if (!this.ends) element("time").textContent = clockText(1000 * this.data.seconds);
  }

  /** Shows what was reached. */
  end() {
    clearInterval(this.ticking);
    this.ends = 0;
    this.task = null;
    const before = best(this.data.game);
    keepBest(this.data.game, this.solved);
    this.picture.chooser.offer({}, 0, {});
    element("board").classList.add("is-waiting");
    element("stop").hidden = true;
    element("start").hidden = false;
    element("start").textContent = say("Play again");
    element("touches").replaceChildren();
    const isBest = before !== null && this.solved > before;
    element("result-title").textContent = isBest
      ? say("Solved: {count}. Your best so far!", { count: this.solved })
      : say("Solved: {count}", { count: this.solved });
    showPrompt(say("The rush is over."));
    notice("");
    this.showMissed();
    this.showTally();
    element("result").hidden = false;
    element("result-title").focus();
  }

  showMissed() {
    element("missed").hidden = this.missed.length === 0;
    element("missed-list").replaceChildren(...this.missed.map((number) => {
      const link = document.createElement("a");
      link.className = "button";
      link.href = `/puzzles/${this.data.game}/${number}`;
      link.textContent = String(number);
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
  }
}

new Rush();
