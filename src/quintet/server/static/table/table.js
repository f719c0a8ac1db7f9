// A table: the board, what is asked, who plays, and everything that can be done beside moving.
import { ask, bindActions } from "./actions.js";
import { markHint, NO_HINT, revealHint } from "../board/hint.js";
import { Chat } from "./chat.js";
import { showConnection } from "./connection.js";
import { showPoints } from "./points.js";
import { signalTurn } from "./turn_signal.js";
import { showClocks } from "./clock.js";
import { say } from "../lib/language.js";
import { Live } from "./live.js";
import { listenForHelp, listenForSteps } from "../lib/page_keys.js";
import { perform, undone } from "../board/motion.js";
import { tellIfAskedToLeave } from "./leaving.js";
import { MoveList } from "./moves.js";
import { narrate, notice } from "../lib/narrate.js";
import { showOutcome } from "./outcome.js";
import { Pace } from "./pace.js";
import { Picture } from "../board/picture.js";
import { Preview } from "../board/preview.js";
import { nextPrompt, showPrompt } from "../board/prompt.js";
import { sound } from "../lib/sound.js";
import { bottomSeat, flip, placeCards } from "./placing.js";
import { askAgain, showPresence } from "./presence.js";
import { bindScreen } from "./screen.js";
import { showTouchButtons } from "../board/touch_buttons.js";
import { RandomSetUp } from "./set_up.js";
import { Values } from "./values.js";
import { bindViews, chosenView } from "../board/views.js";
import { showOpenChairs } from "./open_chairs.js";
import { clearRefusal, showRefusal } from "../board/refusal.js";

/** @typedef {import("../lib/types.js").PresentView & {plies?: Ply[]}} View the plies only at first */
/** @typedef {import("../lib/types.js").Ply} Ply */
/** @typedef {import("../lib/types.js").TableMessage} Message */

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

class Table {
  id = document.body.dataset.table || "";
  /** @type {View} */
  view = JSON.parse(element("table").textContent || "{}");
  /** @type {import("../board/hint.js").Hint} */
  hint = NO_HINT;
  /** @type {string | undefined} the spot from which the move under way was begun */
  began;
  queue = Promise.resolve(); // what happens is shown one thing after the other
  pace = new Pace();
  setUp = new RandomSetUp();
  offered = ""; // the turn that can be played on the board

  constructor() {
    const list = /** @type {HTMLOListElement} */ (element("moves"));
    this.moves = new MoveList(list, this.view.game, (ply) => this.look(ply), (before) => this.fetchPlies(before));
    this.moves.set(this.view.plies ?? []);
    this.moves.select(this.moves.last);
    this.picture = new Picture(element("board"), {
      move: (word, spot) => this.play(word, spot),
      wrong: (touched, spot) => this.explain(touched, spot),
      change: () => this.changed(),
      arranged: () => this.arranged(),
      patience: 80,
    });
    this.preview = new Preview(element("board"), () => this.chooser, (touched) => this.fetchMotions(touched));
    this.place();
    /** @param {Message} message */
    const receive = (message) => {
      this.queue = this.queue.then(() => this.receive(message)).catch(reportError);
    };
    this.live = new Live(this.id, this.view.number, receive, (open) => {
      if (this.live) showConnection(this.live);
      if (open && this.values?.on) this.values.turn(true);
    });
    this.values = new Values(this.live);
    this.chat = new Chat(element("chat"), this.live);
    bindActions(this);
    listenForSteps((way) => this.moves.step(way), () => this.chooser.path.touched.length > 0 && !this.chooser.sent);
    listenForHelp();
    bindViews(() => this.redraw());
    bindScreen(() => this.flip());
    this.update();
  }

  /** Has one's own side at the bottom, or the one this page was flipped to. */
  place() {
    const bottom = bottomSeat(this.id, this.view.seats);
    placeCards(element("seats"), bottom);
    this.picture.arrange(bottom);
  }

  flip() {
    flip(this.id, this.view.seats.length);
    this.place();
  }

  /** The spots are elsewhere: what is marked moves along. */
  arranged() {
    if (!this.values) return; // still being made
    clearRefusal(this.board);
    this.chooser.show();
    this.update();
  }

  get board() {
    return this.picture.board;
  }

  get chooser() {
    return this.picture.chooser;
  }

  /** Whether the board shows the newest position. */
  get isNow() {
    return this.moves.shown === this.moves.last;
  }

  /** The text of the position that is shown. */
  get shownPosition() {
    const { shown } = this.moves;
    if (this.isNow) return this.view.position;
    return shown === 0 ? this.view.start : this.moves.at(shown)?.position ?? this.view.position;
  }

  /** @param {Message} message */
  async receive(message) {
    switch (message.type) {
      case "view": return this.begin(message.view);
      case "events": return this.follow(message);
      case "refused": return this.refuse(message);
      case "hint": return this.showHint(message);
      case "values":
        this.values.hear(message);
        return this.showValues();
      case "chat": return this.chat.hear(message);
      case "presence": return this.greet(message);
      case "thinking":
        this.card(message.seat)?.classList.toggle("is-thinking", message.on);
    }
  }

  /** Somebody has come or gone. @param {import("../lib/types.js").PresenceMessage} message */
  greet({ seats, watchers }) {
    const known = this.view.seats.map((seat) => {
      const present = seats[seat.seat];
      return { ...seat, present, replaceable_in_ms: seat.left || !present ? seat.replaceable_in_ms : null };
    });
    this.view = { ...this.view, seats: known, watchers };
    for (const seat of known) this.updateSeat(seat);
    showPresence(this);
    if (known.some(({ kind, present }) => kind === "person" && !present)) void askAgain(this);
    this.chat.furnish(this.view.rooms, this.hasCompany);
  }

  /** @param {View} view */
  know(view) {
    if (view.rematch_url && !this.view.rematch_url) location.assign(view.rematch_url);
    // Seats are drawn by lot, so the layout of the page may change.
    if (this.view.phase === "open" && view.phase === "playing") location.reload();
    tellIfAskedToLeave(this.view, view);
    this.view = view;
  }

  /**
   * Show a snapshot, after a take-back or lost events.
   * @param {View} view
   */
  async begin(view) {
    const same = view.position === this.view.position;
    this.know(view);
    this.moves.set(view.plies ?? []);
    this.moves.select(this.moves.last);
    if (!same) {
      this.values.forget();
      await this.picture.replace(this.drawing());
    }
    this.update();
  }

  /** What has just happened. @param {import("../lib/types.js").EventsMessage} message */
  async follow({ view, plies: told }) {
    const plies = told.filter(({ ply }) => ply > this.moves.last);
    const ended = view.outcome !== null && this.view.outcome === null;
    if (this.isEngines(plies[0])) await this.pace.rest();
    const followed = this.isNow;
    this.know(view);
    if (plies.length) {
      this.hint = NO_HINT;
      this.preview.forget();
      if (!this.isStillTold(plies[0])) notice("");
    }
    for (const ply of plies) {
      this.moves.add(ply);
      narrate(ply.said);
    }
    if (followed && plies.length) await this.advance(plies);
    else this.update();
    this.tellClaim(plies);
    this.sounds(plies, ended);
    if (view.outcome) narrate(view.prompt);
    else if (plies.length) narrate(view.prompt);
  }

  /** @param {Ply | undefined} ply */
  isEngines(ply) {
    return ply !== undefined && this.view.seats[ply.seat]?.kind === "engine";
  }

  /**
   * Shows new plies on the board; the last one may still be moving when the next touch comes.
   * @param {Ply[]} plies
   */
  async advance(plies) {
    const preferred = this.began;
    this.began = undefined;
    this.moves.select(this.moves.last);
    this.board.unmark("chosen", "target", "forbidding", "last", "origin", "hint", "hint-from");
    this.board.join("link", []);
    let known = !this.board.refetched;
    for (const [at, ply] of plies.entries()) {
      if (!known) break;
      if (at > 0 && this.isEngines(ply)) await this.pace.rest();
      if (!this.setUp.on) await this.reveal(ply.motions);
      const moving = perform(this.board, ply.motions, { preferred, seen: !document.hidden });
      this.pace.follow(moving);
      this.board.relabel(ply.labels);
      sound("move");
      if (at < plies.length - 1) known = await moving;
      else moving.then((done) => (done ? undefined : this.redraw()));
    }
    if (!known) await this.picture.replace(this.drawing());
    await Promise.resolve(); // a picture that turns follows its pieces first
    this.update();
    if (this.setUp.on) void this.pace.arrived.then(() => this.setUp.next(this.view, this.chooser));
  }

  /** The end of the game, or my turn after another's. @param {Ply[]} plies @param {boolean} ended */
  sounds(plies, ended) {
    const { seats, seat } = this.view;
    if (ended) sound("end");
    else if (seat !== null && seats[seat].here && plies.some((ply) => !seats[ply.seat].here)) sound("turn");
  }

  /** Lets a picture that turns show where the piece goes. @param {import("../lib/types.js").Motion[]} motions */
  async reveal([moved]) {
    if (moved) await this.board.reveal([moved.target]);
  }

  /** Tells everybody what was called in vain, and why. @param {Ply[]} plies */
  tellClaim(plies) {
    const claim = plies.findLast(({ remark }) => remark);
    if (!claim || !this.isNow) return;
    notice(`${claim.said} ${claim.remark}`);
    this.board.mark("forbidding", claim.claimed);
    this.board.join("link", [[...claim.claimed]]);
  }

  /** Whether a turn goes on after a claim in vain, so that the others still read of it. @param {Ply} next */
  isStillTold(next) {
    const before = this.moves.at(next.ply - 1);
    const { mySeat } = this; // people at one screen have all read it
    return Boolean(before?.remark) && before?.seat === next.seat && mySeat !== null && next.seat !== mySeat;
  }

  /** The seat of this device, if it has exactly one. */
  get mySeat() {
    const own = this.view.seats.filter(({ here }) => here);
    return own.length === 1 ? own[0].seat : null;
  }

  async redraw() {
    await this.picture.replace(this.drawing());
    this.update();
  }

  /** The address of the drawing of what is shown. */
  drawing() {
    const address = new URL(`/api/v1/tables/${this.id}/board.svg`, location.href);
    const view = chosenView();
    if (view) address.searchParams.set("view", view);
    if (!this.isNow) address.searchParams.set("ply", String(this.moves.shown));
    return address.href;
  }

  /** Steps to another ply: one step is a motion, more are a fresh drawing. @param {number} ply */
  async look(ply) {
    const from = this.moves.shown;
    this.moves.select(ply);
    this.board.unmark("last", "origin", "target", "chosen", "forbidding", "hint", "hint-from", "winning");
    this.board.join("winning-line", []);
    this.board.join("link", []);
    const back = ply < from;
    const motions = this.moves.at(back ? ply + 1 : ply)?.motions;
    const near = Math.abs(ply - from) === 1 && !this.board.refetched;
    if (near && motions) await this.reveal(motions);
    if (near && motions && await perform(this.board, back ? undone(motions) : motions)) sound("move");
    if (this.moves.shown !== ply) return; // stepped on meanwhile
    await this.picture.replace(this.drawing());
    this.update();
    if (ply > 0) narrate(this.moves.at(ply)?.said ?? "");
  }

  /** The plies before one, as many as the server sends at once. @param {number} before @returns {Promise<Ply[]>} */
  async fetchPlies(before) {
    const answer = await fetch(`/api/v1/tables/${this.id}/plies?before=${before}`);
    return answer.ok ? (await answer.json()).plies : [];
  }

  /** What the moves would do that begin like this. @param {string[]} touched */
  async fetchMotions(touched) {
    const address = `/api/v1/tables/${this.id}/motions?touched=${encodeURIComponent(touched.join(","))}`;
    /** @type {import("../lib/types.js").BegunMoves} */
    const { position, motions } = await (await fetch(address)).json();
    return position === this.view.position ? motions : {};
  }

  /** Everything beside the pieces, from the view. */
  update() {
    const { view, board } = this;
    const over = view.phase === "over";
    document.body.dataset.phase = view.phase;
    signalTurn(view);
    for (const seat of view.seats) this.updateSeat(seat);
    showClocks(view, (seat) => this.card(seat)?.querySelector(".clock") ?? null);
    this.offer(this.isNow && !over ? view.paths ?? {} : {});
    this.showPrompt();
    this.markLast();
    board.mark("winning", this.isNow ? (view.outcome?.lines ?? []).flat() : []);
    board.join("winning-line", this.isNow ? view.outcome?.lines ?? [] : []);
    showOutcome(view, (ply, places) => this.point(ply, places));
    ask.show(this);
    showOpenChairs(this);
    showPresence(this);
    this.chat.furnish(view.rooms, this.hasCompany);
    this.picture.keys.settle();
    this.showValues();
    if (over) this.values.ask(this.moves.shown);
  }

  /** What the position is worth that is shown, and its moves. */
  showValues() {
    if (!this.picture || !this.values) return; // still being made
    const { chooser, isNow, values, moves } = this;
    const { shown } = moves;
    values.tell(shown, !isNow && this.view.phase !== "over");
    if (isNow && chooser.mayMove) values.show(this.board, shown, chooser.seat, chooser.path);
    else values.show(this.board, shown, moves.at(shown + 1)?.seat ?? this.view.seat);
  }

  /** A move that is being put together stays, whatever else happens at the table. @param {Record<string, string[]>} paths */
  offer(paths) {
    const turn = JSON.stringify([this.moves.last, this.view.position, Object.keys(paths)]);
    if (turn === this.offered && !this.chooser.sent && this.chooser.mayMove) return;
    this.offered = turn;
    this.chooser.offer(paths, this.view.seat, this.view.more_paths);
  }

  showPrompt() {
    const { view } = this;
    const isShared = view.seats.filter(({ here }) => here).length > 1;
    const sign = isShared ? view.seats.find(({ is_turn: moves }) => moves)?.sign : "";
    const piece = this.isNow && this.chooser.mayMove ? view.asked_piece || sign || "" : "";
    showPrompt(this.prompt(), { game: view.game, piece });
  }

  prompt() {
    if (!this.isNow) {
      const { shown, last } = this.moves;
      return say("Move {shown} of {last}", { shown, last });
    }
    if (this.view.outcome) return this.view.prompt;
    const { waiting, path: { touched } } = this.chooser;
    if (waiting) return say("Confirm your move, or choose another.");
    return nextPrompt(this.view.prompts ?? {}, touched) ?? this.view.prompt;
  }

  /** Whether anybody is there to talk to; an engine does not listen. */
  get hasCompany() {
    const { seats, watchers, phase } = this.view;
    return phase === "open" || watchers > 0 || seats.some(({ kind, here }) => kind === "person" && !here);
  }

  /** Where a seat's name and clock are. @param {number} seat */
  card(seat) {
    return element("seats").querySelector(`[data-seat="${seat}"]`);
  }

  /** @param {import("../lib/types.js").Seat} seat */
  updateSeat(seat) {
    const card = this.card(seat.seat);
    if (!card) return;
    card.classList.toggle("is-turn", seat.is_turn);
    card.classList.toggle("is-winner", Boolean(this.view.outcome?.winners.includes(seat.seat)));
    if (!seat.is_turn) card.classList.remove("is-thinking");
    const name = card.querySelector(".name");
    if (name) name.textContent = seat.name;
    card.querySelector(".turn")?.toggleAttribute("hidden", !seat.is_turn);
    showPoints(card, seat.points);
    const away = seat.kind === "person" && !seat.here && !seat.present;
    card.classList.toggle("is-away", away);
    const where = card.querySelector(".where");
    if (where) where.textContent = seat.left ? say("has left") : seat.stand_in ? say("the engine stands in") : away ? say("is away") : "";
  }

  /** Where the latest piece of the position shown came from, and where it went. */
  markLast() {
    const { isNow, view, board, moves } = this;
    const [moved] = moves.at(moves.shown)?.motions ?? [];
    const shown = moved ? { last: [moved.target], origin: [moved.origin] } : { last: [], origin: [] };
    const { last, origin } = isNow ? view.marks : shown;
    board.mark("origin", origin.filter((at) => !board.isStore(at)));
    board.mark("last", last);
  }

  /**
   * Shows what both overlooked, in the position in which it could be called.
   * @param {number} ply
   * @param {string[]} places
   */
  async point(ply, places) {
    if (this.moves.shown !== ply) await this.look(ply);
    this.board.mark("winning", places);
    this.board.join("winning-line", [places]);
  }

  /** @param {string} word @param {string | undefined} spot */
  play(word, spot) {
    this.began = spot;
    this.live.send({ do: "move", seat: this.view.seat, move: word });
  }

  /** @param {import("../lib/types.js").RefusedMessage} message */
  refuse({ error }) {
    sound("wrong");
    notice(error.detail, { wrong: true });
    this.setUp.on = false;
    this.board.mark("forbidding", error.places ?? []);
    this.chooser.clear();
  }

  /** Says why a touch begins nothing. @param {string[]} touched @param {string | undefined} spot */
  async explain(touched, spot) {
    clearRefusal(this.board);
    sound("wrong");
    if (!this.isNow || this.view.phase !== "playing") return notice(this.prompt());
    if (!this.chooser.mayMove) return notice(say("{name}'s turn.", { name: this.view.turn_name ?? "" }));
    if (this.moves.at(this.moves.last)?.claimed.includes(touched[0])) return; // the last corner of a call
    const address = `/api/v1/tables/${this.id}/why?touched=${encodeURIComponent(touched.join(","))}`;
    await showRefusal(this.board, await fetch(address), spot, this.prompt());
  }

  /** Something else may be touched now. */
  changed() {
    if (!this.preview) return; // still being made
    if (this.chooser.path.touched.length) {
      notice("");
      clearRefusal(this.board);
    }
    this.showPrompt();
    showTouchButtons(this.chooser, this.view.buttons ?? {}, this.hint.path);
    if (this.isNow) this.setUp.show(this.view, this.chooser);
    markHint(this.board, this.chooser, this.isNow ? this.hint : NO_HINT);
    void this.preview.show();
    this.showValues();
  }

  /** @param {import("../lib/types.js").HintMessage} message */
  showHint({ path, motions, said }) {
    this.hint = { path: [...path], motions };
    notice(said);
    this.changed();
    void revealHint(this.board, this.chooser, this.hint);
  }
}

new Table();
