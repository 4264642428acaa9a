import { beforeAll, describe, expect, test } from 'vitest';

import type { Rules } from '../../src/chess/rules';
import {
  type Game,
  applyEvent,
  gameOf,
  lastStep,
  repetitions,
  clockResumed,
  toMove,
} from '../../src/game/game';
import { firstMoveUntil } from '../../src/game/firstMove';
import type { GameEvent, Snapshot } from '../../src/net/wire';
import { loadRules, snapshot } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const begin = (change: Partial<Snapshot> = {}): Game => {
  const game = gameOf(snapshot(change), { rules, now: 0 });
  if (!game) throw new Error('not a game');
  return game;
};

/** An event without the members that every event has. */
type Bare<T> = T extends unknown ? Omit<T, 'game' | 'seq' | 'at'> : never;

const play = (game: Game, ...events: Bare<GameEvent>[]): Game =>
  events.reduce((before, bare) => {
    const seq = before.seq + 1;
    const event: GameEvent = { ...bare, game: game.id, seq, at: 1000 * (seq + 1) };
    const after = applyEvent(before, event, { rules, now: 1000 * seq });
    if (!after) throw new Error(`refused: ${JSON.stringify(event)}`);
    return after;
  }, game);

const move = (ply: number, uci: string, san: string, white = 300_000, black = 300_000) =>
  ({ t: 'move', ply, uci, san, clock: { white, black } }) as const;

const e4 = move(1, 'e2e4', 'e4');
const e5 = move(2, 'e7e5', 'e5', 300_000, 299_000);
const nf3 = move(3, 'g1f3', 'Nf3', 298_000, 299_000);

describe('the time that moves took', () => {
  // Events come at 2000, 3000, 4000 …; the game was made at 0.
  test('is counted from the turn before', () => {
    const game = play(begin(), e4, e5, nf3);
    expect(game.times).toEqual([2000, 1000, 1000]);
  });

  test('is unknown for moves that the page did not see', () => {
    const game = play(begin({ moves: ['e2e4'] }), move(2, 'e7e5', 'e5'), nf3);
    expect(game.times).toEqual([null, null, 1000]);
  });

  test('disappears with a move that is taken back, and leaves out a pause', () => {
    const game = play(begin(), e4, e5, { t: 'takeback', by: 'white', ply: 0, clock: null });
    expect(game.times).toEqual([]);
    const paused = play(
      begin(),
      e4,
      e5,
      { t: 'pause', clock: { white: 1, black: 1 } },
      { t: 'resume', clock: { white: 1, black: 1 } },
      nf3,
    );
    expect(paused.times).toEqual([2000, 1000, 2000]);
  });
});

describe('a snapshot', () => {
  test('holds every position of the game', () => {
    const game = begin({ moves: ['e2e4', 'c7c5'] });
    expect(game.steps.map(step => step.san)).toEqual(['e4', 'c5']);
    expect(lastStep(game).fen).toBe('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2');
    expect(toMove(game)).toBe('white');
  });

  test('with an illegal move is refused', () =>
    expect(gameOf(snapshot({ moves: ['e2e5'] }), { rules, now: 0 })).toBeNull());

  test('knows the open offers', () =>
    expect(begin({ offers: [{ seq: 3, what: 'draw', by: 'black' }] }).offers).toEqual({
      white: {},
      black: { draw: 3 },
    }));
});

describe('a clock with a delay', () => {
  const clock = {
    initial: 300_000,
    kind: 'delay',
    delay: 3000,
    white: 300_000,
    black: 300_000,
  } as const;
  const game = (): Game => begin({ clock: { ...clock, running: null } });

  test('stands still at the beginning of each turn, once the clocks run', () => {
    expect(play(game(), e4).clock?.stands).toBeUndefined();
    expect(play(game(), e4, e5).clock?.stands).toBe(3000);
  });

  test('stands still for the delay of its own side', () => {
    const odds = { color: 'white', initial: 300_000, delay: 1000 } as const;
    const one = play(begin({ clock: { ...clock, odds, running: null } }), e4, e5);
    expect(one.clock?.stands).toBe(1000);
    expect(play(one, nf3).clock?.stands).toBe(3000);
  });

  test('is not delayed again within a turn', () => {
    const times = { white: 300_000, black: 315_000 };
    const given = play(game(), e4, e5, { t: 'moretime', by: 'white', given: 15_000, clock: times });
    expect(given.clock).toMatchObject({ black: 315_000, stands: 2000 });
  });
});

describe('events', () => {
  test('that it already has change nothing, and one too far ahead asks for a new start', () => {
    const game = play(begin(), e4);
    const again = { ...e4, game: game.id, seq: 1, at: 2000 };
    expect(applyEvent(game, again, { rules, now: 0 })).toBe(game);
    expect(
      applyEvent(game, { ...nf3, game: game.id, seq: 3, at: 0 }, { rules, now: 0 }),
    ).toBeNull();
  });

  test('folded one by one give the game that the snapshot shows', () => {
    const folded = play(begin(), e4, e5, nf3);
    const shown = begin({ moves: ['e2e4', 'e7e5', 'g1f3'] });
    expect(folded.steps).toEqual(shown.steps);
    expect(folded.turn).toBe(3);
  });

  test('clocks stand still until both sides have moved', () => {
    expect(play(begin(), e4).clock?.running).toBeNull();
    expect(play(begin(), e4, e5).clock?.running).toBe('white');
    expect(play(begin(), e4, e5, nf3).clock).toMatchObject({ running: 'black', white: 298_000 });
  });

  test('a first move must come in time; the time for the second counts from the first', () => {
    expect(firstMoveUntil(begin())).toBe(29_000);
    expect(firstMoveUntil(play(begin(), e4))).toBe(31_000);
    expect(firstMoveUntil(play(begin(), e4, e5))).toBeNull();
    expect(firstMoveUntil(begin({ firstMove: null }))).toBeNull();
    expect(firstMoveUntil(begin({ firstMove: 86_400_000 }))).toBeNull();
  });

  test('a takeback leaves that many plies and the offers lapse', () => {
    const game = play(
      begin(),
      e4,
      e5,
      nf3,
      { t: 'draw', by: 'white' },
      { t: 'takeback', by: 'white' },
    );
    expect(game.offers.white).toEqual({ draw: 4, takeback: 5 });
    const taken = play(game, {
      t: 'takeback',
      by: 'black',
      ply: 2,
      clock: { white: 1, black: 2 },
    });
    expect(taken.steps).toHaveLength(2);
    expect(taken.offers).toEqual({ white: {}, black: {} });
    expect(taken.turn).toBe(6);
    expect(taken.clock).toMatchObject({ white: 1, black: 2, running: 'white' });
  });

  test('a draw offer lapses when the other side moves instead', () => {
    const offered = play(begin(), e4, { t: 'draw', by: 'white' });
    expect(offered.offers.white.draw).toBe(2);
    expect(play(offered, e5).offers.white.draw).toBeUndefined();
  });

  test('a refusal removes the offer with that number', () => {
    const game = play(
      begin(),
      e4,
      { t: 'draw', by: 'white' },
      { t: 'refuse', by: 'black', offer: 2 },
    );
    expect(game.offers.white).toEqual({});
  });

  test('an arbiter stops both clocks, or adjourns the game with a sealed move', () => {
    const clock = { white: 300_000, black: 250_000 };
    const stopped = play(begin(), e4, e5, { t: 'pause', why: 'arbiter', clock });
    expect([stopped.halted, stopped.paused, stopped.clock?.running]).toEqual(['arbiter', true, null]);
    const goesOn = play(stopped, { t: 'resume', clock });
    expect([goesOn.halted, goesOn.paused]).toEqual([null, false]);
    const sealing = play(begin(), e4, e5, { t: 'adjourn', until: 777, clock });
    expect([sealing.halted, sealing.paused, sealing.until]).toEqual(['sealing', false, 777]);
    expect(sealing.clock?.running).toBe('white');
    // After a restart of the server it is still to be sealed.
    const back = play(sealing, { t: 'pause', clock }, { t: 'resume', clock });
    expect([back.halted, back.paused]).toEqual(['sealing', false]);
    const adjourned = play(back, { t: 'pause', why: 'adjourned', clock });
    expect([adjourned.halted, adjourned.paused, adjourned.until]).toEqual(['adjourned', true, 777]);
    expect(play(adjourned, { t: 'resume', clock }).halted).toBeNull();
  });

  test('a pause stops the clock and a resume starts it again', () => {
    const clock = { white: 5, black: 6 };
    const paused = play(begin(), e4, e5, { t: 'pause', clock });
    expect(paused.clock?.running).toBeNull();
    expect(play(paused, { t: 'resume', clock }).clock?.running).toBe('white');
  });

  test('clocks that are started run before both sides have moved, and on from move to move', () => {
    const clock = { white: 300_000, black: 300_000 };
    const game = begin({ firstMove: 15_000 });
    expect(firstMoveUntil(game)).not.toBeNull();
    const started = play(game, { t: 'resume', clock });
    expect(started.clock?.running).toBe('white');
    expect(firstMoveUntil(started)).toBeNull();
    expect(play(started, e4).clock?.running).toBe('black');
    expect(play(begin(), e4).clock?.running).toBeNull();
  });

  test('a snapshot says that the clocks have been started', () => {
    const { clock } = snapshot();
    const game = begin({ clock: clock && { ...clock, running: 'white' } });
    expect(play(game, e4).clock?.running).toBe('black');
  });

  test('an end stops the clock and says who won', () => {
    const game = play(begin(), e4, e5, {
      t: 'end',
      status: 'resign',
      winner: 'black',
      clock: { white: 7, black: 8 },
    });
    expect(game).toMatchObject({ status: 'resign', winner: 'black' });
    expect(game.clock).toMatchObject({ white: 7, black: 8, running: null });
  });

  test('a rematch that is agreed names the next game', () => {
    const end = {
      t: 'end',
      status: 'draw',
      winner: null,
      reason: 'agreement',
      clock: null,
    } as const;
    const asked = play(begin(), e4, e5, end, { t: 'rematch', by: 'white' });
    expect(asked.offers.white.rematch).toBe(4);
    expect(play(asked, { t: 'rematch', by: 'black', next: 'Ab12Cd35' })).toMatchObject({
      next: 'Ab12Cd35',
      offers: { white: {}, black: {} },
    });
  });

  test('the answer to a watch says what time it is', () => {
    const clock = { white: 250_000, black: 260_000, running: 'white' as const };
    const game = clockResumed(
      begin({ moves: ['e2e4', 'e7e5'] }),
      { t: 'ok', at: 90_000, clock },
      700,
    );
    expect(game.axis).toEqual({ at: 90_000, now: 700 });
    expect(game.clock).toMatchObject({ white: 250_000, running: 'white', at: 90_000 });
  });
});

test('a position is repeated when its rights are the same, whatever the counters say', () => {
  const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
  expect(repetitions(begin({ moves: shuffle }))).toBe(2);
  expect(repetitions(begin({ moves: [...shuffle, ...shuffle] }))).toBe(3);
  expect(repetitions(begin({ moves: ['h2h4', 'h7h5', 'h1h2', 'h8h7', 'h2h1', 'h7h8'] }))).toBe(1);
});
