// xboard.test.mjs - somebody on the page plays a whole game against Debian's xboard, which speaks the ICS port. Skipped where
// xboard, Xvfb or xdotool is not installed.

import { test } from 'node:test';

import { display, skip, xboard } from '../sockets/ics_xboard.mjs';
import { withPeople } from './person.mjs';

// Legal's mate.
const MOVES = 'e2e4 e7e5 g1f3 d7d6 f1c4 c8g4 b1c3 g7g6 f3e5 g4d1 c4f7 e8e7 c3d5'.split(' ');

test('a whole game between xboard and the page', { skip }, t =>
  withPeople(1, async ({ server, people: [one] }) => {
    const board = await xboard(t, server, await display(t));
    await one.enter();
    board.type('seek 5 3 white');
    await one.page.locator('.seeks li').getByRole('button', { name: 'Play' }).click();
    await one.onBoard();
    await board.sees(/Creating unrated blitz match/);
    for (const [ply, uci] of MOVES.entries()) {
      if (ply % 2) {
        await one.click(uci);
        await board.sees(new RegExp(`<12> [^\n]* W -?\\d [^\n]* ${board.name} \\w+ 1 5 3 [^\n]* ${(ply + 3) / 2} `));
      } else {
        await board.move(uci);
      }
      await one.hasMoves(ply + 1);
    }
    await board.sees(/checkmated\} 1-0/);
    await one.page.getByText('Checkmate').first().waitFor();
  }, { args: ['--ics', '0'] }));
