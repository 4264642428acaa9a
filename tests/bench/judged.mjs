// What moves_judged.mjs, evaluations_judged.mjs, threads_depth.mjs and depth_reached.mjs share: positions, engines, and means.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

// A linear congruential generator (Knuth's MMIX): the same positions each time.
let state = 1n;
const random = (below) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(below));
};

// Five positions of each game that is long enough, neither in the first plies nor in the last.
export function positionsOf(log, wanted) {
  const positions = [];
  for (const line of readFileSync(log, 'utf8').split('\n')) {
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
}

// Positions of a file of openings, evenly over it: neighbours are often alike.
export function openingsOf(file, wanted) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const count = Math.min(wanted, lines.length);
  return Array.from({ length: count }, (_, i) => {
    const fields = lines[Math.floor((i * lines.length) / count)].split(' ');
    return `fen ${fields.slice(0, 4).join(' ')} 0 1`;
  });
}

// What a score is worth, when one of 'slope' centipawns is worth 1 / (1 + 1/e) points; JUDGE_SLOPE is stockfish's.
export const JUDGE_SLOPE = 150;
export const pointsOf = (score, slope) => 1 / (1 + Math.exp(-score / slope));

// The mean of values, and half of its 95 % interval.
export function meanOf(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: 1.96 * Math.sqrt(variance / values.length) };
}

// An engine that speaks UCI.
export class Player {
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

  async line() {
    const { value: line, done } = await this.lines.next();
    if (done) throw new Error(`${this.process.spawnfile} has ended`);
    return line;
  }

  // Tells each line; the move, and the milliseconds that it took.
  async search(position, limits, hear) {
    this.send('ucinewgame');
    this.send('isready');
    while ((await this.line()) !== 'readyok') continue;
    this.send(`position ${position}`);
    const start = performance.now();
    this.send(`go ${limits}`);
    for (;;) {
      const line = await this.line();
      hear(line);
      if (line.startsWith('bestmove ')) return { move: line.split(' ')[1], ms: performance.now() - start };
    }
  }

  // The move, its score in centipawns (null: a mate), and the points that it is worth where the engine says so.
  async choose(position, limits) {
    let [points, score] = [null, null];
    const { move } = await this.search(position, limits, line => {
      const told = / score (?:cp (-?\d+)|mate)/.exec(line);
      if (told && !line.includes('bound')) score = told[1] === undefined ? null : Number(told[1]);
      const wdl = / wdl (\d+) (\d+) \d+/.exec(line);
      if (wdl && !line.includes('bound')) points = (Number(wdl[1]) + Number(wdl[2]) / 2) / 1000;
    });
    return { move, score, points };
  }

  // How many nodes a search of the position takes, how many milliseconds, 1 at least, and the depth that it finishes.
  async measure(position, limits) {
    let [nodes, depth] = [0, 0];
    const { ms } = await this.search(position, limits, line => {
      nodes = Number(/ nodes (\d+)/.exec(line)?.[1] ?? nodes);
      if (line.includes(' pv ') && !line.includes('bound')) depth = Number(/ depth (\d+)/.exec(line)?.[1] ?? depth);
    });
    return { nodes, depth, ms: Math.max(ms, 1) };
  }

  // What it thinks of the position without a search, in centipawns for White, as castled-uci and stockfish tell it; null where they
  // do not, as stockfish in check.
  async evaluate(position) {
    this.send(`position ${position}`);
    this.send('eval');
    for (;;) {
      const line = await this.line();
      const own = /^Evaluation: .*, (-?\d+) cp for white/.exec(line);
      if (own) return Number(own[1]);
      const final = /^Final evaluation:? +(?:([-+]\d+\.\d+) \(white side\)|none)/.exec(line);
      if (final) return final[1] === undefined ? null : 100 * Number(final[1]);
    }
  }
}
