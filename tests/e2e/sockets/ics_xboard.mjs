// ics_xboard.mjs - xboard at the ICS port, on a display that nobody sees: moves are made with the mouse on its board, and what it
// makes of the server's lines is in its debug file and in the games that it saves.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';

import { newDirectory, until } from './castled.mjs';
import { icsPort } from './ics_terminal.mjs';

const PATH = `${process.env.PATH}:/usr/games`;
const has = program => spawnSync('sh', ['-c', `command -v ${program}`], { env: { ...process.env, PATH } }).status === 0;
const missing = ['xboard', 'Xvfb', 'xdotool'].filter(program => !has(program));
export const skip = missing.length ? `${missing.join(', ')} not installed` : false;

const own = (command, args, options) => spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], { ...options, env: { ...process.env, PATH, ...options.env } });

// A display of its own; its name, as DISPLAY has it.
export async function display(t) {
  const child = own('Xvfb', ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const [number] = await once(child.stdio[3], 'data');
  return `:${String(number).trim()}`;
}

// xboard signs in as a guest. Its squares have 50 pixels, and the eighth rank is at the bottom of its window but for two pixels.
export async function xboard(t, server, screen) {
  const home = newDirectory('castled-xboard-');
  const file = name => path.join(home, name);
  fs.writeFileSync(file('login'), 'guest\n\n');
  const child = own('xboard', ['-ics', '-icshost', '127.0.0.1', '-icsport', String(icsPort(server)), '-icslogon', file('login'), '-debug',
    '-nameOfDebugFile', file('debug'), '-saveGameFile', file('games.pgn'), '-autoSaveGames', 'true', '-popupMoveErrors', 'false',
    '-popupExitMessage', 'false', '-animateMoving', 'false'], { stdio: ['pipe', 'ignore', 'ignore'], env: { HOME: home, DISPLAY: screen }, cwd: home });
  t.after(() => child.kill('SIGKILL'));
  const read = name => (fs.existsSync(file(name)) ? fs.readFileSync(file(name), 'latin1') : '');
  const xdo = (...args) => execFileSync('xdotool', args.map(String), { env: { ...process.env, PATH, DISPLAY: screen }, encoding: 'utf8' });
  const me = {
    debug: () => read('debug'),
    pgn: () => read('games.pgn'),
    // Waits until the server has said, or xboard has noted, something.
    sees: fits => until(() => fits.test(me.debug()), `xboard's debug file has ${fits}`),
    // A line at its prompt in the terminal.
    type: line => child.stdin.write(`${line}\n`),
    window() {
      for (const id of xdo('search', '--onlyvisible', '--pid', child.pid, '--name', '.').trim().split('\n')) {
        const [, width, height] = /Geometry: (\d+)x(\d+)/.exec(xdo('getwindowgeometry', id));
        if (width > 400) return { id, width: Number(width), height: Number(height) };
      }
      return assert.fail('xboard has no window');
    },
    // From square to square with the mouse; Black has the first rank at the top.
    move(uci, side = 'white') {
      const { id, height } = me.window();
      for (const square of [uci.slice(0, 2), uci.slice(2, 4)]) {
        const [file, rank] = [square.charCodeAt(0) - 97, Number(square[1]) - 1];
        const [x, y] = side === 'white' ? [file, rank] : [7 - file, 7 - rank];
        xdo('mousemove', '--window', id, 27 + 50 * x, height - 27 - 50 * y, 'click', 1);
      }
      return me.sees(new RegExp(`>ICS: ${uci}`));
    },
    // What xboard was told, as fields of style 12.
    boards: () => [...me.debug().matchAll(/<12> ([^\\\n]*)/g)].map(([, line]) => line.split(' ')),
  };
  await me.sees(/Style 12 set/);
  me.name = /session as (\w+)/.exec(me.debug())[1];
  return me;
}
