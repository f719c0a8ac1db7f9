// Searches of the engine for the position that is looked at: one at a time, and none while nobody looks.

/** @typedef {import("../lib/types.js").AnalysisMessage} Message */
/** @typedef {import("../lib/types.js").LinesMessage} Lines */
/** @typedef {import("../lib/types.js").Problem} Problem */
/** @typedef {{game: string, options: Record<string, string>, position: string, moves: string[]}} Place */
/** @typedef {{key: string, place: Place, seconds: number}} Question `key` is what the answer is kept under */

const FIRST_WAIT = 500; // milliseconds until a lost connection is tried again
const MAX_WAIT = 8000;
const FAILURES_TO_ASK = 2; // sockets that do not open, after which each search is a request
const REQUEST_SECONDS = [0.5, 5]; // of the two searches then: the first answers soon
const MAX_FRAME = 12_000; // characters; a longer game is searched without its history

export class Searches {
  /** @type {WebSocket | null} */
  socket = null;
  /** @type {Question | null} what is to be searched, until it is done */
  wanted = null;
  count = 0;
  failures = 0; // sockets in a row that did not open
  wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retry;

  /**
   * @param {(key: string, found: Lines) => void} hear
   * @param {(problem: Problem | null) => void} fail null if the connection is lost
   */
  constructor(hear, fail) {
    this.hear = hear;
    this.fail = fail;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.send({ do: "stop" }) : this.begin()));
    addEventListener("online", () => this.begin());
  }

  /** @param {Question} question */
  ask(question) {
    this.wanted = question;
    this.begin();
  }

  stop() {
    clearTimeout(this.retry);
    if (this.wanted) this.send({ do: "stop" });
    this.wanted = null;
  }

  /** Asks the server, now or once there is a connection. */
  begin() {
    clearTimeout(this.retry);
    if (!this.wanted || document.hidden) return;
    if (this.failures >= FAILURES_TO_ASK) return void this.request(this.wanted);
    if (!this.socket) return this.connect();
    const { place, seconds } = this.wanted;
    this.count += 1;
    this.send({ do: "search", id: String(this.count), seconds, ...place });
  }

  connect() {
    const address = new URL("/api/v1/analysis/live", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = this.socket = new WebSocket(address);
    let opened = false;
    socket.addEventListener("open", () => {
      opened = true;
      this.failures = 0;
      this.wait = FIRST_WAIT;
      this.begin();
    });
    socket.addEventListener("message", ({ data }) => this.receive(JSON.parse(data)));
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.socket = null;
      if (!opened && navigator.onLine) this.failures += 1;
      if (!this.wanted || document.hidden) return;
      this.fail(null);
      this.later(this.wait);
      this.wait = Math.min(2 * this.wait, MAX_WAIT);
    });
  }

  /** Searches without a socket. @param {Question} question */
  async request(question) {
    const { key, place } = question;
    const headers = { "Content-Type": "application/json" };
    try {
      for (const seconds of REQUEST_SECONDS) {
        const body = JSON.stringify({ ...place, seconds });
        const answer = await fetch("/api/v1/positions/lines", { method: "POST", headers, body });
        const found = await answer.json();
        if (this.wanted !== question) return; // of a position one has left
        if (!answer.ok) return this.refuse(found);
        const done = seconds === REQUEST_SECONDS.at(-1) || found.value.known !== "searched";
        if (done) this.wanted = null;
        this.hear(key, { ...found, done });
        if (done) return;
      }
    } catch {
      if (this.wanted !== question) return;
      this.fail(null);
      this.later(MAX_WAIT);
    }
  }

  /** @param {Problem} problem */
  refuse(problem) {
    this.fail(problem);
    if (problem.retry_after) this.later(1000 * problem.retry_after);
    else this.wanted = null;
  }

  /** @param {number} milliseconds */
  later(milliseconds) {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.begin(), milliseconds);
  }

  /** @param {import("../lib/types.js").AnalysisCommand} command */
  send(command) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  /** @param {Message} message */
  receive(message) {
    if (!this.wanted || message.id !== String(this.count)) return; // of a position one has left
    if (message.type === "refused") return this.refuse(message.error);
    const { key } = this.wanted;
    if (message.done) this.wanted = null;
    this.hear(key, message);
  }
}

/**
 * A position with the moves that led to it, for repetitions; or alone, if that is too long for one message.
 * @param {Place} place @param {string} position after the moves
 * @returns {Place}
 */
export function bounded(place, position) {
  return JSON.stringify(place).length < MAX_FRAME ? place : { ...place, position, moves: [] };
}
