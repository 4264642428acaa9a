import { describe, expect, test } from 'vitest';

import type { Msg } from '../../src/dispatch';
import { shownStep } from '../../src/game/table';
import { parseRoute } from '../../src/route';
import { settingsOf } from '../../src/settings/settings';
import { sayText } from '../../src/text/later';
import { atBoard, blitz, game, page, path, welcome } from '../drive';
import { snapshot } from '../world';

describe('a seek', () => {
  const seeking = () => {
    const self = page().does({ m: 'socketOpened' }).hears(welcome());
    self.does({ m: 'quickSeek', control: blitz });
    return self;
  };

  test('is sent, gets its id and leads to the game', () => {
    const self = seeking();
    const [seek] = self.asked();
    expect(seek).toMatchObject({ t: 'seek', clock: blitz, fallback: 10_000 });
    self.hears({ t: 'ok', id: seek?.id, seek: 'Sk1234567890' });
    expect(self.model.lobby.seek?.id).toBe('Sk1234567890');
    self.hears({ t: 'start', game, color: 'white', seek: 'Sk1234567890' }, snapshot());
    expect(self.model.route).toEqual({ page: 'game', game });
    expect(self.model.lobby.seek).toBeNull();
    expect(self.table.seat).toBe('white');
  });

  test('that was cancelled before it had an id is withdrawn when it gets one', () => {
    const self = seeking();
    const [seek] = self.asked();
    self.does({ m: 'seekCancelled' });
    expect(self.asked()).toEqual([]);
    self.hears({ t: 'ok', id: seek?.id, seek: 'Sk1234567890' });
    expect(self.asked()).toMatchObject([{ t: 'unseek', seek: 'Sk1234567890' }]);
  });

  test('without the computer is sent again with no fallback', () => {
    const self = seeking();
    const [seek] = self.asked();
    self.hears({ t: 'ok', id: seek?.id, seek: 'Sk1234567890' }).does({ m: 'computerRefused' });
    expect(self.asked()).toMatchObject([
      { t: 'unseek', seek: 'Sk1234567890' },
      { t: 'seek', clock: blitz, fallback: null },
    ]);
  });

  test.each([3_000, null])('waits for a person as long as the server says: %s', fallback => {
    const self = page().does({ m: 'socketOpened' }).hears(welcome({ fallback }));
    self.does({ m: 'quickSeek', control: blitz });
    expect(self.asked()).toMatchObject([{ t: 'seek', clock: blitz, fallback }]);
  });

  test('survives a lost connection when the server still has it', () => {
    const self = seeking();
    const [seek] = self.asked();
    self.hears({ t: 'ok', id: seek?.id, seek: 'Sk1234567890' });
    self.does({ m: 'socketClosed', failures: 0 }, { m: 'socketOpened' });
    self.hears(welcome({ seeks: ['Sk1234567890'] }));
    expect(self.asked()).toEqual([]);
    self.does({ m: 'socketClosed', failures: 0 }, { m: 'socketOpened' }).hears(welcome());
    expect(self.asked()).toMatchObject([{ t: 'seek', clock: blitz, fallback: 10_000 }]);
  });

  test('of another page stays, and one for which no page waits is withdrawn', () => {
    const self = page().does({ m: 'socketOpened' });
    self.hears(welcome({ seeks: ['Sk1234567890', 'Sk2345678901'], elsewhere: ['Sk2345678901'] }));
    expect(self.asked()).toMatchObject([{ t: 'unseek', seek: 'Sk1234567890' }]);
  });

  test('that was cancelled on a dead line is withdrawn on the next one, as often as it takes', () => {
    const self = seeking();
    const [seek] = self.asked();
    self.hears({ t: 'ok', id: seek?.id, seek: 'Sk1234567890' }).does({ m: 'seekCancelled' });
    expect(self.asked()).toMatchObject([{ t: 'unseek', seek: 'Sk1234567890' }]);
    for (const seeks of [['Sk1234567890'], ['Sk1234567890'], []]) {
      self.does({ m: 'socketClosed', failures: 0 }, { m: 'socketOpened' });
      self.hears(welcome({ seeks, elsewhere: seeks }));
      expect(self.asked()).toMatchObject(seeks.map(id => ({ t: 'unseek', seek: id })));
    }
    expect(self.model.lobby.withdrawn).toEqual([]);
  });

  test('that goes on beside a game against the computer survives a lost connection', () => {
    const self = seeking();
    const [seek] = self.asked();
    self.hears({ t: 'ok', id: seek?.id, seek: 'Sk1234567890' });
    self.hears({ t: 'start', game, color: 'white', seek: 'Sk1234567890' }, snapshot());
    self.does({ m: 'socketClosed', failures: 0 }, { m: 'socketOpened' });
    self.hears(welcome({ playing: [game], seeks: ['Sk1234567890', 'Sk2345678901'] }));
    expect(self.asked()).toMatchObject([
      { t: 'watch', game },
      { t: 'unseek', seek: 'Sk2345678901' },
    ]);
  });

  test('whose old connection seems to be there still is not sent twice', () => {
    const self = seeking();
    const [seek] = self.asked();
    self.hears({ t: 'ok', id: seek?.id, seek: 'Sk1234567890' });
    self.does({ m: 'socketClosed', failures: 0 }, { m: 'socketOpened' });
    self.hears(welcome({ seeks: ['Sk1234567890'], elsewhere: ['Sk1234567890'] }));
    expect(self.asked()).toEqual([]);
    expect(self.model.lobby.seek?.id).toBe('Sk1234567890');
  });

  test('for a new opponent has the terms of the last game, and continues in the lobby', () => {
    const self = atBoard({ status: 'resign', winner: 'white' });
    self.does(
      { m: 'quickSeek', control: blitz, rated: false, variant: 'chess960' },
      { m: 'navigated', to: { page: 'lobby' } },
    );
    expect(self.sent()).toMatchObject([
      { t: 'seek', clock: blitz, rated: false, variant: 'chess960', pool: true },
      { t: 'unwatch', game },
      { t: 'lobby', on: true },
    ]);
    expect(self.model.lobby.seek).not.toBeNull();
  });

  test('that is refused says why', () => {
    const self = seeking();
    const [seek] = self.asked();
    self.hears({ t: 'error', id: seek?.id, code: 'too_fast', message: '' });
    expect(self.model.lobby.seek).toBeNull();
    expect(self.words()).toEqual(['error.too_fast']);
  });
});

describe('the lobby', () => {
  const ann = { id: 'a', name: 'Ann', rating: 1612, guest: false };
  const entered = () => page().does({ m: 'socketOpened' }).hears(welcome());
  const terms = { clock: blitz, variant: 'standard', rated: false, color: 'random' } as const;

  test('is subscribed to while it is shown', () => {
    const self = entered();
    expect(self.sent()).toMatchObject([{ t: 'lobby', on: true }]);
    self.does({ m: 'navigated', to: parseRoute('/settings') });
    expect(self.sent()).toMatchObject([{ t: 'lobby', on: false }]);
  });

  test('mini boards are subscribed to while they are shown, also after a lost connection', () => {
    const self = entered();
    self.sent();
    self.does({ m: 'liveShown', on: true });
    expect(self.sent()).toMatchObject([{ t: 'live', on: true }]);
    self.does({ m: 'socketClosed', failures: 1 }, { m: 'socketOpened' }).hears(welcome());
    expect(self.sent()).toMatchObject([
      { t: 'lobby', on: true },
      { t: 'live', on: true },
    ]);
    self.does({ m: 'liveShown', on: false });
    expect(self.sent()).toMatchObject([{ t: 'live', on: false }]);
    self.hears({ t: 'live', count: 0, games: [] });
    expect(self.model.liveGames).toBeNull();
  });

  test('knows who is online', () => {
    const self = entered().hears({ t: 'pools', here: 2, people: [ann], pools: [] });
    expect(self.model.lobby).toMatchObject({ here: 2, people: [ann] });
  });

  test('shows open seeks, and accepts one', () => {
    const self = entered();
    self.asked();
    self.hears({
      t: 'lobby',
      count: 1,
      seeks: [{ seek: 'Sk1', person: ann, ...terms, rating: null }],
    });
    expect(self.model.lobby.seeks).toHaveLength(1);
    self.does({ m: 'seekTaken', seek: 'Sk1' });
    const [taken] = self.asked();
    expect(taken).toMatchObject({ t: 'accept', seek: 'Sk1' });
    self.hears({ t: 'ok', id: taken?.id, game });
    expect(self.model.route).toEqual({ page: 'game', game });
  });

  test('takes a double click on an open seek for one', () => {
    const self = entered();
    self.asked();
    const click = { m: 'seekTaken', seek: 'Sk1' } as const;
    self.does(click, click);
    const [taken, again] = self.asked();
    expect(again).toBeUndefined();
    self.hears({ t: 'error', id: taken?.id, code: 'too_fast', message: '' }).does(click);
    expect(self.asked()).toMatchObject([{ t: 'accept', seek: 'Sk1' }]);
  });

  test('stays when somebody else was quicker, and says so', () => {
    const self = entered();
    self.does({ m: 'seekTaken', seek: 'Sk1' });
    const taken = self.asked().at(-1);
    self.hears({ t: 'error', id: taken?.id, code: 'stale', message: '' });
    expect(self.model).toMatchObject({ missing: null, route: { page: 'lobby' } });
    expect(self.words()).toEqual(['error.accept.stale']);
  });

  test('shows a challenge until it is decided', () => {
    const challenge = {
      t: 'challenge',
      challenge: 'Ch1',
      to: 'user',
      from: ann,
      ...terms,
    } as const;
    const self = entered().hears({ ...challenge, state: 'open' });
    self.asked();
    expect(self.model.lobby.challenges).toHaveLength(1);
    self.does({ m: 'challengeDeclined', challenge: 'Ch1', reason: 'tooFast' });
    expect(self.asked()).toMatchObject([{ t: 'decline', challenge: 'Ch1', reason: 'tooFast' }]);
    self.hears({ ...challenge, state: 'declined' });
    expect(self.model.lobby.challenges).toEqual([]);
  });

  test('says why the player’s own challenge was declined', () => {
    const self = entered();
    const user = { id: 'b', name: 'Bob', rating: null };
    const challenge = {
      t: 'challenge',
      challenge: 'Ch1',
      to: 'user',
      from: { ...ann, id: 'w' },
      user,
    } as const;
    self.hears({ ...challenge, ...terms, state: 'declined', reason: 'tooFast' });
    const [notice] = self.model.notices;
    expect(notice && sayText(notice.text)).toBe('Bob declined your challenge: too fast.');
    self.hears({ ...challenge, ...terms, state: 'declined' });
    expect(self.model.notices.map(({ text }) => sayText(text))).toEqual([
      'Bob declined your challenge.',
    ]);
  });

  test('a person who comes during a game with the computer is offered, and played', () => {
    const self = atBoard();
    self.hears({ t: 'found', seek: 'Sk1', other: 'Sk2', person: ann });
    self.does({ m: 'foundAnswered', yes: true });
    const [accepted] = self.asked();
    expect(accepted).toMatchObject({ t: 'accept', seek: 'Sk2' });
    self.hears({ t: 'ok', id: accepted?.id, game: 'Zz98Yy76' });
    expect(self.model.route).toEqual({ page: 'game', game: 'Zz98Yy76' });
    expect(self.model.lobby.found).toBeNull();
  });

  test.each([path, '/'])('nor offered any longer on %s once that game is over', where => {
    const black = { id: 'computer-4', name: 'Computer level 4', rating: 1000, computer: 4 };
    const self = atBoard({ black }).does({ m: 'urlChanged', path: where });
    self.hears({ t: 'found', seek: 'Sk1', other: 'Sk2', person: ann });
    expect(self.model.lobby.found).not.toBeNull();
    const end = { status: 'resign', winner: 'black', clock: null } as const;
    self.hears({ t: 'end', game, seq: 1, at: 2000, ...end });
    expect(self.model).toMatchObject({ playing: [], lobby: { found: null } });
  });

  test('nor when the search ended while there was no connection', () => {
    const self = atBoard().hears(welcome({ playing: [game] }));
    self.hears({ t: 'found', seek: 'Sk1', other: 'Sk2', person: ann });
    self.hears(welcome({ playing: [game], seeks: ['Sk1'] }));
    expect(self.model.lobby.found).not.toBeNull();
    self.hears(welcome({ playing: [game] }));
    expect(self.model.lobby.found).toBeNull();
  });

  test('that person may begin the game, too: it is on the board at once', () => {
    const self = page().does({ m: 'socketOpened' }).hears(welcome());
    self.does({ m: 'quickSeek', control: blitz });
    self.hears(
      { t: 'ok', id: self.asked()[0]?.id, seek: 'Sk1' },
      { t: 'start', game, color: 'white', seek: 'Sk1' },
      { t: 'found', seek: 'Sk1', other: 'Sk2', person: ann },
      { t: 'start', game: 'Zz98Yy76', color: 'white', seek: 'Sk1' },
    );
    expect(self.model.route).toEqual({ page: 'game', game: 'Zz98Yy76' });
    expect(self.model.lobby.found).toBeNull();
  });

  test('an account seeks rated games, a guest casual ones', () => {
    const rated = (guest: boolean) => {
      const self = page().does({ m: 'socketOpened' });
      self.hears(welcome({ you: { id: 'w', name: 'W', rating: null, guest } }));
      self.does({ m: 'quickSeek', control: blitz });
      return self.asked()[0];
    };
    expect(rated(false)).toMatchObject({ t: 'seek', rated: true, pool: true });
    expect(rated(true)).toMatchObject({ t: 'seek', rated: false });
  });
});

test('a player is challenged from their profile, rated or not', () => {
  const self = page('/@/Ann').does({ m: 'socketOpened' });
  self.hears(welcome({ you: { id: 'w', name: 'W', rating: null, guest: false } }));
  self.does(
    { m: 'formOpened', way: 'friend', to: { id: 'a', name: 'Ann' } },
    { m: 'formSubmitted', setup: { clock: blitz, rated: true }, opponent: { level: 4 } },
  );
  const [asked] = self.asked();
  expect(asked).toMatchObject({ t: 'challenge', to: 'user', user: 'a', rated: true });
  self.hears({ t: 'ok', id: asked?.id, challenge: 'Ch1234567890' });
  expect(self.words()).toEqual(['notice.challenged']);
  expect(self.model.lobby.invitation).toBeNull();
});

test('an external engine is offered as an opponent, and challenged by name', () => {
  const self = page().does({ m: 'socketOpened' }).hears(welcome());
  self.asked();
  self.does({ m: 'formOpened', way: 'computer' });
  const [asked] = self.asked();
  expect(asked).toMatchObject({ t: 'engines' });
  const fish = { name: 'fish', title: 'Fish 1', strength: null, chess960: true };
  self.hears({ t: 'engines', id: asked?.id, engines: [fish] });
  expect(self.model.lobby.engines).toEqual([fish]);
  expect(self.model.pendingRequests.size).toBe(1); // the lobby's own answer is still to come
  self.does({ m: 'formSubmitted', setup: { clock: null }, opponent: { engine: 'fish' } });
  expect(self.asked()).toMatchObject([
    { t: 'challenge', to: 'computer', engine: 'fish', clock: null },
  ]);
});

describe('at the board', () => {
  test('the rating changes of a rated game are kept', () => {
    const self = atBoard({ status: 'resign', winner: 'white' });
    const change = { white: { before: 1500, after: 1742 }, black: null };
    self.hears({ t: 'rated', game, ...change }, { t: 'rated', game: 'another1', ...change });
    expect(self.table.ratingChanges).toMatchObject(change);
  });

  test('conditional moves are saved for the position, and kept as the server says', () => {
    const self = atBoard({ moves: ['e2e4'] });
    const lines = [['e7e5', 'g1f3']];
    self.does({ m: 'conditionalSaved', lines });
    expect(self.asked()).toMatchObject([{ t: 'conditional', game, ply: 1, lines, turn: 1 }]);
    expect(self.table.conditional).toBeNull();
    self.hears(
      { t: 'conditional', game, ply: 1, lines },
      { t: 'conditional', game: 'another1', ply: 1, lines: [] },
    );
    expect(self.table.conditional).toMatchObject({ ply: 1, lines });
  });

  test('greetings are sent by name, and the opponent is muted by id', () => {
    const self = atBoard();
    self.does({ m: 'presetSent', preset: 'gl' }, { m: 'muteSet', on: true });
    expect(self.asked()).toMatchObject([
      { t: 'chat', game, preset: 'gl' },
      { t: 'mute', person: 'b', on: true },
    ]);
    expect(self.table.muted).toBe(true);
  });
});

describe('a link for a friend', () => {
  test('is shown as a whole address, and the game begins when it is accepted', () => {
    const self = page().does({ m: 'socketOpened' }).hears(welcome());
    self.does(
      { m: 'formOpened', way: 'friend' },
      { m: 'formSubmitted', setup: { clock: blitz }, opponent: { level: 4 } },
    );
    const [asked] = self.asked();
    expect(asked).toMatchObject({ t: 'challenge', to: 'link', clock: blitz });
    self.hears({
      t: 'ok',
      id: asked?.id,
      challenge: 'Ch1234567890',
      url: '/challenge/Ch1234567890',
    });
    expect(self.model.lobby.invitation?.url).toBe('https://chess.example/challenge/Ch1234567890');
    self.hears({ t: 'start', game, color: 'black', challenge: 'Ch1234567890' });
    expect(self.model.route).toEqual({ page: 'game', game });
    expect(self.model.lobby.invitation).toBeNull();
  });

  test('shows its terms to whoever opens it, or that it is gone', () => {
    const self = page('/challenge/Ch1234567890').does({ m: 'socketOpened' }).hears(welcome());
    const [watch] = self.asked();
    expect(watch).toMatchObject({ t: 'watch', challenge: 'Ch1234567890' });
    self.hears({ t: 'error', id: watch?.id, code: 'stale', message: '' });
    expect(self.model.missing).toBe('challenge');
  });
});

describe('at the board', () => {
  test('a move is shown at once, then confirmed', () => {
    const self = atBoard().does({ m: 'moved', orig: 'e2', dest: 'e4' });
    const [move] = self.asked();
    expect(move).toMatchObject({ t: 'move', game, ply: 0, uci: 'e2e4', turn: 0 });
    expect(shownStep(self.table).san).toBe('e4');
    self.hears(
      { t: 'ok', id: move?.id },
      { t: 'move', game, seq: 1, at: 2000, ply: 1, uci: 'e2e4', san: 'e4', clock: null },
    );
    expect(self.table.pending).toBeNull();
    expect(self.words()).toEqual([]);
  });

  test('a refused move is taken back with a notice', () => {
    const self = atBoard().does({ m: 'moved', orig: 'e2', dest: 'e4' });
    const [move] = self.asked();
    self.hears({ t: 'error', id: move?.id, code: 'illegal_move', message: '' });
    expect(self.table.pending).toBeNull();
    expect(shownStep(self.table).san).toBe('');
    expect(self.words()).toEqual(['error.illegal_move']);
  });

  test('a move made offline is sent on the next connection, once', () => {
    const self = atBoard().does({ m: 'socketClosed', failures: 0 });
    self.does({ m: 'moved', orig: 'e2', dest: 'e4' });
    const [lost] = self.asked();
    self.does({ m: 'requestUnsent', id: lost?.id ?? 0 });
    expect(self.table.pending).not.toBeNull();
    expect(self.words()).toEqual([]);
    self.does({ m: 'socketOpened' }).hears(welcome());
    expect(self.asked()).toMatchObject([
      { t: 'watch', game, since: 0 },
      { t: 'move', ply: 0, uci: 'e2e4', turn: 0 },
    ]);
  });

  test('stops the clock when it is sent, and lets it run while it cannot be sent', () => {
    const self = atBoard();
    self.does({ m: 'moved', orig: 'e2', dest: 'e4' });
    const [sent] = self.asked();
    expect(self.table.pending?.sentAt).toBe(1000);
    self.hears({ t: 'error', id: sent?.id, code: 'not_now', message: '' });
    expect(self.table.pending?.sentAt).toBeNull();
    self.does({ m: 'retryDue' });
    expect(self.table.pending?.sentAt).toBe(1000);
    self.does({ m: 'socketClosed', failures: 0 });
    expect(self.table.pending?.sentAt).toBeNull();
    self.does({ m: 'socketOpened' }).hears(welcome());
    expect(self.table.pending?.sentAt).toBe(1000);
    const again = self.asked().at(-1);
    self.does({ m: 'requestUnsent', id: again?.id ?? 0 });
    expect(self.table.pending?.sentAt).toBeNull();
  });

  test('between accounts the server says who is muted, also after a lost connection', () => {
    const account = (id: string) => ({ id, name: id, rating: 1500, guest: false });
    const self = atBoard({ white: account('w'), black: account('b') });
    self.hears({ t: 'mute', person: 'b', on: true }, { t: 'mute', person: 'x', on: false });
    expect(self.table.muted).toBe(true);
    self.hears(welcome({ you: account('w') }));
    expect(self.table.muted).toBe(false);
    expect(self.asked().map(({ t }) => t)).not.toContain('mute');
  });

  test('muting is undone when it is refused, and sent again after a lost connection', () => {
    const self = atBoard().does({ m: 'muteSet', on: true });
    const [asked] = self.asked();
    self.hears({ t: 'error', id: asked?.id, code: 'not_now', message: '' });
    expect(self.table.muted).toBe(false);
    expect(self.words()).toEqual(['error.not_now']);
    self.does({ m: 'muteSet', on: true });
    self.asked();
    self.hears(welcome());
    expect(self.asked()).toContainEqual({ t: 'mute', person: 'b', on: true, id: expect.anything() });
  });

  test('a gap in the events makes the page request the whole game again', () => {
    const self = atBoard();
    self.hears({ t: 'draw', game, seq: 5, at: 2000, by: 'black' });
    expect(self.asked()).toMatchObject([{ t: 'watch', game }]);
    self.hears(snapshot({ seq: 5, moves: ['e2e4'], turn: 1 }));
    expect(self.table.game.seq).toBe(5);
  });

  test('a premove ends with a takeback', () => {
    const self = atBoard({ moves: ['e2e4', 'e7e5', 'g1f3'] });
    self.does({ m: 'premoved', orig: 'f1', dest: 'c4' });
    const clock = { white: 300_000, black: 300_000, running: null };
    self.hears(
      { t: 'takeback', game, seq: 4, at: 2000, by: 'white' },
      { t: 'takeback', game, seq: 5, at: 2100, by: 'black', ply: 2, clock },
    );
    expect(self.table.game.steps).toHaveLength(2);
    expect(self.table.premoves).toEqual([]);
    expect(self.asked()).toEqual([]);
  });

  test('premoves end when the player went on elsewhere', () => {
    const self = atBoard({ moves: ['e2e4'] });
    self.does({ m: 'premoved', orig: 'f1', dest: 'c4' }, { m: 'premoved', orig: 'd1', dest: 'h5' });
    self.hears(
      { t: 'move', game, seq: 2, at: 2000, ply: 2, uci: 'e7e5', san: 'e5', clock: null },
      { t: 'move', game, seq: 3, at: 3000, ply: 3, uci: 'd2d4', san: 'd4', clock: null },
      { t: 'move', game, seq: 4, at: 4000, ply: 4, uci: 'e5d4', san: 'exd4', clock: null },
    );
    expect(self.table).toMatchObject({ pending: null, premoves: [] });
    expect(self.asked()).toMatchObject([{ t: 'move', uci: 'f1c4', ply: 2 }]);
  });

  test('an offer of the opponent is accepted by its number', () => {
    const self = atBoard().hears({ t: 'draw', game, seq: 1, at: 2000, by: 'black' });
    self.does({ m: 'offered', kind: 'draw' }, { m: 'refused', kind: 'draw' });
    expect(self.asked()).toMatchObject([
      { t: 'draw', offer: 1 },
      { t: 'refuse', offer: 1 },
    ]);
  });

  test('a notice says that the player’s offer was declined', () => {
    const self = atBoard().hears(
      { t: 'draw', game, seq: 1, at: 2000, by: 'white' },
      { t: 'refuse', game, seq: 2, at: 2100, by: 'black', offer: 1 },
    );
    expect(self.words()).toEqual(['notice.refused.draw']);
  });

  test('a link shows the game from its side, at its ply', () => {
    const moves = ['e2e4', 'e7e5', 'g1f3'];
    const self = page(`${path}/black#2`)
      .does({ m: 'socketOpened' })
      .hears(welcome(), snapshot({ moves }));
    expect(self.table).toMatchObject({ viewedPly: 2, flipped: true });
    self.does({ m: 'urlChanged', path: `${path}#1` });
    expect(self.table).toMatchObject({ viewedPly: 1, flipped: false });
    self.does({ m: 'urlChanged', path: `${path}#99` });
    expect(self.table.viewedPly).toBeNull();
  });

  test('stepping starts from the shown ply, as fast as keys are pressed', () => {
    const self = atBoard({ moves: ['e2e4', 'e7e5', 'g1f3'] });
    self.does({ m: 'stepped', by: -1 }, { m: 'stepped', by: -1 });
    expect(self.table.viewedPly).toBe(1);
    self.does({ m: 'stepped', by: -1 }, { m: 'stepped', by: -1 });
    expect(self.table.viewedPly).toBe(0);
    self.does({ m: 'plyViewed', ply: Infinity });
    expect(self.table.viewedPly).toBeNull();
  });

  test('in a finished game the address names the shown ply', () => {
    const moves = ['e2e4', 'e7e5'];
    const over = atBoard({ moves, status: 'resign', winner: 'white' });
    over.does({ m: 'plyViewed', ply: 1 }, { m: 'flipped' });
    expect(over.did('replaceUrlSoon')).toEqual([
      { do: 'replaceUrlSoon', path: `${path}#1` },
      { do: 'replaceUrlSoon', path: `${path}/black#1` },
    ]);
    over.does({ m: 'gameLinkCopied' });
    expect(over.did('copyText')).toEqual([
      { do: 'copyText', text: `https://chess.example${path}/black#1` },
    ]);
    const goesOn = atBoard({ moves }).does({ m: 'plyViewed', ply: 1 });
    expect(goesOn.did('replaceUrlSoon')).toEqual([]);
  });

  test('a draw that cannot be claimed with that move is refused with a notice', () => {
    const self = atBoard().does({ m: 'claimAheadToggled', on: true }, { m: 'played', uci: 'g1f3' });
    const [claim] = self.asked();
    expect(claim).toMatchObject({ t: 'claim', ply: 0, uci: 'g1f3' });
    self.hears({ t: 'error', id: claim?.id, code: 'not_now', message: '' });
    expect(self.words()).toEqual(['error.claimAhead.not_now']);
    expect(shownStep(self.table).fen).toBe(snapshot().fen);
  });

  test('a typed move is played', () => {
    const self = atBoard().does({ m: 'played', uci: 'g1f3' });
    expect(self.asked()).toMatchObject([{ uci: 'g1f3' }]);
  });

  test('requests unanswered when the connection broke are reported, a move is not', () => {
    const self = atBoard().does({ m: 'moved', orig: 'e2', dest: 'e4' });
    self.does({ m: 'socketClosed', failures: 0 });
    expect(self.words()).toEqual([]);
    self.does({ m: 'socketOpened' }).hears(welcome()).does({ m: 'resigned' });
    self.does({ m: 'socketClosed', failures: 0 });
    expect(self.words()).toEqual(['error.unanswered']);
  });

  test('other games requested when the connection broke are requested again', () => {
    const self = page()
      .does({ m: 'socketOpened' })
      .hears(welcome({ playing: [game] }));
    expect(self.asked()).toMatchObject([{ t: 'watch', game }]);
    self.does({ m: 'socketClosed', failures: 0 });
    expect(self.words()).toEqual([]);
    self.does({ m: 'socketOpened' }).hears(welcome({ playing: [game] }));
    expect(self.asked()).toMatchObject([{ t: 'watch', game }]);
  });

  test.each([
    ['without a line', id => [{ m: 'requestUnsent', id }], 'error.unsent'],
    ['as it broke', () => [{ m: 'socketClosed', failures: 0 }], 'error.unanswered'],
    [
      'and was refused',
      id => [{ m: 'received', message: { t: 'error', id, code: 'too_fast', message: '' } }],
      'error.chat.too_fast',
    ],
  ] satisfies [string, (id: number) => Msg[], string][])(
    'what was said %s is given back, and it is said why',
    (_, lost, words) => {
      const self = atBoard().does({ m: 'chatSent', text: 'Good luck' });
      const [said] = self.asked();
      expect(said).toMatchObject({ t: 'chat', text: 'Good luck' });
      expect(self.table.unsentChat).toBeNull();
      self.does(...lost(said?.id ?? 0));
      expect(self.table.unsentChat).toMatchObject({ game, text: 'Good luck' });
      expect(self.words()).toEqual([words]);
    },
  );

  test('a link into a game on this device shows its ply', () => {
    const id = '~b12Cd34';
    const self = page(`/${id}#1`).does({ m: 'urlChanged', path: `/${id}#1` });
    const moves = ['e2e4', 'e7e5'];
    self.hears(snapshot({ game: id, moves, status: 'resign', winner: 'white' }));
    expect(shownStep(self.table).san).toBe('e4');
    self.does({ m: 'socketOpened' }).hears(welcome());
    self.hears(snapshot({ game: id, moves, status: 'resign', winner: 'white' }));
    expect(shownStep(self.table).san).toBe('e4');
  });

  test('a rematch leads to the next game', () => {
    const self = atBoard({ status: 'resign', winner: 'white' });
    self.hears({ t: 'start', game: 'Ab12Cd35', color: 'black', rematch: game });
    expect(self.model.route).toEqual({ page: 'game', game: 'Ab12Cd35' });
    expect(self.model.table).toBeNull();
  });

  test('a game that begins elsewhere does not replace this page', () => {
    const self = atBoard().hears({ t: 'start', game: 'Ab12Cd99', color: 'white' });
    expect(self.model.route).toEqual({ page: 'game', game });
    expect(self.model.playing).toContain('Ab12Cd99');
    expect(self.asked()).toMatchObject([{ t: 'watch', game: 'Ab12Cd99' }]);
    expect(self.words()).toEqual(['head.started']);
  });

  test.each(['/analysis', '/settings', '/editor', '/account', '/device'])(
    'a game that begins elsewhere does not lead away from %s, one that was asked for here does',
    where => {
      const self = page(where).does({ m: 'socketOpened' }).hears(welcome());
      self.asked();
      self.hears({ t: 'start', game: 'Ab12Cd99', color: 'white' });
      expect(self.model.route.page).toBe(where.slice(1));
      expect(self.words()).toEqual(['head.started']);
      self.does({ m: 'formOpened', way: 'computer' }).asked();
      self.does({ m: 'formSubmitted', setup: { clock: blitz }, opponent: { level: 1 } });
      const [asked] = self.asked();
      self.hears({ t: 'ok', id: asked?.id, game });
      self.hears({ t: 'start', game, color: 'white' });
      expect(self.model.route).toEqual({ page: 'game', game });
      expect(self.did('pushUrl')).toHaveLength(1);
    },
  );

  test('a game that begins elsewhere does not close a form', () => {
    const self = page().does({ m: 'socketOpened' }).hears(welcome());
    self.does({ m: 'formOpened', way: 'friend' });
    self.hears({ t: 'start', game, color: 'white' });
    expect(self.model).toMatchObject({ route: { page: 'lobby' }, lobby: { form: { way: 'friend' } } });
    expect(self.words()).toEqual(['head.started']);
  });

  test('a player who accepted another’s seek stops seeking', () => {
    const self = page().does({ m: 'socketOpened' }).hears(welcome());
    self.does({ m: 'quickSeek', control: blitz });
    const [seek] = self.asked();
    self.hears({ t: 'ok', id: seek?.id, seek: 'Sk1234567890' });
    self.does({ m: 'seekTaken', seek: 'Sk1234567891' });
    const [taken] = self.asked();
    self.hears({ t: 'ok', id: taken?.id, game }, { t: 'start', game, color: 'white' });
    expect(self.asked()).toContainEqual(
      expect.objectContaining({ t: 'unseek', seek: 'Sk1234567890' }),
    );
    expect(self.model.lobby.seek).toBeNull();
  });

  test('nothing is shown of another game', () => {
    const self = atBoard();
    const before = self.model;
    self.hears({ t: 'draw', game: 'Zz99Zz99', seq: 1, at: 0, by: 'white' });
    expect(self.model).toEqual(before);
  });
});

describe('games in progress besides the one at the table', () => {
  const other = 'Ab12Cd99';
  const move = { t: 'move', game: other, at: 2000, clock: null } as const;

  test('are requested and followed', () => {
    const self = page()
      .does({ m: 'socketOpened' })
      .hears(welcome({ playing: [game, other] }));
    expect(self.asked()).toMatchObject([
      { t: 'watch', game },
      { t: 'watch', game: other },
    ]);
    self.hears(snapshot(), snapshot({ game: other }));
    self.hears({ ...move, seq: 1, ply: 1, uci: 'e2e4', san: 'e4' });
    const found = self.model.otherGames.find(({ id }) => id === other);
    expect(found?.steps.map(({ san }) => san)).toEqual(['e4']);
  });

  test('are requested again when an event is missing', () => {
    const self = page()
      .does({ m: 'socketOpened' })
      .hears(welcome({ playing: [other] }));
    self.hears(snapshot({ game: other }));
    self.asked();
    self.hears({ ...move, seq: 2, ply: 2, uci: 'e7e5', san: 'e5' });
    expect(self.asked()).toMatchObject([{ t: 'watch', game: other }]);
  });

  test('come to the table at once, and go back when it is left', () => {
    const self = page()
      .does({ m: 'socketOpened' })
      .hears(welcome({ playing: [game] }), snapshot());
    self.asked();
    self.does({ m: 'navigated', to: parseRoute(path) });
    expect(self.table.seat).toBe('white');
    expect(self.model.otherGames).toEqual([]);
    expect(self.asked()).toMatchObject([{ t: 'watch', game, since: 0 }]);
    self.does({ m: 'navigated', to: parseRoute('/') });
    expect(self.model.table).toBeNull();
    expect(self.model.otherGames.map(({ id }) => id)).toEqual([game]);
    expect(self.asked()).toEqual([]);
  });

  test('are forgotten when they end', () => {
    const self = page()
      .does({ m: 'socketOpened' })
      .hears(welcome({ playing: [other] }));
    self.hears(snapshot({ game: other }));
    self.hears({
      t: 'end',
      game: other,
      seq: 1,
      at: 2000,
      status: 'resign',
      winner: 'black',
      clock: null,
    });
    expect(self.model.otherGames).toEqual([]);
    expect(self.model.playing).toEqual([]);
  });

  test('between other players are not kept', () => {
    const self = atBoard({ white: { id: 'x', name: 'X', rating: null } });
    self.does({ m: 'navigated', to: parseRoute('/') });
    expect(self.asked()).toMatchObject([{ t: 'unwatch', game }]);
    expect(self.model.otherGames.filter(({ id }) => id === game)).toEqual([]);
  });

  test('that the server refuses do not disturb the shown page', () => {
    const self = page()
      .does({ m: 'socketOpened' })
      .hears(welcome({ playing: [other] }));
    const [asked] = self.asked();
    self.hears({ t: 'error', id: asked?.id, code: 'no_such_game', message: '' });
    expect(self.model.missing).toBeNull();
    expect(self.words()).toEqual([]);
  });
});

test('accounts seek rated games, guests and those on a server without ratings casual ones', () => {
  const seeks = (guest: boolean, casual?: boolean) => {
    const you = { id: 'w', name: 'W', rating: null, guest };
    const self = page().does({ m: 'socketOpened' }).hears(welcome({ you, casual }));
    self.asked();
    return self.does({ m: 'quickSeek', control: blitz }).asked()[0];
  };
  expect(seeks(false)).toMatchObject({ t: 'seek', rated: true });
  expect(seeks(false, true)).toMatchObject({ t: 'seek', rated: false });
  expect(seeks(true)).toMatchObject({ t: 'seek', rated: false });
});

test('small boards that are left do not end what the page watches', () => {
  const self = atBoard();
  const leave = (id: string) => self.does({ m: 'asked', request: { t: 'unwatch', game: id } }).asked();
  expect(leave(game)).toEqual([]);
  expect(leave('another1')).toMatchObject([{ t: 'unwatch', game: 'another1' }]);
});

describe('what a tournament’s page asked', () => {
  const chat = { t: 'tournament_chat', tournament: 'Ab12Cd34', text: 'Good luck' } as const;
  const asking = () => {
    const self = page('/tournament/Ab12Cd34').does({ m: 'socketOpened' }).hears(welcome());
    self.does({ m: 'asked', request: chat });
    return { self, id: self.asked().at(-1)?.id ?? 0 };
  };

  test('is told and given back when it could not be sent, was not answered or was refused', () => {
    const unsent = asking();
    unsent.self.does({ m: 'requestUnsent', id: unsent.id });
    expect(unsent.self.words()).toEqual(['error.unsent']);
    const unanswered = asking();
    unanswered.self.does({ m: 'socketClosed', failures: 0 });
    expect(unanswered.self.words()).toEqual(['error.unanswered']);
    const refused = asking();
    refused.self.hears({ t: 'error', id: refused.id, code: 'too_fast', message: '' });
    expect(refused.self.words()).toEqual(['error.too_fast']);
    for (const { self } of [unsent, unanswered, refused]) {
      expect(self.model.lost).toBe(chat);
      self.does({ m: 'asked', request: { ...chat, text: 'again' } });
      expect(self.model.lost).toBeNull();
    }
  });

  test('is not told when it is only what the page listens to', () => {
    const self = page('/tournament/Ab12Cd34');
    self.does(
      { m: 'asked', request: { t: 'tournament_watch', tournament: 'Ab12Cd34' } },
      { m: 'asked', request: { t: 'engines' } },
      { m: 'socketClosed', failures: 1 },
    );
    expect(self.words()).toEqual([]);
    expect(self.model.lost).toBeNull();
  });
});

describe('settings', () => {
  const signedIn = { id: 'w', name: 'W', rating: null, guest: false };
  const entered = (guest: boolean) =>
    page()
      .does({ m: 'socketOpened' })
      .hears(welcome({ you: { ...signedIn, guest } }));

  test('of a guest stay on the device, those of an account go there, too', () => {
    const kept = { do: 'storeSettings', change: { board: 'sea' } };
    const inAccount = { do: 'storeInAccount', change: { board: 'sea' } };
    const liked = (guest: boolean) => {
      const self = entered(guest);
      self.effects();
      return self.does({ m: 'settingChanged', change: { board: 'sea' } }).effects();
    };
    expect(liked(true)).toEqual([kept]);
    expect(liked(false)).toEqual([kept, inAccount]);
  });

  test('of the account are fetched when it is known, and apply when they arrive', () => {
    const asked = { do: 'loadAccountSettings', settings: settingsOf(null) };
    expect(entered(false).effects()).toContainEqual(asked);
    expect(entered(true).effects()).not.toContainEqual(asked);
    const self = page().does({
      m: 'accountSettingsLoaded',
      kept: { board: 'plum', volume: 'loud' },
    });
    expect(self.model.settings).toEqual(settingsOf({ board: 'plum' }));
  });

  test('that another tab has stored apply here, and are not stored again', () => {
    const self = page().does({ m: 'settingsStored', settings: settingsOf({ language: 'de' }) });
    expect(self.model.settings.language).toBe('de');
    expect(self.effects()).toEqual([{ do: 'setLanguage', language: 'de' }]);
  });

  test('that could not be stored are reported', () =>
    expect(page().does({ m: 'accountSettingsFailed' }).words()).toEqual(['settings.unkept']));
});

test('a game that does not exist is reported', () => {
  const self = page(path).does({ m: 'socketOpened' }).hears(welcome());
  const [watch] = self.asked();
  self.hears({ t: 'error', id: watch?.id, code: 'no_such_game', message: '' });
  expect(self.model.missing).toBe('game');
});

test.each([
  ['resigned', 'game_over', 'error.game_over'],
  ['aborted', 'not_now', 'error.abort.not_now'],
  ['aborted', 'game_over', 'error.game_over'],
] as const)('%s, refused with %s, says %s', (m, code, words) => {
  const self = atBoard().does({ m });
  const [asked] = self.asked();
  self.hears({ t: 'error', id: asked?.id, code, message: '' });
  expect(self.words()).toEqual([words]);
});

test('a code that the page does not know is named', () => {
  const self = page().hears({ t: 'error', code: 'brand_new', message: 'x' });
  expect(self.model.notices[0]?.text).toEqual({
    key: 'error.other',
    values: { code: 'brand_new', asked: '' },
  });
});

test('a copied link works everywhere, or the notice says where', () => {
  const copied = (at: string): string[] => page(at).does({ m: 'copied', well: true }).words();
  expect(copied('/Ab12Cd34')).toEqual(['copied']);
  expect(copied('/~b12Cd34')).toEqual(['copied.device']);
});
