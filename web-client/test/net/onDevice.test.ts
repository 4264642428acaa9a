import { describe, expect, test } from 'vitest';

import { page, welcome } from '../drive';
import { snapshot } from '../world';

const game = '~b12Cd34';
const human = { id: 'device', name: 'You', rating: null, guest: true };
const machine = { id: 'computer-3', name: 'Computer level 3', rating: 800, computer: 3 };
const shown = () => snapshot({ game, white: machine, black: human, moves: ['e2e4'] });

const setup = { clock: null, color: 'white' } as const;

/** At a game on this device, whose page was opened offline. */
const away = () =>
  page(`/${game}`)
    .does({ m: 'urlChanged', path: `/${game}` })
    .hears(shown());

describe('a game of this device', () => {
  test('is requested even without a connection', () => {
    const self = page(`/${game}`).does({ m: 'urlChanged', path: `/${game}` });
    expect(self.asked()).toMatchObject([{ t: 'watch', game }]);
  });

  test('is played from the seat opposite the computer', () => {
    const self = away();
    expect(self.table.seat).toBe('black');
    self.sent();
    self.does({ m: 'moved', orig: 'e7', dest: 'e5' });
    expect(self.sent()).toMatchObject([{ t: 'move', game, ply: 1, uci: 'e7e5' }]);
  });

  test('keeps its seat and its place among the unfinished games when the server’s welcome comes', () => {
    const self = away().does({ m: 'localGamesFound', playing: [game] });
    self.does({ m: 'socketOpened' }).hears(welcome({ playing: ['Ab12Cd34'] }));
    expect(self.table.seat).toBe('black');
    expect(self.model.playing).toEqual(['Ab12Cd34', game]);
    self.does({ m: 'localGamesFound', playing: [] });
    expect(self.model.playing).toEqual(['Ab12Cd34']);
  });

  test('tells that the connection is back', () => {
    const self = away().does({ m: 'socketClosed', failures: 0 }, { m: 'socketOpened' });
    expect(self.words()).toContain('link.back');
  });
});

test('what the device was asked is answered, though the server is still away', () => {
  const self = page('/editor')
    .does({ m: 'socketClosed', failures: 1 }, { m: 'formOpened', way: 'computer' })
    .does({ m: 'formSubmitted', setup, opponent: { level: 3 }, level: 3 });
  const id = self.sent().find(({ t }) => t === 'challenge')?.id ?? 0;
  self.does({ m: 'socketClosed', failures: 2 });
  expect(self.words()).toEqual([]);
  self.hears({ t: 'ok', id, game }, { t: 'start', game, color: 'white' });
  expect(self.model.route).toMatchObject({ page: 'game', game });
});

test('the form asks for the computer on this device, or on the server', () => {
  const self = page().does({ m: 'formOpened', way: 'computer' });
  self.sent();
  self.does({ m: 'formSubmitted', setup, opponent: { level: 3 }, level: 3 });
  expect(self.sent()).toMatchObject([{ t: 'challenge', to: 'device', level: 3 }]);
  self.does({ m: 'formOpened', way: 'computer' });
  self.sent();
  self.does({ m: 'formSubmitted', setup, opponent: { level: 3 } });
  expect(self.sent()).toMatchObject([{ t: 'challenge', to: 'computer', level: 3 }]);
});
