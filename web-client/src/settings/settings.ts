/* The player's settings, stored on the device. What is read is checked, since anybody can
 * write it. */

import { languageTags } from '../text/tag';
import { storedSettings, settingsKey } from './storage';

/** Every setting with its choices; the first is the default. */
export const choices = {
  /** 'system': what the browser prefers. */
  language: ['system', ...languageTags],
  scheme: ['system', 'light', 'dark'],
  board: ['sage', 'walnut', 'sea', 'slate', 'plum', 'coral', 'mint', 'night', 'contrast'],
  pieces: ['classic', 'outline', 'simple', 'contrast', 'letters'],
  coordinates: ['inside', 'none'],
  /** How pieces are written in moves: letters of the language, figurines, English letters. */
  notation: ['local', 'figurines', 'english'],
  /** Tenths of a second on the clock. */
  tenths: ['low', 'hour', 'never'],
  autoQueen: ['never', 'premove', 'always'],
  /** A move is shown first and sent when it is confirmed. */
  confirm: ['slow', 'never', 'always'],
  premoves: ['many', 'none'],
  entry: ['shown', 'hidden'],
  /** A board of buttons for screen readers. */
  reader: ['off', 'on'],
  notify: ['off', 'on'],
  /** A phone vibrates when something happens on the board. */
  haptics: ['on', 'off'],
  zen: ['off', 'on'],
  blindfold: ['off', 'on'],
} as const;

type Choices = typeof choices;
export type Setting = keyof Choices;
export type Chosen<K extends Setting> = Choices[K][number];
export type Settings = { [K in Setting]: Chosen<K> } & {
  /** Loudness of all sounds, 0 to 100. */
  volume: number;
  /** The size of the board, in percent of what there is room for. */
  size: number;
};

export const sizeLeast = 50;
export const sizeMost = 100;

export const settingNames = Object.keys(choices) as Setting[];

const isChoice = <K extends Setting>(name: K, value: unknown): value is Chosen<K> =>
  (choices[name] as readonly unknown[]).includes(value);

const numberOf = (value: unknown, least: number, most: number, usual: number): number =>
  typeof value === 'number' && value >= least && value <= most ? Math.round(value) : usual;

/** Anything unknown becomes the default. */
export function settingsOf(value: unknown): Settings {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const chosen = settingNames.map(name => [
    name,
    isChoice(name, given[name]) ? given[name] : choices[name][0],
  ]);
  return {
    ...(Object.fromEntries(chosen) as Settings),
    volume: numberOf(given.volume, 0, 100, 60),
    size: numberOf(given.size, sizeLeast, sizeMost, sizeMost),
  };
}

export const loadSettings = (storage: () => Storage): Settings =>
  settingsOf(storedSettings(storage));

/** Only these change: another tab may have stored others meanwhile. */
export function storeSettings(storage: () => Storage, change: object): void {
  try {
    const kept = { ...Object(storedSettings(storage)), ...change };
    storage().setItem(settingsKey, JSON.stringify(kept));
  } catch {
    // In that case the settings last until the page is closed.
  }
}
