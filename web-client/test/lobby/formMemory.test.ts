import { describe, expect, test } from 'vitest';

import type { FormTopic } from '../../src/dispatch';
import { formWith, recallForm, rememberForm } from '../../src/lobby/formMemory';
import { newForm, ratingRange, setupOf } from '../../src/lobby/newGame';

const people: FormTopic = { way: 'people', to: null, fen: null };
const computer: FormTopic = { way: 'computer', to: null, fen: null };

function newStorage(): () => Storage {
  const kept = new Map<string, string>();
  return () =>
    ({
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    }) as unknown as Storage;
}

describe('the form', () => {
  test('remembers what was chosen last, for each way to play', () => {
    const storage = newStorage();
    const form = { ...newForm(people), initial: 180_000, start: 'chess960', side: 'black' } as const;
    rememberForm({ ...form, ratingLeast: 1400 }, storage);
    expect(recallForm(people, storage)).toEqual({ ...form, ratingLeast: 1400 });
    expect(recallForm(computer, storage)).toEqual(newForm(computer));
  });

  test('is opened for something: that takes precedence', () => {
    const topic: FormTopic = { ...computer, fen: '8/8/8/8/8/8/8/8 w - - 0 1', device: false };
    const form = formWith(topic, { start: 'chess960', device: true, level: 2 });
    expect(form).toMatchObject({ start: 'fromPosition', fen: topic.fen, device: false, level: 2 });
  });

  test.each([
    null,
    7,
    'nonsense',
    { initial: 1, perMove: -1, pace: 'fast', side: 'red', rated: 1, start: 'fromPosition' },
    { ratingLeast: 2000, ratingMost: 1000 },
    { engine: 'gone', strength: 3, fen: 'x', way: 'friend', to: { id: 'x', name: 'y' } },
  ])('is as new when what was kept is %j', kept =>
    expect(formWith(people, kept)).toEqual(newForm(people)),
  );

  test('has the defaults where nothing may be stored', () => {
    const denied = (): Storage => {
      throw new Error('denied');
    };
    rememberForm(newForm(people), denied);
    expect(recallForm(people, denied)).toEqual(newForm(people));
  });
});

describe('a range of ratings', () => {
  const form = newForm(people);

  test('is sent when it leaves anybody out', () => {
    expect(setupOf(form)).not.toHaveProperty('rating');
    expect(setupOf({ ...form, ratingLeast: 1400 })).toMatchObject({ rating: [1400, 4000] });
    expect(setupOf({ ...form, ratingMost: 1700 })).toMatchObject({ rating: [0, 1700] });
    const challenge = newForm({ way: 'friend', to: null, fen: null });
    expect(setupOf({ ...challenge, ratingMost: 1700 })).not.toHaveProperty('rating');
  });

  test('never ends before it begins', () => {
    const ranged = { ...form, ratingLeast: 1400, ratingMost: 1700 };
    expect(ratingRange(ranged, { least: 1800 })).toEqual({ ratingLeast: 1800, ratingMost: 1800 });
    expect(ratingRange(ranged, { most: 1200 })).toEqual({ ratingLeast: 1200, ratingMost: 1200 });
    expect(ratingRange(ranged, { most: 1900 })).toEqual({ ratingLeast: 1400, ratingMost: 1900 });
  });
});
