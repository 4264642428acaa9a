// kept_games.mjs - a program that container.sh runs: twenty games against a server that was started elsewhere, and whether they are all
// there later, with every move, for those who play them.
//   node kept_games.mjs begin|look PORT FILE        FILE has which games they are

import assert from 'node:assert/strict';
import fs from 'node:fs';

import { connect, pair, play } from './player.mjs';

const [what, port, file] = process.argv.slice(2);
const server = { port: Number(port) };
const moves = ['e2e4', 'e7e5', 'g1f3', 'b8c6'];

if (what === 'begin') {
  const games = [];
  while (games.length < 20) {
    const table = await pair(server);
    for (const [ply, uci] of moves.entries()) await play(table, ply, uci);
    games.push({ game: table.game, tokens: [table.white.welcome.token, table.black.welcome.token] });
  }
  fs.writeFileSync(file, JSON.stringify(games));
} else {
  for (const { game, tokens } of JSON.parse(fs.readFileSync(file, 'utf8')))
    for (const token of tokens) {
      const player = await connect(server, { token });
      assert.deepEqual(player.welcome.playing, [game]);
      await player.ok({ t: 'watch', game });
      const seen = await player.kind('game');
      assert.deepEqual([seen.moves, seen.status], [moves, 'started']);
    }
}
console.log(`20 games: ${what === 'begin' ? 'begun' : 'all are there'}`);
process.exit();
