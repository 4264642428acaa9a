import { describe, expect, test } from 'vitest';

import { isMyTurn } from '../../src/game/table';
import { isGarbled, parseMessage } from '../../src/net/wire';
import { parseRoute } from '../../src/route';
import { atBoard, game, page, path, welcome } from '../drive';
import { snapshot } from '../world';

const e4 = {
  t: 'move',
  game,
  seq: 1,
  at: 2000,
  ply: 1,
  uci: 'e2e4',
  san: 'e4',
  clock: null,
} as const;
const ann = { id: 'w', name: 'Ann', rating: null, guest: false };
const guest = { id: 'g', name: 'Guest-g', rating: null, guest: true };

describe('a connection that does not open', () => {
  const failing = () =>
    page().does({ m: 'socketClosed', failures: 0 }, { m: 'socketClosed', failures: 1 });

  test('makes the page ask whether the server is there at all, after a few attempts', () => {
    const self = failing();
    expect(self.effects()).toEqual([]);
    self.does({ m: 'socketClosed', failures: 2 });
    expect(self.effects()).toEqual([{ do: 'probe' }]);
  });

  test.each([
    [0, 'broken'],
    [502, 'broken'],
    [401, 'refused'],
    [200, 'refused'],
    [403, 'banned'],
  ] as const)('and a server that answers %i makes it %s, over further attempts', (status, link) => {
    const self = failing().does({ m: 'socketClosed', failures: 2 }, { m: 'probed', status });
    expect(self.model.link).toBe(link);
    self.does({ m: 'socketClosed', failures: 3 });
    expect(self.model.link).toBe(link);
    self.does({ m: 'socketOpened' }, { m: 'probed', status });
    expect(self.model.link).toBe('open');
    self.does({ m: 'socketClosed', failures: 0 });
    expect(self.model.link).toBe('broken');
  });
});

describe('who one is', () => {
  test('signed out elsewhere: says so, and drops the seat and what was not sent', () => {
    const self = page(path)
      .does({ m: 'socketOpened' })
      .hears(welcome({ you: ann }), snapshot());
    self.does({ m: 'socketClosed', failures: 0 }, { m: 'moved', orig: 'e2', dest: 'e4' });
    self.asked();
    self.does({ m: 'socketOpened' }).hears(welcome({ you: guest }));
    expect(self.model.signedOut?.name).toBe('Ann');
    expect(self.table).toMatchObject({ seat: null, pending: null });
    expect(self.asked()).toMatchObject([{ t: 'watch', game }]);
    self.hears(welcome({ you: ann }));
    expect(self.model.signedOut).toBeNull();
    expect(self.table.seat).toBe('white');
  });

  test.each([guest, { ...ann, id: 'b', name: 'Bob' }])('signed in elsewhere: $name is told the name', you => {
    const self = page().does({ m: 'socketOpened' }).hears(welcome({ you }));
    self
      .does({ m: 'socketClosed', failures: 0 }, { m: 'socketOpened' })
      .hears(welcome({ you: ann }));
    expect(self.words()).toEqual(['notice.anotherYou']);
    expect(self.model.signedOut).toBeNull();
  });
});

describe('a game that began while there was no connection', () => {
  const seek = 'Sk1234567890';
  const gone = [{ m: 'socketClosed', failures: 0 }, { m: 'socketOpened' }] as const;
  const seeking = (computerAt: number | null, where = '/') => {
    const self = page(where)
      .does({ m: 'socketOpened' })
      .hears(welcome({ playing: ['Zz98Yy76'], fallback: computerAt }));
    self.does({ m: 'quickSeek', control: { initial: 300_000, increment: 3000 } });
    const sent = self.asked().find(({ t }) => t === 'seek');
    return self.hears({ t: 'ok', id: sent?.id, seek });
  };

  test.each(['/', '/settings'])('by the search of the page leads from %s to the board', where => {
    const self = seeking(null, where).does(...gone);
    self.hears(welcome({ playing: ['Zz98Yy76', game] }));
    expect(self.model.route).toEqual({ page: 'game', game });
    expect(self.model.lobby.seek).toBeNull();
    expect(self.asked()).toMatchObject([
      { t: 'watch', game },
      { t: 'watch', game: 'Zz98Yy76' },
    ]);
  });

  test('against the computer leads to the board, and the search goes on', () => {
    const self = seeking(0).does(...gone);
    self.hears(welcome({ playing: ['Zz98Yy76', game], seeks: [seek] }));
    expect(self.model.route).toEqual({ page: 'game', game });
    expect(self.model.lobby.seek).toBeNull();
    expect(self.asked().map(({ t }) => t)).not.toContain('unseek');
  });

  test('by another page ends the search here', () => {
    const self = seeking(null).does(...gone);
    self.hears(welcome({ playing: ['Zz98Yy76', game], seeks: [seek] }));
    expect(self.model.route).toEqual({ page: 'game', game });
    expect(self.asked()).toContainEqual(expect.objectContaining({ t: 'unseek', seek }));
  });

  test.each(['/', '/challenge/Ab12Cd347890'])('by a challenge leads from %s to the board', where => {
    const self = page(where).does({ m: 'socketOpened' }).hears(welcome());
    self.does(...gone).hears(welcome({ playing: [game] }));
    expect(self.model.route).toEqual({ page: 'game', game });
  });

  test('by a rematch leads to the board, another one does not', () => {
    for (const isOffered of [true, false]) {
      const self = atBoard({ status: 'resign', winner: 'white' });
      if (isOffered) self.hears({ t: 'rematch', game, seq: 1, at: 2000, by: 'white' });
      self.does(...gone).hears(welcome({ playing: ['Ab12Cd35'] }));
      expect(self.model.route).toEqual({ page: 'game', game: isOffered ? 'Ab12Cd35' : game });
      expect(self.words()).toEqual(isOffered ? [] : ['head.started']);
    }
  });

  test('is nothing new to somebody who has just come', () => {
    const self = page().does({ m: 'socketOpened' }).hears(welcome({ playing: [game] }));
    expect(self.model.route).toEqual({ page: 'lobby' });
  });
});

describe('a move that was made without a connection, in a game that was then left', () => {
  const move = { t: 'move', game, ply: 0, uci: 'e2e4', turn: 0 };
  const left = () => {
    const self = atBoard().does({ m: 'socketClosed', failures: 0 });
    self.does({ m: 'played', uci: 'e2e4' }, { m: 'navigated', to: parseRoute('/') });
    self.asked();
    return self;
  };
  const back = (change = {}) => {
    const self = left().does({ m: 'socketOpened' });
    return self.hears(welcome({ playing: [game], ...change }));
  };
  const moves = (self: ReturnType<typeof page>) => self.asked().filter(({ t }) => t === 'move');

  test('is sent on the next connection, until it is answered', () => {
    const self = back();
    expect(moves(self)).toMatchObject([move]);
    self.does({ m: 'socketClosed', failures: 0 }, { m: 'socketOpened' });
    self.hears(welcome({ playing: [game] }));
    const [again] = moves(self);
    expect(again).toMatchObject(move);
    self.hears({ t: 'ok', id: again?.id }).does({ m: 'retryDue' });
    expect(moves(self)).toEqual([]);
    expect(self.words()).toEqual([]);
  });

  test('is on the board for whoever comes back there, and is sent once', () => {
    const self = left().does({ m: 'navigated', to: parseRoute(path) });
    expect(self.table.pending).toMatchObject({ ply: 0, sentAt: null });
    self.does({ m: 'socketOpened' }).hears(welcome({ playing: [game] }));
    expect(moves(self)).toMatchObject([move]);
    self.does({ m: 'navigated', to: parseRoute('/') }).hears(snapshot());
    self.does({ m: 'navigated', to: parseRoute(path) });
    expect(self.table.pending?.step.san).toBe('e4');
  });

  test('is not on the board once the game has moved on', () => {
    const self = back().hears(snapshot({ moves: ['d2d4', 'd7d5'] }));
    self.does({ m: 'navigated', to: parseRoute(path) });
    expect(self.table.pending).toBeNull();
  });

  test('and is refused is not lost without a word', () => {
    const self = back();
    const [sent] = moves(self);
    self.hears({ t: 'error', id: sent?.id, code: 'not_now', message: '' });
    expect(self.words()).toEqual(['move.waits']);
    expect(self.did('retryLater')).toHaveLength(1);
    self.does({ m: 'retryDue' });
    const [again] = moves(self);
    expect(again).toMatchObject(move);
    self.hears({ t: 'error', id: again?.id, code: 'stale', message: '' }).does({ m: 'retryDue' });
    expect(self.words()).toEqual(['move.waits', 'error.stale']);
    expect(moves(self)).toEqual([]);
  });

  test('is nobody else’s', () => expect(moves(back({ you: guest }))).toEqual([]));
});

describe('challenges that were decided while there was no connection', () => {
  const terms = {
    t: 'challenge',
    state: 'open',
    clock: { initial: 300_000, increment: 3000 },
    variant: 'standard',
    rated: false,
    color: 'random',
  } as const;
  const user = { ...guest, id: 'w' };
  const theirs = ['Ch1234567890', 'Ch1234567891'].map(challenge => ({
    ...terms,
    challenge,
    to: 'user' as const,
    from: guest,
    user,
  }));
  const mine = { ...terms, challenge: 'Ch1234567892', to: 'link', from: user } as const;
  const gone = [{ m: 'socketClosed', failures: 0 }, { m: 'socketOpened' }] as const;
  const challenged = () =>
    page()
      .does({ m: 'socketOpened' })
      .hears(welcome(), ...theirs, mine);
  const listed = ({ model: { lobby } }: ReturnType<typeof page>) => [
    ...lobby.challenges.map(({ challenge }) => challenge),
    lobby.invitation?.id,
  ];

  test('are no longer listed; the others are all the time', () => {
    const self = challenged();
    const all = listed(self);
    expect(all).toEqual(['Ch1234567890', 'Ch1234567891', 'Ch1234567892']);
    self.does(...gone).hears(welcome());
    const [ping] = self.asked();
    expect(ping).toMatchObject({ t: 'ping' });
    expect(listed(self)).toEqual(all);
    self.hears(...structuredClone([...theirs.slice(1), mine]));
    expect(listed(self)).toHaveLength(3);
    self.hears({ t: 'ok', id: ping?.id });
    expect(listed(self)).toEqual(['Ch1234567891', 'Ch1234567892']);
    self.does(...gone).hears(welcome());
    self.hears({ t: 'ok', id: self.asked()[0]?.id });
    expect(listed(self)).toEqual([undefined]);
    expect(self.words()).toEqual([]);
  });

  test('but not those that another link leads to', () => {
    const self = challenged();
    self.does({ m: 'navigated', to: parseRoute('/challenge/Ch1234567892') }, ...gone);
    self.hears(welcome(), mine);
    const ping = self.asked().find(({ t }) => t === 'ping');
    self.hears({ t: 'ok', id: ping?.id });
    expect(listed(self)).toEqual(['Ch1234567892']);
    expect(self.model.openedChallenge?.challenge).toBe('Ch1234567892');
  });
});

describe('two pages in one game', () => {
  const moved = { ...e4, uci: 'd2d4', san: 'd4' };

  test('a move that waits here is dropped when the other page has moved, and the player is told', () => {
    const self = atBoard({ clock: null });
    self.does({ m: 'moved', orig: 'e2', dest: 'e4' });
    expect(self.table.unconfirmed?.san).toBe('e4');
    self.hears(moved);
    expect(self.table.unconfirmed).toBeNull();
    expect(self.words()).toEqual(['notice.lostMove']);
    self.does({ m: 'confirmed', yes: true });
    expect(self.asked()).toEqual([]);
  });

  test('a move that was sent from here is taken back when the other page was quicker', () => {
    const self = atBoard().does({ m: 'moved', orig: 'e2', dest: 'e4' });
    self.hears(moved);
    expect(self.table.pending).toBeNull();
    expect(self.words()).toEqual(['notice.lostMove']);
  });

  test('a move of the other page needs no notice when nothing was begun here', () => {
    const self = atBoard().hears(e4);
    expect(isMyTurn(self.table)).toBe(false);
    expect(self.words()).toEqual([]);
  });
});

describe('a server of another version', () => {
  test.each([
    [
      '{"t":"end","game":"Ab12Cd34","seq":9,"at":1,"status":"won","winner":"white","clock":null}',
      true,
    ],
    ['{"t":"pong","c":"1"}', true],
    ['{"t":"brand_new","c":"1"}', false],
    ['{"t":"pong","c":1,"new":{}}', false],
    ['', false],
  ])('%s: garbled is %s', (text, garbled) => {
    expect(isGarbled(text)).toBe(garbled);
    if (garbled) expect(parseMessage(text)).toBeNull();
  });

  test('is reported, and so is one that plays by other rules', () => {
    expect(page().does({ m: 'messageGarbled' }).model.garbled).toBe(true);
    const self = page(path)
      .does({ m: 'socketOpened' })
      .hears(welcome(), snapshot({ moves: ['e2e5'] }));
    expect(self.model.garbled).toBe(true);
  });

  test('that does not know a request is reported, even when nobody waits for the answer', () => {
    const self = page().does({ m: 'socketOpened' }).hears(welcome());
    const [listen] = self.sent();
    self.hears({ t: 'error', id: listen?.id, code: 'unknown_kind', message: '' });
    expect(self.words()).toEqual(['error.unknown_kind']);
  });
});

test('an unknown address is reported, whether it is opened or navigated to', () => {
  expect(page('/Ab12Cd34/x').model.missing).toBe('page');
  const self = page('/').does({ m: 'navigated', to: parseRoute('/nowhere') });
  expect(self.model.missing).toBe('page');
  self.does({ m: 'navigated', to: parseRoute('/') });
  expect(self.model.missing).toBeNull();
});

test.each([
  ['/Ab12Cd34', 'no_such_game', 'game'],
  ['/challenge/Ch1234567890', 'stale', 'challenge'],
] as const)('%s is missing only as long as it is looked at', (address, code, missing) => {
  for (const hasLeft of [false, true]) {
    const self = page(address).does({ m: 'socketOpened' }).hears(welcome());
    const watch = self.sent().find(({ t }) => t === 'watch');
    if (hasLeft) self.does({ m: 'urlChanged', path: '/settings' });
    self.hears({ t: 'error', id: watch?.id, code, message: '' });
    expect(self.model.missing).toBe(hasLeft ? null : missing);
  }
});

test.each(['not_now', 'too_fast'])('a server that cannot take a move (%s) gets it later', code => {
  const self = atBoard().does({ m: 'moved', orig: 'e2', dest: 'e4' });
  const [move] = self.asked();
  self.hears({
    t: 'error',
    id: move?.id,
    code,
    message: 'the server cannot save anything right now',
  });
  expect(self.table.pending?.step.san).toBe('e4');
  expect(self.words()).toEqual(['move.waits']);
  expect(self.effects()).toContainEqual({ do: 'retryLater' });
  self.does({ m: 'retryDue' });
  const [again] = self.asked();
  expect(again).toMatchObject({ t: 'move', game, ply: 0, uci: 'e2e4', turn: 0 });
  self.hears({ t: 'ok', id: again?.id }, e4);
  expect(self.table.pending).toBeNull();
  self.does({ m: 'retryDue' });
  expect(self.asked()).toEqual([]);
});

test('a move that a full disk refused is sent only once on a new connection', () => {
  const self = atBoard().does({ m: 'moved', orig: 'e2', dest: 'e4' });
  const [move] = self.asked();
  self.hears({ t: 'error', id: move?.id, code: 'not_now', message: '' });
  self.does({ m: 'socketClosed', failures: 0 }, { m: 'retryDue' });
  expect(self.asked()).toEqual([]);
  self.does({ m: 'socketOpened' }).hears(welcome());
  expect(self.asked()).toMatchObject([{ t: 'watch' }, { t: 'move', uci: 'e2e4' }]);
});
