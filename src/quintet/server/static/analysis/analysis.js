// The analysis board: free moves for all sides, a tree of variations, and what the engine knows of them.
import { choose, settings } from "../lib/settings.js";
import { listenForHelp, listenForSteps } from "../lib/page_keys.js";
import { narrate, notice } from "../lib/narrate.js";
import { say } from "../lib/language.js";
import { sound } from "../lib/sound.js";
import { perform, undone } from "../board/motion.js";
import { Picture } from "../board/picture.js";
import { Preview } from "../board/preview.js";
import { nextPrompt, showPrompt } from "../board/prompt.js";
import { clearRefusal, showRefusal } from "../board/refusal.js";
import { showTouchButtons } from "../board/touch_buttons.js";
import { bindViews, chosenView } from "../board/views.js";
import { bindScreen } from "../table/screen.js";
import { showMoveValues } from "../table/values.js";
import { bindActions, showActions } from "./actions.js";
import { Drawing } from "./drawing.js";
import { History } from "./history.js";
import { showEvaluation, showLines, showSearch, showTable } from "./found.js";
import { bounded, Searches } from "./searches.js";
import { showTree } from "./tree_view.js";

/** @typedef {import("../lib/types.js").BoardTurn} Turn */
/** @typedef {import("../lib/types.js").LinesMessage} Lines */
/** @typedef {import("../lib/types.js").Motion} Motion */
/** @typedef {import("./tree.js").Node} Node */

const REST = 60; // milliseconds on one position before it is searched: people step on quickly
const SECONDS = 15; // of a search
const MAX_SECONDS = 60;

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

export class Page {
  /** @type {import("../lib/types.js").AnalysisData} */
  data = JSON.parse(element("analysis").textContent || "{}");
  history = new History(this.data.study?.text ?? this.data.moves.join(" "), this.data.study !== null);
  /** @type {Turn} the position on the board */
  turn = this.data.turn;
  /** @type {Map<string, Promise<Turn>>} what is known of positions, by the moves that lead there */
  turns = new Map([["", Promise.resolve(this.data.turn)]]);
  /** @type {Map<string, Lines>} the same for what was found */
  found = new Map();
  /** @type {Map<string, Turn>} those that have arrived */
  known = new Map([["", this.data.turn]]);
  /** @type {Map<string, Record<string, import("../lib/types.js").MoveResults>>} and for what was played here */
  played = new Map();
  asked = 0; // counts what is to be shown, so that late answers are known
  /** @type {Node | null} whose position is on the board, if one is */
  shown = this.history.tree.root;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  searchProblem = "";
  searched = -Infinity; // when a search was begun

  constructor() {
    this.picture = new Picture(element("board"), {
      move: (word, spot) => void this.play(word, spot),
      wrong: (touched, spot) => void this.explain(touched, spot),
      change: () => this.changed(),
      arranged: () => this.update(),
    });
    this.preview = new Preview(element("board"), () => this.picture.chooser, () => Promise.resolve(this.motions()));
    this.drawing = new Drawing(element("board"), () => this.picture.board, (from, to) => this.draw(from, to));
    this.searches = new Searches((key, lines) => this.hear(key, lines), (problem) => {
      this.searchProblem = problem?.detail ?? say("The connection is lost. Trying again.");
      this.showFound();
    });
    bindActions(this);
    bindViews(() => void this.redraw());
    bindScreen(() => this.picture.arrange((this.picture.bottom + 1) % this.data.seats));
    listenForSteps((way) => void this.look(this.tree.step(way)), () => this.picture.chooser.path.touched.length > 0);
    listenForHelp();
    this.history.listen(() => void this.reopen());
    void this.open();
  }

  get tree() {
    return this.history.tree;
  }

  /** The moves that lead to the current position, as the key of what is known of it. */
  get key() {
    return keyOf(this.tree, this.tree.current);
  }

  /** Where a node is, for the server. @param {Node} node */
  place(node) {
    const { game, options, position } = this.data.turn;
    return { game, options, position, moves: this.tree.words(node) };
  }

  /** Shows the current position of a tree that is new. */
  async open() {
    const { root, current } = this.tree;
    if (this.turn === this.data.turn) this.shown = root; // as the page comes
    if (current === root && this.shown === root) return this.settle(this.data.turn);
    await this.look(current);
  }

  /** Shows a tree in place of another one. */
  async reopen() {
    this.shown = null; // its nodes are others
    await this.look(this.tree.current);
  }

  /** @param {Node} node @returns {Promise<Turn>} */
  turnOf(node) {
    const key = keyOf(this.tree, node);
    const asked = this.turns.get(key) ?? fetchTurn(this.place(node));
    this.turns.set(key, asked);
    asked.then((turn) => this.known.set(key, turn), () => this.turns.delete(key));
    return asked;
  }

  /** What is known of the move to a node, without asking. @param {Node} node */
  moveTo(node) {
    return node.parent ? this.known.get(keyOf(this.tree, node.parent))?.moves[node.word] : undefined;
  }

  /** @param {string} word @param {string | undefined} spot where it was begun */
  async play(word, spot) {
    const { motions } = this.turn.moves[word];
    this.history.note();
    const node = this.tree.play(word);
    if (!node) {
      notice(say("The tree is full. Delete a variation first."), { wrong: true });
      return this.picture.chooser.clear();
    }
    notice("");
    await this.arrive(node, motions, spot);
  }

  /** Plays a whole line from the current position. @param {string[]} words */
  async playLine(words) {
    const [first] = words;
    if (words.length === 1 && this.turn.moves[first]) return this.play(first, undefined);
    this.history.note();
    for (const word of words) this.tree.play(word);
    await this.look(this.tree.current);
  }

  /** Goes to another position: one step is a motion, more are a fresh drawing. @param {Node} node */
  async look(node) {
    const { shown } = this;
    this.tree.current = node;
    notice("");
    if (shown && node.parent === shown) return this.arrive(node, this.moveTo(node)?.motions);
    const back = shown && shown.parent === node ? this.moveTo(shown)?.motions : undefined;
    return this.arrive(node, back && undone(back));
  }

  /**
   * Moves the pieces at once, while the server is asked what comes next.
   * @param {Node} node @param {Motion[]} [motions] none for a fresh drawing @param {string} [spot]
   */
  async arrive(node, motions, spot) {
    const number = ++this.asked;
    const { board } = this.picture;
    const isMoved = motions !== undefined && !board.refetched;
    this.preview.forget();
    this.search();
    board.unmark("chosen", "target", "forbidding", "last", "origin", "winning");
    for (const kind of ["winning-line", "link"]) board.join(kind, []);
    showMoveValues(board, {}, null);
    this.shown = isMoved ? node : null;
    const moved = isMoved ? this.move(motions, spot) : undefined;
    if (motions) sound("move");
    /** @type {Turn} */
    let turn;
    try {
      [turn] = await Promise.all([this.turnOf(node), moved]);
    } catch (problem) {
      return this.leave(node, problem);
    }
    if (number !== this.asked) return; // somebody has gone on
    if (!isMoved) await this.picture.replace(this.drawingOf(turn));
    if (number !== this.asked) return;
    this.shown = node;
    this.picture.board.relabel(turn.labels);
    this.settle(turn);
    narrate(this.moveTo(node)?.said ?? "");
    if (turn.outcome) narrate(turn.prompt);
  }

  /** Begins a motion, in sight; a picture that lacks something is drawn again. @param {Motion[]} motions @param {string} [preferred] */
  async move(motions, preferred) {
    const { board } = this.picture;
    if (motions[0]) await board.reveal([motions[0].target]);
    void perform(board, motions, { preferred, seen: !document.hidden }).then((done) => (done ? undefined : this.redraw()));
  }

  /** A move that a link has, but the rules do not. @param {Node} node @param {unknown} problem */
  async leave(node, problem) {
    this.tree.remove(node);
    this.shown = null;
    await this.look(this.tree.current);
    notice(problem instanceof Error ? problem.message : "", { wrong: true });
  }

  /** The board shows a turn: offer its moves. @param {Turn} turn */
  settle(turn) {
    this.turn = turn;
    this.update();
    void this.explore();
    if (turn === this.data.turn && !this.timer) this.search(); // the first one
  }

  async redraw() {
    await this.picture.replace(this.drawingOf(this.turn));
    this.update();
  }

  /** The address of a picture. @param {Turn} turn @param {Record<string, string>} [more] */
  drawingOf({ game, options, position }, more = {}) {
    const view = chosenView();
    const query = new URLSearchParams({ ...options, position, ...(view ? { view } : {}), ...more });
    return `/analysis/${game}/board.svg?${query}`;
  }

  /** Everything beside the pieces. */
  update() {
    if (!this.searches) return; // still being made
    const { turn, tree, picture: { board, chooser, keys } } = this;
    this.history.keep();
    chooser.offer(turn.paths, turn.seat, turn.more_paths);
    void this.markLast();
    board.mark("winning", turn.winning.flat());
    board.join("winning-line", turn.winning);
    this.drawing.show(tree.current.shapes);
    showTree(element("tree"), turn.game, tree, (node) => this.moveTo(node)?.said ?? "", (node) => void this.look(node));
    keys.settle();
    this.showFound();
  }

  /** Where the last piece came from, and where it went. */
  async markLast() {
    const { tree: { current }, picture: { board } } = this;
    if (current.parent) await this.turnOf(current.parent);
    if (this.tree.current !== current || board !== this.picture.board) return;
    const [moved] = this.moveTo(current)?.motions ?? [];
    board.mark("origin", moved && !board.isStore(moved.origin) ? [moved.origin] : []);
    board.mark("last", moved ? [moved.target] : []);
  }

  /** Something else may be touched now. */
  changed() {
    if (!this.searches) return; // still being made
    const { turn, picture: { board, chooser } } = this;
    if (chooser.path.touched.length) {
      notice("");
      clearRefusal(board);
    }
    const { waiting, path: { touched } } = chooser;
    const asked = waiting ? say("Confirm your move, or choose another.") : nextPrompt(turn.prompts, touched);
    showPrompt(asked ?? turn.prompt, { game: turn.game, piece: turn.asked_piece });
    showTouchButtons(chooser, turn.buttons, []);
    void this.preview.show();
    this.showValues();
  }

  /** What the moves do that can be made now. @returns {Record<string, Motion[]>} */
  motions() {
    return Object.fromEntries(Object.entries(this.turn.moves).map(([word, { motions }]) => [word, motions]));
  }

  /** Says why a touch begins nothing. @param {string[]} touched @param {string | undefined} spot */
  async explain(touched, spot) {
    const { board } = this.picture;
    clearRefusal(board);
    sound("wrong");
    const { game, options, position, prompt } = this.turn;
    const answer = await post("/api/v1/positions/why", { game, options, position, touched });
    await showRefusal(board, answer, spot, prompt);
  }

  /** @param {string} from @param {string} to */
  draw(from, to) {
    this.history.note();
    this.tree.draw(from, to);
    this.drawing.show(this.tree.current.shapes);
    this.history.keep();
    showActions(this);
  }

  /** Asks how often the moves from here were played. */
  async explore() {
    const { key } = this;
    if (this.played.has(key)) return;
    const { game, options, position } = this.turn;
    const answer = await post("/api/v1/positions/explore", { game, options, position });
    if (!answer.ok) return;
    this.played.set(key, (await answer.json()).moves);
    if (key === this.key) this.showFound();
  }

  // The engine

  get engineIsOn() {
    return settings().engine === "on";
  }

  /** @param {boolean} on */
  turnEngine(on) {
    choose("engine", on ? "on" : "off");
    this.search();
    this.showFound();
  }

  /** Searches the current position, unless all is known. @param {number} [seconds] */
  search(seconds = SECONDS) {
    clearTimeout(this.timer);
    this.searches.stop();
    this.searchProblem = "";
    const { key, tree: { current } } = this;
    const isKnown = this.found.get(key)?.done && seconds === SECONDS;
    if (!this.engineIsOn || isKnown) return;
    const ask = () => {
      if (current !== this.tree.current) return;
      this.searches.ask({ key, place: bounded(this.place(current), this.turn.position), seconds });
    };
    // Who has rested on a position is answered at once.
    const rest = performance.now() - this.searched > 5 * REST ? 0 : REST;
    this.searched = performance.now();
    this.timer = setTimeout(ask, rest);
  }

  /** Whether a search has ended without knowing all. */
  get mayThinkLonger() {
    const found = this.found.get(this.key);
    return Boolean(this.engineIsOn && found?.done && found.value.known === "searched" && !this.searches.wanted);
  }

  searchLonger() {
    this.search(MAX_SECONDS);
    this.showFound();
  }

  /** Keeps the best that is known of a position. @param {string} key @param {Lines} lines */
  hear(key, lines) {
    const before = this.found.get(key);
    this.searchProblem = "";
    if (!before || lines.done || lines.depth >= before.depth) this.found.set(key, lines);
    if (key === this.key) this.showFound();
  }

  /** What was found, beside the board and on it. */
  showFound() {
    if (this.shown !== this.tree.current) return; // on its way
    const found = this.engineIsOn ? this.found.get(this.key) : undefined;
    /** @param {string[]} words */
    const play = (words) => void this.playLine(words);
    document.body.toggleAttribute("data-engine", this.engineIsOn);
    showEvaluation(found);
    showSearch(found, this.searchProblem);
    showLines(this.turn, found, Number(settings().lines), play);
    showTable(this.turn, found, this.played.get(this.key) ?? {}, play);
    showActions(this);
    this.showValues();
  }

  /** The values of the moves, at their places. */
  showValues() {
    if (this.shown !== this.tree.current) return;
    const { turn, picture: { board, chooser } } = this;
    const lines = (this.engineIsOn && this.found.get(this.key)?.lines) || [];
    const values = lines.flatMap(({ moves, ...value }) => moves.filter((word) => turn.paths[word]).map((word) => (
      [word, { ...value, path: turn.paths[word] }])));
    showMoveValues(board, Object.fromEntries(values), turn.seat, chooser.path);
  }
}

/** @param {import("./tree.js").Tree} tree @param {Node} node */
function keyOf(tree, node) {
  return tree.words(node).join(" ");
}

/** @param {import("./searches.js").Place} place @returns {Promise<Turn>} */
async function fetchTurn(place) {
  const answer = await post("/api/v1/positions/turn", place);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail);
  return body;
}

/** @param {string} address @param {object} body */
function post(address, body) {
  const headers = { "Content-Type": "application/json" };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
}

new Page();
