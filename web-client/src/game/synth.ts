/* Sounds without samples: a click of noise and a few damped tones each, like struck wood.
 *
 * Browsers allow sound only after the player has touched the page, which is when this file is
 * fetched. */

import type { Sound } from './sound';

/** A damped tone: pitch in Hz, relative volume, time constant in s, start in s. */
type Tone = [pitch: number, level: number, decay: number, begin?: number];

const sounds: Record<Sound, { click: number; tones: Tone[] }> = {
  move: {
    click: 0.5,
    tones: [
      [190, 0.5, 0.02],
      [420, 0.3, 0.012],
      [910, 0.12, 0.007],
    ],
  },
  capture: {
    click: 0.8,
    tones: [
      [150, 0.5, 0.03],
      [340, 0.35, 0.018],
      [1250, 0.2, 0.008],
    ],
  },
  check: {
    click: 0.5,
    tones: [
      [220, 0.4, 0.03],
      [587, 0.25, 0.06, 0.01],
      [880, 0.2, 0.08, 0.02],
    ],
  },
  start: {
    click: 0,
    tones: [
      [392, 0.3, 0.12],
      [587, 0.3, 0.16, 0.09],
    ],
  },
  end: {
    click: 0,
    tones: [
      [587, 0.3, 0.14],
      [440, 0.25, 0.18, 0.12],
      [294, 0.3, 0.3, 0.24],
    ],
  },
  low: {
    click: 0,
    tones: [
      [784, 0.3, 0.05],
      [784, 0.3, 0.05, 0.14],
    ],
  },
  notice: {
    click: 0,
    tones: [
      [659, 0.25, 0.09],
      [880, 0.2, 0.1, 0.07],
    ],
  },
};

const attack = 0.0015;
const clickLasts = 0.004;
const silent = 6; // time constants after which a tone is inaudible

function strike(context: AudioContext, out: AudioNode, [pitch, level, decay, begin = 0]: Tone) {
  const at = context.currentTime + begin;
  const tone = new OscillatorNode(context, { frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(level, at + attack);
  gain.gain.setTargetAtTime(0, at + attack, decay);
  tone.connect(gain).connect(out);
  tone.start(at);
  tone.stop(at + attack + silent * decay);
}

function click(context: AudioContext, out: AudioNode, level: number): void {
  const length = Math.ceil(clickLasts * context.sampleRate);
  const buffer = new AudioBuffer({ length, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = level * (Math.random() * 2 - 1) * (1 - i / length);
  const noise = new AudioBufferSourceNode(context, { buffer });
  noise.connect(out);
  noise.start();
}

/* Vibrations, in ms: on, off, on. */
const buzzes: Record<Sound, number[]> = {
  move: [10],
  capture: [20],
  check: [20, 40, 20],
  start: [30, 60, 30],
  end: [60, 60, 60],
  low: [80],
  notice: [30],
};

/** Browsers allow it only after the player's first touch; most devices cannot vibrate. */
function buzz(sound: Sound): void {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(buzzes[sound]);
}

export type Synth = { play: (sound: Sound, volume: number, haptics: boolean) => void };

export function newSynth(): Synth {
  let context: AudioContext | null = null;
  const wake = (): void => {
    context ??= typeof AudioContext === 'undefined' ? null : new AudioContext();
    if (context?.state === 'suspended') void context.resume();
  };
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, wake, { passive: true });
  wake();
  return {
    /** Volume from 0 to 100; loudness is felt as the square. */
    play(sound, volume, haptics) {
      if (haptics) buzz(sound);
      if (context?.state !== 'running' || volume === 0) return;
      const out = new GainNode(context, { gain: (volume / 100) ** 2 });
      out.connect(context.destination);
      const { click: level, tones } = sounds[sound];
      if (level) click(context, out, level);
      for (const tone of tones) strike(context, out, tone);
    },
  };
}
