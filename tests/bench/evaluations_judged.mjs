// How well nets judge positions by themselves, compared with a stronger engine that searches:
//   node evaluations_judged.mjs --engine castled-uci --net FILE... --judge stockfish --games LOG [--judge-nodes 60000] [--positions 1500]
// LOG is what match --log writes. Positions in check, with a capture or promotion as the judge's move, or with a mate in sight are
// left out. Prints the mean squared difference of points, of a net with the slope that suits it best, and beside it that of
// the judge's own evaluation. It is no proof: a net has to win a match.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

import { JUDGE_SLOPE, Player, pointsOf, positionsOf } from './judged.mjs';

const { Chess } = createRequire(new URL('../e2e/', import.meta.url))('chess.js');

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' },
    net: { type: 'string', multiple: true },
    judge: { type: 'string' },
    games: { type: 'string' },
    'judge-nodes': { type: 'string', default: '60000' },
    positions: { type: 'string', default: '1500' },
  },
});
for (const name of ['engine', 'net', 'judge', 'games']) if (!options[name]) throw new Error(`--${name} is missing`);

const boardOf = position => {
  const [fen, moves] = position.slice('fen '.length).split(' moves ');
  const board = new Chess(fen.replace(/^((?:\S+ ){3}\S+)$/, '$1 0 1'));
  for (const uci of moves.split(' ')) board.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] });
  return board;
};

const isQuiet = (board, uci) => {
  const move = board.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), promotion: uci[4] });
  return !move.captured && !move.promotion;
};

const judge = new Player(options.judge);
const nets = options.net.map(file => ({ file, player: new Player(options.engine, `EvalFile value ${file}`), says: [] }));
const own = { file: `${options.judge}, without a search`, player: judge, says: [] };
const judged = []; // centipawns for White
const pieces = [];
for (const position of positionsOf(options.games, Number(options.positions))) {
  const board = boardOf(position);
  if (board.inCheck() || board.isGameOver()) continue;
  const { move, score } = await judge.choose(position, `nodes ${options['judge-nodes']}`);
  const isWhite = board.turn() === 'w';
  pieces.push(board.board().flat().filter(Boolean).length);
  if (score === null || !isQuiet(board, move)) {
    pieces.pop();
    continue;
  }
  judged.push(isWhite ? score : -score);
  for (const { player, says } of [...nets, own]) says.push(await player.evaluate(position));
}
for (const { player } of [...nets, own]) player.send('quit');

const miss = (says, slope, which) => {
  const all = which.map(i => (pointsOf(says[i], slope) - pointsOf(judged[i], JUDGE_SLOPE)) ** 2);
  return all.reduce((sum, each) => sum + each, 0) / all.length;
};
const all = [...judged.keys()];
const counts = [[2, 32], [2, 8], [9, 14], [15, 20], [21, 26], [27, 32]];
const groups = counts.map(([least, most]) => all.filter(i => pieces[i] >= least && pieces[i] <= most));
console.log(`mean squared difference of points, by pieces: ${counts.map(([a, b], i) => `${a}-${b} (${groups[i].length})`).join(', ')}`);
for (const { file, says } of [...nets, own]) {
  let slope = 50;
  for (let other = 50; other <= 600; other += 5) if (miss(says, other, all) < miss(says, slope, all)) slope = other;
  const figures = groups.map(which => (which.length ? miss(says, slope, which).toFixed(5) : '-'));
  console.log(`${file}: ${figures.join(' ')} (slope ${slope})`);
}
