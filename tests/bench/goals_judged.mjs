// How good what training can take for true is, compared with a stronger engine that searches:
//   node goals_judged.mjs --goals FILE --judge stockfish [--judge-nodes 60000] [--positions 1500]
// FILE is what show_goals prints. Prints for each of its columns the mean squared difference of points from the judge's, with the factor
// on the distance from an even score that suits it best, for all positions and by the pieces on the board, and that as a share of what
// the net is off by without a search: the smaller it is, the more the net could learn. Noise is part of it, which training averages.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { JUDGE_SLOPE, Player, pointsOf } from './judged.mjs';

const CLEAR = 0.974; // points, from 800 centipawns at the slope of training: whoever is so far ahead is left out

const { values: options } = parseArgs({
  options: {
    goals: { type: 'string' },
    judge: { type: 'string' },
    'judge-nodes': { type: 'string', default: '60000' },
    positions: { type: 'string', default: '1500' },
  },
});
for (const name of ['goals', 'judge']) if (!options[name]) throw new Error(`--${name} is missing`);

const [names, ...lines] = readFileSync(options.goals, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => line.split('\t'));
const goalNames = names.slice(2);
const wanted = lines.filter(([, , still]) => still < CLEAR && still > 1 - CLEAR).slice(0, Number(options.positions));

const judge = new Player(options.judge);
const judged = [];
for (const [fen, pieces, ...goals] of wanted) {
  const { score } = await judge.choose(`fen ${fen}`, `nodes ${options['judge-nodes']}`);
  if (score === null) continue; // a mate
  const white = fen.split(' ')[1] === 'w' ? score : -score;
  judged.push({ pieces: Number(pieces), goals: goals.map(goal => goal - 0.5), truth: pointsOf(white, JUDGE_SLOPE) - 0.5 });
}
judge.send('quit');

const sum = (rows, of) => rows.reduce((total, row) => total + of(row), 0);

// The factor that suits a goal best, and what the goal is off by with it.
const missOf = (rows, i) => {
  const factor = sum(rows, row => row.goals[i] * row.truth) / sum(rows, row => row.goals[i] ** 2);
  return { factor, miss: sum(rows, row => (factor * row.goals[i] - row.truth) ** 2) / rows.length };
};

for (const [least, most] of [[2, 32], [2, 12], [13, 20], [21, 32]]) {
  const rows = judged.filter(({ pieces }) => pieces >= least && pieces <= most);
  if (!rows.length) continue;
  console.log(`${least} to ${most} pieces: ${rows.length} positions`);
  const still = missOf(rows, 0).miss;
  for (const [i, name] of goalNames.entries()) {
    const { factor, miss } = missOf(rows, i);
    console.log(`  ${name.padEnd(12)} ${miss.toFixed(5)} (times ${factor.toFixed(2)}), ${(miss / still).toFixed(2)}`);
  }
}
