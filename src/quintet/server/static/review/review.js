// The review of a game: follows it as it is made, and shows every move with what was better.
import { perform, undone } from "../board/motion.js";
import { Picture } from "../board/picture.js";
import { showPrompt } from "../board/prompt.js";
import { bindViews, chosenView } from "../board/views.js";
import { say } from "../lib/language.js";
import { notice } from "../lib/narrate.js";
import { listenForHelp, listenForSteps } from "../lib/page_keys.js";
import { sound } from "../lib/sound.js";
import { ReviewChart } from "./chart.js";
import { showPlayers } from "./players.js";
import { ReviewedMoves } from "./moves.js";

/** @typedef {import("../lib/types.js").PuzzleStep} Step */
/** @typedef {import("../lib/types.js").ReviewedMove} Move */
/** @typedef {import("../lib/types.js").ReviewAnswer} Answer */

const PAUSE = 700; // milliseconds between two moves of a line that is played
const MARKS = ["last", "winning", "target", "chosen"];

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

class ReviewPage {
  /** @type {import("../lib/types.js").ReviewPageData} */
  data = JSON.parse(element("review").textContent || "{}");
  /** @type {number} how many plies the board shows */
  ply = this.data.total;
  /** @type {number} how many moves of the better line it shows instead of the ply's own */
  steps = 0;
  isDone = false;

  constructor() {
    this.chart = new ReviewChart(element("chart"), (ply) => this.show(ply));
    this.moves = new ReviewedMoves(
      /** @type {HTMLOListElement} */ (element("moves")), this.data.game, (ply) => this.show(ply));
    this.picture = new Picture(element("board"), {
      move: () => undefined,
      wrong: () => undefined,
      change: () => undefined,
      arranged: () => this.mark(),
    });
    this.picture.arrange(this.data.seat);
    this.rest();
    element("next-mistake").addEventListener("click", () => this.nextMistake());
    element("play-line").addEventListener("click", () => this.playLine());
    element("leave-line").addEventListener("click", () => this.show(this.ply));
    element("again").addEventListener("click", () => this.follow());
    for (const button of document.querySelectorAll("button[data-step]")) {
      const way = /** @type {import("../lib/step_keys.js").Way} */ (button.getAttribute("data-step"));
      button.addEventListener("click", () => this.step(way));
    }
    bindViews(() => this.look());
    listenForSteps((way) => this.step(way), () => false);
    listenForHelp();
    this.follow();
  }

  get address() {
    return `/api/v1/tables/${this.data.table}/review`;
  }

  /** The move that led to the board, once it is judged. */
  get move() {
    return this.moves.at(this.ply);
  }

  /** Asks for the review, and shows it as it is made. */
  async follow() {
    element("again").hidden = true;
    element("standing").textContent = "";
    let method = "POST";
    while (!this.isDone) {
      const answer = await fetch(`${this.address}?after=${this.moves.count}`, { method }).catch(() => null);
      if (!answer?.ok) return this.fail(answer);
      this.take(await answer.json());
      method = "GET";
    }
  }

  /** Says why there is no review, and lets it be asked for again. @param {Response | null} answer */
  async fail(answer) {
    const problem = await answer?.json().catch(() => null);
    element("standing").classList.remove("aside");
    element("standing").textContent = problem?.detail ?? say("The server cannot be reached.");
    element("again").hidden = false;
  }

  /** @param {Answer} answer */
  take({ done, judged, total, moves, players, overlooked, mistakes, chart }) {
    for (const move of moves) this.moves.add(move);
    this.chart.draw(chart, this.ply);
    showPlayers(/** @type {HTMLTableElement} */ (element("players")), players, this.data.grades);
    /** @type {HTMLProgressElement} */ (element("progress")).value = judged;
    this.isDone = done && this.moves.count === total;
    if (moves.some(({ ply }) => ply === this.ply)) this.tell();
    this.moves.select(this.ply, this.data.total);
    if (this.isDone) this.finish(overlooked, mistakes);
  }

  /** @param {string[]} overlooked @param {number[]} mistakes */
  finish(overlooked, mistakes) {
    element("working").hidden = true;
    const standing = element("standing");
    standing.textContent = this.moves.count ? say("The review is complete.") : say("No moves were played.");
    standing.classList.toggle("aside", this.moves.count > 0); // everybody else sees it
    element("next-mistake").hidden = !this.moves.mistakes.length;
    element("retry").hidden = !mistakes.length;
    const list = element("overlooked");
    list.hidden = !overlooked.length;
    list.replaceChildren(...overlooked.map((said) => {
      const item = document.createElement("li");
      item.textContent = said;
      return item;
    }));
  }

  nextMistake() {
    const next = this.moves.mistakes.find(({ ply }) => ply > this.ply) ?? this.moves.mistakes[0];
    if (next) this.show(next.ply);
  }

  /** @param {import("../lib/step_keys.js").Way} way */
  step(way) {
    const { total } = this.data;
    const aim = { first: 0, back: this.ply - 1, on: this.ply + 1, last: total }[way];
    if (aim >= 0 && aim <= total) this.show(aim);
  }

  /** Shows the board after so many plies. @param {number} ply */
  async show(ply) {
    const [from, fromLine] = [this.ply, this.steps > 0];
    [this.ply, this.steps] = [ply, 0];
    this.tell();
    const back = ply < from;
    const motions = this.moves.at(back ? from : ply)?.motions;
    const near = Math.abs(ply - from) === 1 && !fromLine;
    await this.go(near ? motions : undefined, back);
  }

  /** Shows some moves of the better line. @param {number} steps */
  async showLine(steps) {
    const near = steps === this.steps + 1 && this.steps > 0;
    this.steps = steps;
    this.tell();
    const before = this.move?.better[steps - 1];
    await this.go(near ? before?.motions : undefined);
  }

  /** Plays the better line from its beginning, a move at a time. */
  async playLine() {
    const { move } = this;
    if (!move) return;
    for (let steps = 1; steps <= move.better.length; steps += 1) {
      if (steps > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (this.move !== move || (steps > 1 && this.steps !== steps - 1)) return; // somebody went elsewhere
      await this.showLine(steps);
    }
  }

  /**
   * Moves the pieces where that is all, and fetches the picture.
   * @param {import("../lib/types.js").Motion[]} [motions] @param {boolean} [back]
   */
  async go(motions, back = false) {
    const { board } = this.picture;
    const aim = this.drawing();
    board.unmark(...MARKS);
    board.join("winning-line", []);
    if (motions && !board.refetched && await perform(board, back ? undone(motions) : motions)) sound("move");
    if (this.drawing() === aim) await this.look();
  }

  /** The address of the picture. */
  drawing() {
    const line = this.steps ? this.move?.better.slice(0, this.steps) ?? [] : [];
    const query = new URLSearchParams({ ply: String(this.steps ? this.ply - 1 : this.ply) });
    for (const { word } of line) query.append("move", word);
    const view = chosenView();
    if (view) query.set("view", view);
    return `/tables/${this.data.table}/review/board.svg?${query}`;
  }

  async look() {
    await this.picture.replace(this.drawing());
    this.rest();
    this.mark();
  }

  /** Nothing on the board can be played. */
  rest() {
    this.picture.chooser.offer({}, this.data.seat, {});
    this.picture.keys.settle();
  }

  /** Marks the move that led to the board. */
  mark() {
    const shown = this.steps ? this.move?.better[this.steps - 1] : this.move;
    if (!shown || !this.picture) return;
    const { board } = this.picture;
    board.mark("last", shown.motions.slice(0, 1).map(({ target }) => target));
    board.mark("winning", shown.lines.flat());
    board.join("winning-line", shown.lines);
  }

  /** Says which move is on the board, what it is worth, and what was better. */
  tell() {
    const { ply, move } = this;
    const { total } = this.data;
    const line = this.steps ? move?.better[this.steps - 1] : undefined;
    if (line) showPrompt(line.said);
    else if (ply === 0) showPrompt(say("The beginning of the game"));
    else if (move) showPrompt(say("Move {number} of {count}: {said}", { number: ply, count: total, said: move.said }));
    const bad = Boolean(move?.better.length);
    notice(line ? say("Better line, move {number}", { number: this.steps }) : move?.comment ?? "",
      { wrong: bad && !line, right: !line && move?.grade === "best" });
    element("better").hidden = !bad;
    element("leave-line").hidden = !this.steps;
    this.listLine(move);
    this.chart.point(ply);
    this.moves.select(ply, total);
    this.linkAnalysis();
  }

  /** Leads to the analysis board with the game up to what is shown. */
  linkAnalysis() {
    const { game, options, start } = this.data;
    const own = Array.from({ length: this.steps ? this.ply - 1 : this.ply }, (_, at) => this.moves.at(at + 1)?.word ?? "");
    const line = this.steps ? this.move?.better.slice(0, this.steps).map(({ word }) => word) ?? [] : [];
    const known = own.includes("") ? [] : own; // the rest of the game is not judged yet
    const query = new URLSearchParams({ ...options, position: start, moves: [...known, ...line].join(" ") });
    const link = /** @type {HTMLAnchorElement} */ (element("analyse"));
    link.href = `/analysis/${game}?${query}`;
  }

  /** The better line as buttons. @param {Move | undefined} move */
  listLine(move) {
    element("line").replaceChildren(...(move?.better ?? []).map(({ said }, at) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = said;
      if (at + 1 === this.steps) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => this.showLine(at + 1));
      item.append(button);
      return item;
    }));
  }
}

new ReviewPage();
