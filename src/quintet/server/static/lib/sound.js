// A soft wooden tick, synthesised, for those who turn sound on.
import { settings } from "./settings.js";

/** @type {AudioContext | undefined} */
let audio;

export function tick() {
  if (settings().sound !== "on") return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  // Two short partials of a knocked block, the higher one gone sooner.
  for (const [pitch, loudness, seconds] of [[420, 0.16, 0.09], [1130, 0.07, 0.04]]) {
    const tone = audio.createOscillator();
    const level = audio.createGain();
    tone.type = "sine";
    tone.frequency.setValueAtTime(pitch * 1.15, now);
    tone.frequency.exponentialRampToValueAtTime(pitch, now + 0.02);
    level.gain.setValueAtTime(loudness, now);
    level.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
    tone.connect(level).connect(audio.destination);
    tone.start(now);
    tone.stop(now + seconds);
  }
}
