import { beforeEach, expect, test, vi } from 'vitest';

import { isMuted, rememberMuted } from '../../src/game/muted';

let kept: Record<string, string>;

beforeEach(() => {
  kept = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  });
});

test('a player stays muted until unmuted, for each player on the device', () => {
  rememberMuted('me', 'them', true);
  expect(isMuted('me', 'them')).toBe(true);
  expect(isMuted('them', 'me')).toBe(false);
  expect(isMuted('other', 'them')).toBe(false);
  rememberMuted('me', 'them', false);
  expect(isMuted('me', 'them')).toBe(false);
});

test('the hundred newest are kept', () => {
  for (let i = 0; i <= 100; i++) rememberMuted('me', `p${i}`, true);
  expect(isMuted('me', 'p0')).toBe(false);
  expect(isMuted('me', 'p1')).toBe(true);
  expect(isMuted('me', 'p100')).toBe(true);
});

test.each(['', '{', '7', '[7, null]'])('whatever is stored can be read: %s', stored => {
  kept['castled.muted'] = stored;
  expect(isMuted('me', 'them')).toBe(false);
  rememberMuted('me', 'them', true);
  expect(isMuted('me', 'them')).toBe(true);
});
