// exports_games.mjs - so many games that an export of them is under way as long as nobody reads it.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { database, runCastled } from './castled.mjs';

export const GAMES = 5000; // with 1.5 kB of tags each, more than the sockets of one connection hold
const TAGS = ['Site', 'Annotator', 'Source', 'Note', 'Opening', 'Mode'].map(tag => `[${tag} "${'x'.repeat(250)}"]\n`).join('');

// Imports them for an account of that name into the database of a server that is not running.
export async function writeGames(directory, name) {
  const file = path.join(directory, 'games.pgn');
  const games = Array.from({ length: GAMES }, (_, i) =>
    `[White "${name}"]\n[Black "Other"]\n[Round "${i}"]\n${TAGS}[Result "1-0"]\n\n1. e4 e5 1-0\n\n`);
  fs.writeFileSync(file, games.join(''));
  assert.equal((await runCastled(['admin', ...database(directory), 'make', name])).code, 0);
  const { code, stdout, stderr } = await runCastled(['import', file, name, ...database(directory)]);
  assert.equal(code, 0, `${stdout}${stderr}`);
}
