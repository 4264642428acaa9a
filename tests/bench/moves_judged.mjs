// A cheap guide between matches: two engines choose a move in the same positions with the same number of nodes, and where they
// differ a stronger engine, which must know UCI_ShowWDL, says how many points each move is worth:
//   node moves_judged.mjs --a ENGINE --b ENGINE --judge stockfish --games LOG [--nodes 20000] [--judge-nodes 60000] [--positions 1200]
// LOG is what match --log writes. It is no proof: changes that look good have to win a match, and of twenty that do nothing one looks good.
import { parseArgs } from 'node:util';

import { meanOf, Player, positionsOf } from './judged.mjs';

const { values: options } = parseArgs({
  options: {
    a: { type: 'string' },
    b: { type: 'string' },
    judge: { type: 'string' },
    games: { type: 'string' },
    nodes: { type: 'string', default: '20000' },
    'judge-nodes': { type: 'string', default: '60000' },
    positions: { type: 'string', default: '1200' },
  },
});
for (const name of ['a', 'b', 'judge', 'games']) if (!options[name]) throw new Error(`--${name} is missing`);

const positions = positionsOf(options.games, Number(options.positions));
const [a, b] = [options.a, options.b].map((command) => new Player(command));
const judge = new Player(options.judge, 'UCI_ShowWDL value true');
const worth = async (position, move) => {
  const { points } = await judge.choose(position, `nodes ${options['judge-nodes']} searchmoves ${move}`);
  if (points === null) throw new Error(`${options.judge} does not say what it expects: UCI_ShowWDL`);
  return points;
};

const gains = [];
let different = 0;
for (const position of positions) {
  const [ours, theirs] = await Promise.all([a, b].map((player) => player.choose(position, `nodes ${options.nodes}`)));
  if (ours.move === theirs.move) {
    gains.push(0);
    continue;
  }
  different++;
  gains.push((await worth(position, ours.move)) - (await worth(position, theirs.move)));
}
for (const player of [a, b, judge]) player.send('quit');

const { mean, error } = meanOf(gains);
const percent = ((100 * different) / gains.length).toFixed(1);
const shown = (points) => (1e4 * points).toFixed(1);
console.log(`${gains.length} positions, ${percent} % with different moves: a gains ${shown(mean)} ± ${shown(error)} ten-thousandths of a point a move`);
