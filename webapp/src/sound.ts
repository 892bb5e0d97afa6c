// SPDX-License-Identifier: MIT
// Short wooden sounds, synthesised with Web Audio: a knock is filtered noise that decays quickly.

import { settings } from "./settings";

interface Knock {
  pitch: number; // hertz
  length: number; // seconds
  loud: number;
  again?: number; // seconds until a second knock
}

/** By kind of effect, and for what else the user hears. */
const KNOCKS: Record<string, Knock> = {
  select: { pitch: 1500, length: 0.03, loud: 0.08 },
  place: { pitch: 820, length: 0.08, loud: 0.35 },
  enter: { pitch: 640, length: 0.09, loud: 0.35, again: 0.07 },
  tip: { pitch: 560, length: 0.06, loud: 0.28 },
  move: { pitch: 700, length: 0.08, loud: 0.32, again: 0.11 },
  change: { pitch: 950, length: 0.06, loud: 0.25, again: 0.09 },
  return: { pitch: 1100, length: 0.05, loud: 0.22, again: 0.07 },
  capture: { pitch: 380, length: 0.12, loud: 0.4 },
  form: { pitch: 1250, length: 0.12, loud: 0.2, again: 0.12 },
  win: { pitch: 1400, length: 0.2, loud: 0.25, again: 0.14 },
  check: { pitch: 1750, length: 0.1, loud: 0.3, again: 0.1 },
  "swap-sides": { pitch: 500, length: 0.1, loud: 0.3, again: 0.12 },
  pass: { pitch: 460, length: 0.1, loud: 0.25 },
  illegal: { pitch: 240, length: 0.1, loud: 0.2 },
  end: { pitch: 420, length: 0.2, loud: 0.4, again: 0.16 },
};

let context: AudioContext | null = null;

function knock(audio: AudioContext, sound: Knock, when: number): void {
  const samples = Math.ceil(audio.sampleRate * sound.length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * Math.exp((-7 * i) / samples);
  const source = audio.createBufferSource();
  const wood = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  wood.type = "bandpass";
  wood.frequency.value = sound.pitch;
  wood.Q.value = 5;
  gain.gain.value = sound.loud * 3;
  source.connect(wood).connect(gain).connect(audio.destination);
  source.start(when);
}

/** Play a sound after `delay` seconds, unless sound is off, the name is unknown or the browser does not allow
 * it yet. */
export function play(name: string, delay = 0): void {
  const sound = KNOCKS[name];
  const isAllowed = globalThis.navigator?.userActivation?.hasBeenActive ?? true;
  if (!settings.sound || !sound || !isAllowed) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const start = context.currentTime + delay;
    knock(context, sound, start);
    if (sound.again) knock(context, { ...sound, loud: sound.loud * 0.7 }, start + sound.again);
  } catch {
    // Sound is optional.
  }
}
