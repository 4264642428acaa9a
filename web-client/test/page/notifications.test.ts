import { describe, expect, test } from 'vitest';

import { newWatch } from '../../src/page/notifications';
import { game, page, welcome } from '../drive';
import { snapshot } from '../world';

const other = 'Zz98Yy76';

/** A page, and the notifications that it has shown since the last look. */
function watched(path = '/settings') {
  const self = page(path).does({ m: 'socketOpened' });
  const watch = newWatch();
  const calls = (): string[] => watch(self.model).map(call => `${call.path} ${call.text}`);
  return { self, calls, watch };
}

describe('a player who is looking at something else is notified', () => {
  test('of nothing that was there when they arrived', () => {
    const { self, calls } = watched();
    expect(calls()).toEqual([]);
    self.hears(welcome({ playing: [game] }), snapshot({ moves: ['e2e4', 'e7e5'] }));
    expect(calls()).toEqual([]);
    expect(calls()).toEqual([]);
  });

  test('of the start of a game, each move in it, and its end', () => {
    const { self, calls } = watched();
    self.hears(welcome());
    expect(calls()).toEqual([]);
    self.hears({ t: 'start', game, color: 'white' });
    expect(calls()).toEqual([`/${game} Your game has started.`]);
    self.hears(snapshot());
    expect(calls()).toEqual([]);
    const move = { t: 'move', game, at: 2000, clock: null } as const;
    self.hears({ ...move, seq: 1, ply: 1, uci: 'e2e4', san: 'e4' });
    expect(calls()).toEqual([]);
    self.hears({ ...move, seq: 2, ply: 2, uci: 'e7e5', san: 'e5' });
    expect(calls()).toEqual([`/${game} Guest-b played e5. It is your turn.`]);
    self.hears({ t: 'end', game, seq: 3, at: 1000, status: 'resign', winner: 'white', clock: null });
    expect(calls()).toEqual([`/${game} Your game against Guest-b is over.`]);
    expect(calls()).toEqual([]);
  });

  test('of the end of a game that was over before they had seen it', () => {
    const { self, calls } = watched(`/${game}`);
    self.hears(welcome());
    expect(calls()).toEqual([]);
    self.hears({ t: 'start', game, color: 'white' });
    expect(calls()).toEqual([`/${game} Your game has started.`]);
    self.hears(snapshot({ status: 'aborted' }));
    expect(calls()).toEqual([`/${game} Your game against Guest-b is over.`]);
    expect(calls()).toEqual([]);
  });

  test('of moves in several games, also those made while the connection was lost', () => {
    const { self, calls } = watched(`/${game}`);
    self.hears(
      welcome({ playing: [game, other] }),
      snapshot({ moves: ['e2e4'] }),
      snapshot({ game: other, moves: ['d2d4'] }),
    );
    expect(calls()).toEqual([]);
    self.does({ m: 'socketClosed', failures: 1 });
    expect(calls()).toEqual([]);
    self.does({ m: 'socketOpened' }).hears(welcome({ playing: [game, other] }));
    expect(calls()).toEqual([]);
    self.hears(
      snapshot({ moves: ['e2e4', 'c7c5'] }),
      snapshot({ game: other, moves: ['d2d4', 'd7d5'] }),
    );
    expect(calls()).toEqual([
      `/${game} Guest-b played c5. It is your turn.`,
      `/${other} Guest-b played d5. It is your turn.`,
    ]);
  });

  test('of an offer once, and of none of their own', () => {
    const { self, calls } = watched();
    self.hears(welcome({ playing: [game] }), snapshot({ moves: ['e2e4'] }));
    calls();
    self.hears({ t: 'draw', game, seq: 2, at: 1000, by: 'white' });
    expect(calls()).toEqual([]);
    self.hears({ t: 'draw', game, seq: 3, at: 1000, by: 'black' });
    expect(calls()).toEqual([`/${game} Guest-b offers a draw.`]);
    self.hears({ t: 'takeback', game, seq: 4, at: 1000, by: 'black' });
    expect(calls()).toEqual([`/${game} Guest-b proposes a takeback.`]);
    expect(calls()).toEqual([]);
  });

  test('of a challenge and of somebody who was found', () => {
    const { self, calls } = watched();
    self.hears(welcome());
    calls();
    const from = { id: 'a', name: 'Ann', rating: null, guest: false };
    self.hears({
      t: 'challenge',
      challenge: 'Ch1234567890',
      state: 'open',
      to: 'user',
      from,
      clock: null,
      variant: 'standard',
      rated: false,
      color: 'random',
    } as never);
    expect(calls()).toEqual(['/ Ann challenges you to a game']);
    self.hears({ t: 'found', seek: 'Sk1234567890', other: 'Sk0987654321', person: from } as never);
    expect(calls()).toEqual(['/ Ann is looking for the same game.']);
    expect(calls()).toEqual([]);
  });

  test('of nothing after they have become somebody else', () => {
    const { self, calls } = watched();
    self.hears(welcome());
    calls();
    const you = { id: 'b', name: 'Guest-b', rating: null, guest: true };
    self.hears(welcome({ you, playing: [game] }));
    expect(calls()).toEqual([]);
  });
});
