// Two quiet sounds, made here: a tap of wood for a move, two notes for one's turn. Off unless asked for.
import { prefs } from "./prefs.js";

/** @type {AudioContext|null} */
let air = null;

/** @param {number} pitch @param {number} after @param {number} long @param {number} loud */
function note(pitch, after, long, loud) {
  if (!air) return;
  const at = air.currentTime + after;
  const tone = air.createOscillator(),
    volume = air.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, at);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + long);
  tone.connect(volume).connect(air.destination);
  tone.start(at);
  tone.stop(at + long);
}

/** @param {"move"|"turn"} which */
export function chime(which) {
  if (!prefs.sound) return;
  air ||= new AudioContext();
  if (which === "turn") {
    note(523, 0, 0.25, 0.12);
    note(784, 0.12, 0.4, 0.12);
  } else note(196, 0, 0.09, 0.16);
}
