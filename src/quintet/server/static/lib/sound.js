// Soft sounds, synthesised, for those who turn sound on: a move, a touch that leads nowhere, your
// turn, and the end of a game.
import { settings } from "./settings.js";

/** @typedef {[pitch: number, loudness: number, seconds: number, after: number]} Tone */

/** @type {AudioContext | undefined} */
let audio;

/** @type {Record<string, Tone[]>} */
export const SOUNDS = {
  // Two short partials of a knocked block, the higher one gone sooner.
  move: [[420, 0.16, 0.09, 0], [1130, 0.07, 0.04, 0]],
  wrong: [[165, 0.12, 0.12, 0], [131, 0.09, 0.16, 0.08]],
  turn: [[523, 0.06, 0.2, 0.22], [659, 0.05, 0.26, 0.33]],
  end: [[392, 0.07, 0.3, 0.2], [523, 0.07, 0.34, 0.36], [659, 0.06, 0.5, 0.52]],
};

/** @param {"move" | "wrong" | "turn" | "end"} name */
export function sound(name) {
  if (settings().sound !== "on") return;
  document.dispatchEvent(new CustomEvent("sound", { detail: name }));
  audio ??= new AudioContext();
  for (const tone of SOUNDS[name]) play(audio, tone);
}

/** @param {AudioContext} context @param {Tone} tone */
function play(context, [pitch, loudness, seconds, after]) {
  const start = context.currentTime + after;
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = "sine";
  tone.frequency.setValueAtTime(pitch * 1.15, start);
  tone.frequency.exponentialRampToValueAtTime(pitch, start + 0.02);
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(loudness, start + 0.004); // without a click
  level.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(level).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds);
}
