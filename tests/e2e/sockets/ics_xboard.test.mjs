// ics_xboard.test.mjs - Debian's xboard plays over the ICS port: a whole game against somebody on the page, one against the
// computer, and it observes a third. Skipped where xboard, Xvfb or xdotool is not installed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until, withCastled } from './castled.mjs';
import { display, skip, xboard } from './ics_xboard.mjs';
import { connect, pair, playAll } from './player.mjs';

const withXboard = (t, body, args = []) =>
  withCastled({ args: ['--ics', '0', '--pace', 'machine', ...args] }, async server => {
    const screen = await display(t);
    await body(server, () => xboard(t, server, screen));
  });

// The trap that Legal set in 1750, which ends with mate at the seventh move.
const LEGALS = [['e2e4', 'e7e5'], ['g1f3', 'd7d6'], ['f1c4', 'c8g4'], ['b1c3', 'g7g6'], ['f3e5', 'g4d1'], ['c4f7', 'e8e7'], ['c3d5', null]];

test('a whole game of xboard against a player of the page', { skip }, t =>
  withXboard(t, async (server, open) => {
    const [board, page] = [await open(), await connect(server)];
    board.type('seek 5 3 white');
    await page.ok({ t: 'lobby' });
    const { seeks } = await page.next(m => m.t === 'lobby' && m.seeks.length === 1, () => 'the seek');
    await page.ok({ t: 'accept', seek: seeks[0].seek });
    const { game } = await page.kind('game');
    await board.sees(/Creating unrated blitz match/);
    for (const [i, [white, black]] of LEGALS.entries()) {
      await board.sees(new RegExp(`<12> .* W \\S+ .* ${board.name} \\S+ 1 5 3 .* ${i + 1} `));
      await board.move(white);
      await page.next(m => m.t === 'move' && m.uci === white, () => white);
      if (black) await page.ok({ t: 'move', game, ply: 2 * i + 1, uci: black });
    }
    assert.equal((await page.kind('end')).status, 'mate');
    await until(() => /1-0\s*$/.test(board.pgn()), 'xboard has saved the game');
    const saved = board.pgn().replace(/\{[^}]*\}/g, '').replace(/\s+/g, ' ');
    assert.match(saved, /1\. e4 e5 2\. Nf3 d6 3\. Bc4 Bg4 4\. Nc3 g6 5\. Nxe5 Bxd1 6\. Bxf7\+ Ke7 7\. Nd5# 1-0/);
    await page.close();
  }));

test('a game of xboard against the computer', { skip }, t =>
  withXboard(t, async (server, open) => {
    const board = await open();
    board.type('match computer 1 1 0 black');
    await board.sees(/<12> .* B -?\d .* ComputerOne \w+ 1 1 0 /); // it has moved
    await board.move('e7e5', 'black');
    await board.sees(/<12> [^\n]* B -?\d [^\n]* ComputerOne \w+ 1 1 0 [^\n]* 2 /);
    board.type('resign');
    await board.sees(/\{Game \d+ \(ComputerOne vs\. \w+\) \w+ resigns\} 1-0/);
    await until(() => /1-0\s*$/.test(board.pgn()), 'xboard has saved the game');
  }));

test('xboard observes a game, with the moves before and the clocks', { skip }, t =>
  withXboard(t, async (server, open) => {
    const board = await open();
    const players = [await connect(server), await connect(server)];
    const table = await pair(server, { clock: { initial: 600000, increment: 5000 } }, players);
    const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'];
    await playAll(table, moves.slice(0, 3));
    board.type('games');
    await board.sees(/1 game displayed/);
    board.type('observe 1');
    await board.sees(/You are now observing game 1/);
    await board.sees(/>ICS: .*moves 1/); // it asks for the moves before
    await board.sees(/Movelist for game 1/);
    await playAll(table, moves, 3);
    await board.sees(/Bb5 /);
    const fields = board.boards().at(-1);
    assert.deepEqual([fields[8], fields[18], fields[19], fields[20], fields[28]], ['B', '0', '10', '5', 'Bb5'].map(String));
    for (const clock of [fields[23], fields[24]]) assert.ok(Number(clock) > 590000 && Number(clock) < 620000, clock);
    await table.white.ok({ t: 'resign', game: table.game });
    await board.sees(/resigns\} 0-1/);
    await until(() => /0-1\s*$/.test(board.pgn()), 'xboard has saved the game');
    assert.match(board.pgn().replace(/\{[^}]*\}/g, '').replace(/\s+/g, ' '), /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 0-1/);
    for (const each of players) await each.close();
  }));
