// Questions between players: to answer, to withdraw, or declined; and the way back to one's seat.
import { say } from "../lib/language.js";

/** @typedef {import("../lib/types.js").PresentView} View */
/** @typedef {import("../lib/types.js").Question} Question */
/** @typedef {import("./live.js").Live} Live */

/** @type {Set<string>} refusals that were read */
const read = new Set();

/** @param {View} view @param {Live} live */
export function showQuestions(view, live) {
  const holder = document.getElementById("questions");
  if (!holder) return;
  const refusals = view.declined.map((no) => ({ ...no, key: `${no.what} ${no.by} ${no.sentence}` }));
  for (const key of read) if (!refusals.some((no) => no.key === key)) read.delete(key);
  const unread = refusals.filter(({ key }) => !read.has(key));
  const away = awayNote(view);
  // What has not changed is left alone, so that nobody loses the button they are at.
  const state = JSON.stringify([view.questions, unread, away]);
  if (holder.dataset.state === state) return;
  holder.dataset.state = state;
  const asked = view.questions.map((question) => line(question.sentence, ...answers(question, view, live)));
  const declined = unread.map(({ key, sentence }) => line(sentence, button(say("OK"), () => {
    read.add(key);
    showQuestions(view, live);
  })));
  const back = away ? [line(away.said, button(away.label, () => live.send({ do: "return" }), "primary"))] : [];
  holder.replaceChildren(...back, ...asked, ...declined);
}

/** What is said to a player who is away from their seat. @param {View} view */
function awayNote({ seats, allowed, stand_in_level: level }) {
  if (!allowed.return) return null;
  if (seats.some(({ here, stand_in: plays }) => here && plays)) {
    const said = say("The engine, level {level}, is playing for you until you are back.", { level });
    return { said, label: say("I am back") };
  }
  return { said: say("You have left this game. Your seat is still yours."), label: say("Come back") };
}

/** @param {Question} question @param {View} view @param {Live} live */
function answers({ what, mine, asker }, { seats }, live) {
  /** @param {boolean} yes */
  const answer = (yes) => () => live.send({ do: "answer", what, yes });
  if (mine) return [button(say("Yes"), answer(true)), button(say("No"), answer(false))];
  if (seats.find(({ seat }) => seat === asker)?.here) return [button(say("Withdraw"), answer(false))];
  return [];
}

/** @param {string} sentence @param {HTMLElement[]} buttons */
function line(sentence, ...buttons) {
  const made = document.createElement("div");
  made.className = "question";
  const said = document.createElement("p");
  said.textContent = sentence;
  made.append(said, ...buttons);
  return made;
}

/** @param {string} label @param {() => void} act @param {string} [kind] */
function button(label, act, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}
