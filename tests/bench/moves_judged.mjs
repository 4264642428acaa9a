// A cheap guide between matches: two engines choose a move in the same positions with the same number of nodes, and where they
// differ a stronger engine, which must know UCI_ShowWDL, says how many points each move is worth:
//   node moves_judged.mjs --a ENGINE --b ENGINE --judge stockfish --games LOG [--nodes 20000] [--judge-nodes 60000] [--positions 1200]
// LOG is what match --log writes. It is no proof: changes that look good have to win a match, and of twenty that do nothing one looks good.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

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

// A linear congruential generator (Knuth's MMIX): the same positions each time.
let state = 1n;
const random = (below) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(below));
};

// Five positions of each game that is long enough, neither in the first plies nor in the last.
const collect = (text, wanted) => {
  const positions = [];
  for (const line of text.split('\n')) {
    const fields = line.split('\t');
    const moves = fields.at(-1).split(' ');
    if (moves.length < 20) continue;
    const last = Math.min(moves.length - 8, 110);
    for (let i = 0; i < 5; i++)
      positions.push(`fen ${fields[0]} moves ${moves.slice(0, 4 + random(last - 4)).join(' ')}`);
  }
  for (let i = positions.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [positions[i], positions[j]] = [positions[j], positions[i]];
  }
  return positions.slice(0, wanted);
};

class Player {
  constructor(command, ...settings) {
    const [program, ...rest] = command.split(' ');
    this.process = spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.send('uci');
    for (const setting of ['Hash value 16', ...settings]) this.send(`setoption name ${setting}`);
  }

  send(line) {
    this.process.stdin.write(`${line}\n`);
  }

  // The move, and the points that it is worth where the engine says so.
  async choose(position, limits) {
    let points = null;
    this.send('ucinewgame');
    this.send(`position ${position}`);
    this.send(`go ${limits}`);
    for (;;) {
      const { value: line, done } = await this.lines.next();
      if (done) throw new Error(`${this.process.spawnfile} has ended`);
      const wdl = / wdl (\d+) (\d+) \d+/.exec(line);
      if (wdl && !line.includes('bound')) points = (Number(wdl[1]) + Number(wdl[2]) / 2) / 1000;
      if (line.startsWith('bestmove ')) return { move: line.split(' ')[1], points };
    }
  }
}

const positions = collect(readFileSync(options.games, 'utf8'), Number(options.positions));
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

const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
const spread = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / gains.length;
const percent = ((100 * different) / gains.length).toFixed(1);
const [gain, error] = [mean, 1.96 * Math.sqrt(spread / gains.length)].map((points) => (1e4 * points).toFixed(1));
console.log(`${gains.length} positions, ${percent} % with different moves: a gains ${gain} ± ${error} ten-thousandths of a point a move`);
