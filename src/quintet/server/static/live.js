// The live connection to a table: what happens arrives once and in order, also after a lost connection.

/** @typedef {import("./types.js").Message} Message */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class Live {
  /** @type {WebSocket | undefined} */
  socket;
  /** @type {Map<string, object>} commands that have had no answer yet */
  unanswered = new Map();
  wait = FIRST_WAIT;
  count = 0;

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
    this.connected = connected;
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    const address = new URL(`/api/v1/tables/${this.table}/live?since=${this.number}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.connected(true);
      // A command is known by its id, so that sending it again does nothing twice.
      for (const command of this.unanswered.values()) socket.send(JSON.stringify(command));
    });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      this.connected(false);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    });
  }

  /** @param {Message} message */
  hear(message) {
    if (message.type === "ping") {
      // The server measures how long the way is, so this is answered before anything else.
      this.socket?.send(JSON.stringify({ do: "pong", id: message.id }));
      return;
    }
    if (message.type === "accepted" || message.type === "refused") this.unanswered.delete(message.id);
    if (message.type === "view" || message.type === "events") {
      if (message.type === "events" && message.number < this.number) return; // told before
      this.number = message.number;
    }
    this.receive(message);
  }

  /** @param {Record<string, unknown>} command */
  send(command) {
    const id = `${Date.now().toString(36)}-${++this.count}`;
    const whole = { id, number: this.number, ...command };
    this.unanswered.set(id, whole);
    if (this.open) this.socket?.send(JSON.stringify(whole));
    return id;
  }
}
