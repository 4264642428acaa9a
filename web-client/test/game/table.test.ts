import type { Key } from '@lichess-org/chessground/types';
import { beforeAll, describe, expect, test } from 'vitest';

import { afterPlacings, pieceOn } from '../../src/chess/fen';
import { destsOf, movesBetween } from '../../src/chess/moves';
import type { Rules } from '../../src/chess/rules';
import { type Game, type World, gameOf } from '../../src/game/game';
import {
  type Table,
  boardClaims,
  boardFen,
  choosePromotion,
  claimAt,
  confirmMove,
  enterMove,
  enterPremove,
  isMyTurn,
  viewPly,
  mayClaimAhead,
  newestPly,
  playMove,
  followGame,
  sentAgain,
  shownStep,
  stoppedAt,
  newTable,
  undoPending,
  withCrowd,
} from '../../src/game/table';
import type { Snapshot } from '../../src/net/wire';
import { settingsOf } from '../../src/settings/settings';
import { loadRules, snapshot, startFen } from '../world';

const likes = settingsOf(null);

let rules: Rules;
let world: World;
beforeAll(async () => {
  rules = await loadRules();
  world = { rules, now: 0 };
});

const gameWith = (change: Partial<Snapshot> = {}): Game => {
  const game = gameOf(snapshot(change), world);
  if (!game) throw new Error('not a game');
  return game;
};

const sit = (you: string, change: Partial<Snapshot> = {}): Table => newTable(gameWith(change), you);

describe('the clock after a move', () => {
  test('stops for the mover when the move is sent, and shows the server’s time after it', () => {
    const [sent] = playMove(sit('w'), { rules, now: 700 }, likes, 'e2e4');
    expect(stoppedAt(sent, 'white')).toBe(700);
    expect(stoppedAt(sent, 'black')).toBeNull();
    const [confirmed] = followGame(sent, gameWith({ moves: ['e2e4'] }), world);
    expect(stoppedAt(confirmed, 'white')).toBeNull();
  });

  test('runs on while a move waits to be confirmed or has not arrived', () => {
    const [held] = playMove(sit('w'), world, { ...likes, confirm: 'always' }, 'e2e4');
    expect(stoppedAt(held, 'white')).toBeNull();
    const [sent] = confirmMove(held, 900, true);
    expect(stoppedAt(sent, 'white')).toBe(900);
    expect(stoppedAt(sentAgain(sent, null), 'white')).toBeNull();
  });
});

describe('a draw claimed with the move about to be made', () => {
  // FIDE 9.2.1: the position after Ng8 would be on the board for the third time.
  const knights = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
  const moves = [...knights, ...knights.slice(0, 3)];
  const black = () => sit('b', { moves });

  test('is offered where a move brings it about, and only to the mover', () => {
    expect(mayClaimAhead(black(), rules)).toBe(true);
    expect(mayClaimAhead(sit('w', { moves }), rules)).toBe(false);
    expect(mayClaimAhead(sit('w', { moves: [...moves, 'f6g8'] }), rules)).toBe(false);
    expect(mayClaimAhead(sit('b', { moves: knights.slice(0, 3) }), rules)).toBe(false);
  });

  test('goes out in place of the move, which is not shown', () => {
    const [table, act] = playMove({ ...black(), claimingAhead: true }, world, likes, 'f6g8');
    expect(act).toEqual({
      ...{ t: 'claim', game: 'Ab12Cd34', what: 'threefold', ply: 7, uci: 'f6g8' },
    });
    expect(table).toMatchObject({ claimingAhead: false, pending: null });
  });

  test('by fifty moves is named so', () => {
    // FIDE 9.3.1: 99 plies without a capture or a pawn move, and one more.
    const fen = '4k3/8/8/8/8/8/4P3/R3K3 w - - 99 80';
    const table = sit('w', { fen, variant: 'fromPosition' });
    expect(mayClaimAhead(table, rules)).toBe(true);
    const [, act] = playMove({ ...table, claimingAhead: true }, world, likes, 'a1a2');
    expect(act).toMatchObject({ t: 'claim', what: 'fifty', uci: 'a1a2' });
  });

  test('is forgotten when the game goes on', () => {
    const game = gameWith({ moves: [...moves, 'f6g8'], turn: 8 });
    expect(followGame({ ...black(), claimingAhead: true }, game, world)[0].claimingAhead).toBe(
      false,
    );
  });
});

/** The table after a premove was entered. */
const premove = (table: Table, orig: Key, dest: Key): Table =>
  enterPremove(table, world, likes, orig, dest)[0];

test.each([
  ['a1', 'R'],
  ['e8', 'k'],
  ['d2', 'P'],
  ['e4', null],
  ['h8', 'r'],
] as const)('on %s stands %s at the start', (key, piece) =>
  expect(pieceOn(startFen, key)).toBe(piece),
);

describe('destinations', () => {
  test('castling can be entered by the king’s two steps and by the rook’s square', () => {
    const fen = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1';
    expect(destsOf(rules, fen).get('e1')?.sort()).toEqual(['a1', 'c1', 'd1', 'f1', 'g1', 'h1']);
    expect(movesBetween(rules, fen, 'e1', 'g1')).toEqual(['e1g1']);
    expect(movesBetween(rules, fen, 'e1', 'h1')).toEqual(['e1g1']);
    expect(movesBetween(rules, fen, 'e1', 'a1')).toEqual(['e1c1']);
  });

  test('in Chess960 too, but one step of the king stays a step', () => {
    const far = 'r1k4r/pppppppp/8/8/8/8/PPPPPPPP/R1K4R w HAha - 0 1';
    expect(movesBetween(rules, far, 'c1', 'h1')).toEqual(['c1h1']);
    expect(movesBetween(rules, far, 'c1', 'g1')).toEqual(['c1h1']);
    expect(movesBetween(rules, far, 'c1', 'd1')).toEqual(['c1d1']);
    const near = 'r4k1r/pppppppp/8/8/8/8/PPPPPPPP/R4K1R w HAha - 0 1';
    expect(movesBetween(rules, near, 'f1', 'h1')).toEqual(['f1h1']);
    expect(movesBetween(rules, near, 'f1', 'g1')).toEqual(['f1g1']);
  });

  test('one step to a rook beside the king is not castling', () =>
    expect(movesBetween(rules, '4k3/8/8/8/8/8/8/4KR2 w - - 0 1', 'e1', 'f1')).toEqual([]));
});

describe('a move', () => {
  test('is shown at once and asked for by its ply', () => {
    const [table, act] = enterMove(sit('w'), world, likes, 'e2', 'e4');
    expect(act).toEqual({ t: 'move', game: 'Ab12Cd34', ply: 0, uci: 'e2e4', turn: 0 });
    expect(shownStep(table).san).toBe('e4');
    expect(newestPly(table)).toBe(1);
    expect(isMyTurn(table)).toBe(false);
  });

  test.each([
    ['out of turn', 'b', 'e7', 'e5'],
    ['that is not legal', 'w', 'e2', 'e5'],
    ['of a spectator', 'x', 'e2', 'e4'],
  ] as const)('%s sends nothing and sets the board again', (_, you, orig, dest) => {
    const before = sit(you);
    const [table, act] = enterMove(before, world, likes, orig, dest);
    expect(act).toBeNull();
    expect(table.pending).toBeNull();
    expect(table.redraws).toBeGreaterThan(before.redraws);
  });

  test('is confirmed by the event, however castling is written', () => {
    const fen = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1';
    const [table] = enterMove(sit('w', { fen, variant: 'fromPosition' }), world, likes, 'e1', 'g1');
    const confirmed = gameWith({ fen, variant: 'fromPosition', moves: ['e1h1'] });
    const [settled, act] = followGame(table, confirmed, world);
    expect(act).toBeNull();
    expect(settled.pending).toBeNull();
    expect(settled.redraws).toBe(table.redraws);
  });

  test('that the server was ahead of is visibly taken back', () => {
    const [table] = enterMove(sit('w'), world, likes, 'e2', 'e4');
    const [settled] = followGame(table, gameWith({ moves: ['d2d4'] }), world);
    expect(settled.pending).toBeNull();
    expect(settled.redraws).toBe(table.redraws + 1);
    expect(shownStep(settled).san).toBe('d4');
  });

  test('stays pending while chat and offers come', () => {
    const [table] = enterMove(sit('w'), world, likes, 'e2', 'e4');
    const offered = { ...table.game, seq: 1, offers: { white: {}, black: { draw: 1 } } };
    expect(followGame(table, offered, world)[0].pending).toEqual(table.pending);
  });

  test('that was refused is gone, and so is the premove after it', () => {
    const [table] = enterMove(sit('w'), world, likes, 'e2', 'e4');
    const waiting = premove(table, 'd2', 'd4');
    expect(waiting.premoves).toHaveLength(1);
    expect(undoPending(waiting)).toMatchObject({ pending: null, premoves: [] });
  });
});

describe('promotion', () => {
  const fen = '7k/P7/8/8/8/8/7p/K7 w - - 0 1';
  const change = { fen, variant: 'fromPosition' } as const;

  test('asks for the piece and plays it', () => {
    const [table, act] = enterMove(sit('w', change), world, likes, 'a7', 'a8');
    expect(act).toBeNull();
    expect(table.promoting).toEqual({ orig: 'a7', dest: 'a8' });
    expect(choosePromotion(table, world, likes, 'knight')[1]).toMatchObject({ uci: 'a7a8n' });
  });

  test('that is cancelled leaves the pawn where it was', () => {
    const [table] = enterMove(sit('w', change), world, likes, 'a7', 'a8');
    const [after, act] = choosePromotion(table, world, likes, null);
    expect(act).toBeNull();
    expect(after).toMatchObject({ promoting: null, pending: null });
    expect(shownStep(after).fen).toBe(fen);
  });

  test('in a premove is chosen beforehand and played when the turn comes', () => {
    const asked = premove(sit('b', change), 'h2', 'h1');
    expect(asked).toMatchObject({ promoting: { orig: 'h2', dest: 'h1' }, premoves: [] });
    const [waiting, act] = choosePromotion(asked, world, likes, 'rook');
    expect(act).toBeNull();
    expect(waiting.premoves).toEqual([{ orig: 'h2', dest: 'h1', promotion: 'rook' }]);
    const [played, sent] = followGame(waiting, gameWith({ ...change, moves: ['a1b2'] }), world);
    expect(sent).toMatchObject({ t: 'move', uci: 'h2h1r', ply: 1 });
    expect(played.premoves).toEqual([]);
  });
});

describe('a premove', () => {
  const waiting = (): Table => premove(sit('b'), 'e7', 'e5');

  test('is played when it is legal then', () => {
    const [table, act] = followGame(waiting(), gameWith({ moves: ['e2e4'] }), world);
    expect(act).toMatchObject({ t: 'move', uci: 'e7e5', ply: 1, turn: 1 });
    expect(table.pending?.step.san).toBe('e5');
  });

  test('is dropped when it is not', () => {
    const queen = premove(sit('b'), 'd8', 'h4');
    const [table, act] = followGame(queen, gameWith({ moves: ['e2e4'] }), world);
    expect(act).toBeNull();
    expect(table).toMatchObject({ premoves: [], pending: null });
  });

  test('ends with the game', () => {
    const over = gameWith({ moves: ['e2e4'], status: 'resign', winner: 'black' });
    const [table, act] = followGame(waiting(), over, world);
    expect(act).toBeNull();
    expect(table.premoves).toEqual([]);
  });

  test('entered just as the turn comes is a move', () =>
    expect(enterPremove(sit('w'), world, likes, 'e2', 'e4')[1]).toMatchObject({
      t: 'move',
      uci: 'e2e4',
    }));

  test('cannot be entered by the side to move or a spectator', () => {
    expect(premove(sit('w'), 'e2', 'e4').premoves).toEqual([]);
    expect(premove(sit('x'), 'e2', 'e4').premoves).toEqual([]);
  });
});

describe('premoves in a row', () => {
  const three = (): Table =>
    (['e7e5', 'g8f6', 'f8e7'] as const).reduce(
      (table, uci) => premove(table, uci.slice(0, 2) as Key, uci.slice(2) as Key),
      sit('b'),
    );

  test('are shown as if they were played', () => {
    expect(pieceOn(boardFen(three()), 'f6')).toBe('n');
    expect(pieceOn(boardFen(three()), 'g8')).toBeNull();
    expect(shownStep(three()).fen).toBe(startFen);
  });

  test('are sent one per turn', () => {
    const [first, act] = followGame(three(), gameWith({ moves: ['e2e4'] }), world);
    expect(act).toMatchObject({ uci: 'e7e5' });
    expect(first.premoves).toHaveLength(2);
    const [second, next] = followGame(first, gameWith({ moves: ['e2e4', 'e7e5', 'a2a3'] }), world);
    expect(next).toMatchObject({ uci: 'g8f6', ply: 3 });
    expect(second.premoves).toHaveLength(1);
  });

  test('are all dropped when one is illegal', () => {
    const two = premove(premove(sit('b'), 'd8', 'h4'), 'g8', 'f6');
    const [table, act] = followGame(two, gameWith({ moves: ['e2e4'] }), world);
    expect(act).toBeNull();
    expect(table.premoves).toEqual([]);
  });

  test('are all dropped when the player went on elsewhere', () => {
    const moves = ['e2e4', 'd7d5', 'a2a3'];
    expect(followGame(three(), gameWith({ moves }), world)).toMatchObject([{ premoves: [] }, null]);

    const [first] = followGame(three(), gameWith({ moves: ['e2e4'] }), world);
    const [overtaken, act] = followGame(first, gameWith({ moves }), world);
    expect(act).toBeNull();
    expect(overtaken).toMatchObject({ pending: null, premoves: [], redraws: first.redraws + 1 });
  });

  test('are not accepted when turned off', () => {
    const none = { ...likes, premoves: 'none' as const };
    expect(enterPremove(sit('b'), world, none, 'e7', 'e5')[0].premoves).toEqual([]);
  });
});

describe('pieces that premoves have moved', () => {
  test.each([
    ['a king that castles takes its rook along', 'e8', 'g8', null, 'r4rk1/8/8/8/8/8/p7/8'],
    ['also when it is put on the rook', 'e8', 'a8', null, '2kr3r/8/8/8/8/8/p7/8'],
    ['one step is no castling', 'e8', 'f8', null, 'r4k1r/8/8/8/8/8/p7/8'],
    ['a pawn becomes what was chosen', 'a2', 'a1', 'n', 'r3k2r/8/8/8/8/8/8/n7'],
  ] as const)('%s', (_, orig, dest, promotion, board) => {
    const fen = 'r3k2r/8/8/8/8/8/p7/8 b kq - 0 1';
    expect(afterPlacings(fen, [{ orig, dest, promotion }]).split(' ')[0]).toBe(board);
  });
});

describe('a move that needs confirmation', () => {
  const careful = { ...likes, confirm: 'always' as const };
  const held = (): Table => enterMove(sit('w'), world, careful, 'e2', 'e4')[0];

  test('is shown and not sent', () => {
    const [table, act] = enterMove(sit('w'), world, careful, 'e2', 'e4');
    expect(act).toBeNull();
    expect(shownStep(table).san).toBe('e4');
    expect(isMyTurn(table)).toBe(false);
  });

  test('is sent when it is confirmed', () =>
    expect(confirmMove(held(), 1000, true)[1]).toMatchObject({ t: 'move', uci: 'e2e4', ply: 0 }));

  test('goes back when it is cancelled', () => {
    const [table, act] = confirmMove(held(), 1000, false);
    expect(act).toBeNull();
    expect(shownStep(table).fen).toBe(startFen);
    expect(isMyTurn(table)).toBe(true);
  });

  test('is forgotten when the game ends', () => {
    const over = gameWith({ status: 'aborted' });
    expect(followGame(held(), over, world)[0].unconfirmed).toBeNull();
  });

  test.each([
    ['slow', { initial: 1_800_000, increment: 0 }, true],
    ['slow', { initial: 300_000, increment: 0 }, false],
    ['never', { initial: 1_800_000, increment: 0 }, false],
  ] as const)('with %s and %o: %s', (confirm, control, asks) => {
    const clock = { ...control, white: control.initial, black: control.initial, running: null };
    const [table] = enterMove(sit('w', { clock }), world, { ...likes, confirm }, 'e2', 'e4');
    expect(table.unconfirmed !== null).toBe(asks);
  });
});

describe('a queen without asking', () => {
  const fen = '7k/P7/8/8/8/8/7p/K7 w - - 0 1';
  const change = { fen, variant: 'fromPosition' } as const;

  test('is played when the setting is always', () => {
    const always = { ...likes, autoQueen: 'always' as const };
    expect(enterMove(sit('w', change), world, always, 'a7', 'a8')[1]).toMatchObject({
      uci: 'a7a8q',
    });
  });

  test('is asked about when the setting is premoves only', () => {
    const ahead = { ...likes, autoQueen: 'premove' as const };
    expect(enterMove(sit('w', change), world, ahead, 'a7', 'a8')[0].promoting).not.toBeNull();
    expect(enterPremove(sit('b', change), world, ahead, 'h2', 'h1')[0].premoves).toEqual([
      { orig: 'h2', dest: 'h1', promotion: 'queen' },
    ]);
  });
});

describe('looking back', () => {
  const moves = ['e2e4', 'e7e5', 'g1f3'];

  test('shows the position after that ply, kept inside the game', () => {
    const table = sit('w', { moves });
    expect(shownStep(viewPly(table, 1)).san).toBe('e4');
    expect(shownStep(viewPly(table, -5)).fen).toBe(startFen);
    expect(viewPly(table, 99).viewedPly).toBeNull();
  });

  test('goes on while new moves come', () => {
    const table = viewPly(sit('w', { moves }), 1);
    const [settled] = followGame(table, gameWith({ moves: [...moves, 'b8c6'] }), world);
    expect(shownStep(settled).san).toBe('e4');
  });

  test('ends with a move of one’s own', () => {
    const table = viewPly(sit('b', { moves }), 1);
    expect(playMove(table, world, likes, 'b8c6')[0].viewedPly).toBeNull();
  });
});

describe('an opponent who has left', () => {
  const crowd = { t: 'crowd', game: 'Ab12Cd34', white: true, watchers: 0 } as const;
  const away = (claimIn?: number, change: Partial<Snapshot> = {}): Table =>
    withCrowd(
      sit('w', { moves: ['e2e4', 'e7e5'], ...change }),
      { ...crowd, black: false, claimIn },
      1000,
    );

  test('may be claimed against when the server says', () => {
    expect(claimAt(away(40_000))).toBe(41_000);
    expect(claimAt(away(0))).toBe(1000);
    expect(claimAt(away())).toBeNull();
  });

  test('has a new claim time when the server says so, and none once they are back', () => {
    expect(claimAt(withCrowd(away(40_000), { ...crowd, black: false, claimIn: 5000 }, 9000))).toBe(
      14_000,
    );
    expect(claimAt(withCrowd(away(40_000), { ...crowd, black: true }, 9000))).toBeNull();
  });

  test('is not waited for when the game is over', () => {
    expect(claimAt(away(40_000, { status: 'resign', winner: 'white' }))).toBeNull();
  });
});

test('a draw may be claimed by the side to move when the position has come up three times', () => {
  const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
  const moves = [...shuffle, ...shuffle];
  expect(boardClaims(sit('w', { moves }))).toEqual(['threefold']);
  expect(boardClaims(sit('b', { moves }))).toEqual([]);
  expect(boardClaims(sit('w', { moves: shuffle }))).toEqual([]);
  const quiet = { fen: '4k3/8/8/8/8/8/R7/4K3 w - - 100 90', variant: 'fromPosition' } as const;
  expect(boardClaims(sit('w', quiet))).toEqual(['fifty']);
});
