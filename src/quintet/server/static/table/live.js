// The live connection to a table: events arrive once and in order, also after a reconnection.
// Where WebSockets are blocked, the page uses long polling.

/** @typedef {import("../lib/types.js").TableMessage} Message */
/** @typedef {import("../lib/types.js").Command} Command */
/** @typedef {Command & {id: string}} SentCommand a command with the id by which it is answered */

const FIRST_WAIT = 400;
const MAX_WAIT = 8000;
const FAILURES_TO_POLL = 2; // connections that never opened
const POLL_SECONDS = 25; // of one long poll
const CLOSED_FOR_GOOD = [4403, 4404]; // not for us, or not there

export class Live {
  /** @type {WebSocket | undefined} */
  socket;
  /** @type {Map<string, SentCommand>} commands that have had no answer yet */
  unanswered = new Map();
  wait = FIRST_WAIT;
  count = 0;
  failures = 0;
  polls = false;
  seen = ""; // mark of the latest chat line
  isConnected = true;
  isShutOut = false; // for good: the table is not for us, or not there
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retry;

  /**
   * @param {string} table
   * @param {number} number of the last event the page shows
   * @param {(message: Message) => void} receive
   * @param {(open: boolean) => void} connected
   */
  constructor(table, number, receive, connected) {
    this.table = table;
    this.number = number;
    this.receive = receive;
    this.connected = (/** @type {boolean} */ open) => {
      this.isConnected = open;
      connected(open);
    };
    // A socket may seem open long after the network is gone.
    addEventListener("offline", () => this.lose());
    addEventListener("online", () => this.retryNow());
    this.connect();
  }

  /** The kind of the latest command that waits to be sent. */
  get waits() {
    return [...this.unanswered.values()].at(-1)?.do;
  }

  lose() {
    this.connected(false);
    this.socket?.close();
  }

  retryNow() {
    if (this.polls || this.open || this.isShutOut) return;
    clearTimeout(this.retry);
    this.wait = FIRST_WAIT;
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Where the server resumes. */
  get known() {
    return new URLSearchParams({ since: String(this.number), ...(this.seen && { chat: this.seen }) });
  }

  /** Where to ask at first: the answer comes at once, so that it is known whether there is one. */
  get firstPoll() {
    return `/api/v1/tables/${this.table}/poll?${this.known}&wait=0`;
  }

  connect() {
    const address = new URL(`/api/v1/tables/${this.table}/live?${this.known}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    let opened = false;
    socket.addEventListener("open", () => {
      opened = true;
      this.failures = 0;
      this.wait = FIRST_WAIT;
      this.connected(true);
      // Commands are idempotent by their id, so a retry is safe.
      for (const command of this.unanswered.values()) socket.send(JSON.stringify(command));
    });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", ({ code }) => {
      if (socket !== this.socket) return; // there is a new one already
      this.isShutOut = CLOSED_FOR_GOOD.includes(code);
      this.connected(false);
      if (this.isShutOut) return;
      if (!opened && navigator.onLine) this.failures += 1;
      if (this.failures >= FAILURES_TO_POLL) void this.poll(this.firstPoll);
      else this.later(() => this.connect());
    });
  }

  /** Asks for news, again and again. @param {string} address */
  async poll(address) {
    this.polls = true;
    this.socket = undefined;
    let next = address;
    try {
      const answer = await fetch(next);
      if ([403, 404].includes(answer.status)) {
        this.isShutOut = true;
        return this.connected(false);
      }
      if (!answer.ok) throw new Error(String(answer.status));
      /** @type {import("../lib/types.js").PollAnswer} */
      const { messages, next: following } = await answer.json();
      next = following.replace(/wait=[^&]*/, `wait=${POLL_SECONDS}`);
      this.wait = FIRST_WAIT;
      this.connected(true);
      for (const command of this.unanswered.values()) void this.post(command);
      for (const message of messages) this.hear(message);
    } catch {
      this.connected(false);
      return this.later(() => this.poll(this.firstPoll));
    }
    void this.poll(next);
  }

  /** @param {() => void} again */
  later(again) {
    this.retry = setTimeout(again, this.wait);
    this.wait = Math.min(MAX_WAIT, this.wait * 2);
  }

  /** @param {Message} message */
  hear(message) {
    switch (message.type) {
      case "accepted":
      case "refused":
        this.unanswered.delete(message.id);
        break;
      case "view":
      case "events":
        if (message.type === "events" && message.number < this.number) return; // already shown
        this.number = message.number;
        break;
      case "chat":
        this.seen = message.seen;
        break;
      case "ping":
        this.socket?.send(JSON.stringify({ do: "pong", id: message.id }));
        return;
    }
    this.receive(message);
  }

  /** @param {Command} command */
  send(command) {
    const id = `${Date.now().toString(36)}-${++this.count}`;
    const whole = { id, number: this.number, ...command };
    this.unanswered.set(id, whole);
    if (this.open) this.socket?.send(JSON.stringify(whole));
    else if (this.polls) void this.post(whole);
    if (!this.isConnected) this.connected(false); // to say that it waits
    return id;
  }

  /** @param {SentCommand} command */
  async post(command) {
    try {
      const answer = await fetch(`/api/v1/tables/${this.table}/commands`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(command),
      });
      const said = await answer.json();
      if (!this.unanswered.delete(command.id)) return; // already answered
      this.hear(answer.ok ? said : { type: "refused", id: command.id, error: said });
    } catch {
      // It is sent again after reconnecting.
    }
  }
}
