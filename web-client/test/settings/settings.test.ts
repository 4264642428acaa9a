import { describe, expect, it } from 'vitest';

import {
  choices,
  storeSettings,
  loadSettings,
  settingNames,
  settingsOf,
} from '../../src/settings/settings';

const storageWith = (text: string | null): Storage => {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  } as unknown as Storage;
};

const denied = (): Storage => {
  throw new DOMException('denied', 'SecurityError');
};

describe('settings', () => {
  const defaults = settingsOf(null);

  it('are the first of their choices when nothing is stored', () => {
    for (const name of settingNames) expect(defaults[name]).toBe(choices[name][0]);
    expect(loadSettings(() => storageWith(null))).toEqual(defaults);
  });

  it('come back as they were stored', () => {
    const storage = storageWith(null);
    const mine = { ...defaults, board: 'walnut' as const, volume: 0 };
    storeSettings(() => storage, mine);
    expect(loadSettings(() => storage)).toEqual(mine);
  });

  it('are stored beside those that another tab, perhaps of a newer page, has stored meanwhile', () => {
    const storage = storageWith('{"scheme":"dark","newer":7}');
    storeSettings(() => storage, { board: 'sea' });
    expect(JSON.parse(storage.getItem('') ?? '')).toEqual({ scheme: 'dark', newer: 7, board: 'sea' });
  });

  it.each(['', 'nonsense', 'null', '[]', '7', '{"board":"lava","volume":"loud","zen":1}'])(
    'survive %s in the storage',
    text => expect(loadSettings(() => storageWith(text))).toEqual(defaults),
  );

  it.each([49, 101, '80'])('refuse a board of size %s', size =>
    expect(settingsOf({ size }).size).toBe(100),
  );

  it.each([-1, 101, NaN, Infinity, null, '5'])('refuse a volume of %s', volume =>
    expect(settingsOf({ volume }).volume).toBe(defaults.volume),
  );

  it('keep valid values beside invalid ones', () =>
    expect(settingsOf({ board: 'sea', zen: 'perhaps', volume: 12.4 })).toEqual({
      ...defaults,
      board: 'sea',
      volume: 12,
    }));

  it('do without a storage', () => {
    expect(loadSettings(denied)).toEqual(defaults);
    expect(() => storeSettings(denied, defaults)).not.toThrow();
  });
});
