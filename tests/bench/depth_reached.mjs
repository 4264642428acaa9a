// The depth that engines reach in equal time:
//   node depth_reached.mjs --engine COMMAND [--engine COMMAND ...] --openings FILE [--movetime 150] [--positions 200]
// Each position is searched by each engine in turn, with one thread and 16 MB, after "ucinewgame". Prints for each engine the mean
// of the depths that it finished, its 95 % interval over the positions, and nodes a second. It needs an idle core. What a ply
// is depends on what an engine reduces and extends, so depth alone does not rank engines: games do.
import { parseArgs } from 'node:util';

import { meanOf, openingsOf, Player } from './judged.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: [] },
    openings: { type: 'string' },
    movetime: { type: 'string', default: '150' },
    positions: { type: 'string', default: '200' },
  },
});
if (!options.openings) throw new Error('--openings is missing');
if (!options.engine.length) throw new Error('--engine is missing');

const positions = openingsOf(options.openings, Number(options.positions));
const engines = options.engine.map(command => ({ command, player: new Player(command), depths: [], nodes: 0, ms: 0 }));
for (const position of positions) {
  for (const engine of engines) {
    const { nodes, depth, ms } = await engine.player.measure(position, `movetime ${options.movetime}`);
    engine.depths.push(depth);
    engine.nodes += nodes;
    engine.ms += ms;
  }
}
for (const { command, player, depths, nodes, ms } of engines) {
  player.send('quit');
  const { mean, error } = meanOf(depths);
  console.log(
    `${command}, ${depths.length} positions, ${options.movetime} ms each: depth ${mean.toFixed(1)} ± ${error.toFixed(1)}, ` +
      `${(nodes / ms / 1000).toFixed(2)} million nodes a second`,
  );
}
