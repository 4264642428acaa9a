// Many changes of the engine in one series of games. In each pair of games one side has a change or the other has it, by chance, for each of
// the changes; how many points each is worth comes from all of the games at once, as the sum of what the changes of the side are worth that
// has them (a factorial experiment, with least squares). Forty changes so take no more games than one that is tried alone.
//   node changes_tried.mjs --match MATCH --engine ENGINE --changes FILE --openings FILE [--nodes 15000] [--pairs 1000] [--concurrency 2] [--log FILE]
// ENGINE is a castled-uci built with -DCASTLED_TUNE=ON, or any other with UCI options. A line of the changes' file is the name of a change and
// its options, "less_null NULL_MOVE_DIVISOR=100 NULL_MOVE_EVAL=60"; one named "both" sets options of both sides. Pairs are kept in LOG, and a
// broken run goes on from there. Each is worth what it is beside half of the others: what is kept in the end has to win a match.
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';

const { values: options } = parseArgs({
  options: {
    match: { type: 'string' },
    engine: { type: 'string' },
    changes: { type: 'string' },
    openings: { type: 'string' },
    nodes: { type: 'string', default: '15000' },
    pairs: { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '2' },
    log: { type: 'string', default: 'changes.log' },
  },
});
for (const name of ['match', 'engine', 'changes', 'openings']) if (!options[name]) throw new Error(`--${name} is missing`);

const lines = readFileSync(options.changes, 'utf8').split('\n').map((line) => line.replace(/#.*/, '').trim());
const settings = new Map(lines.filter(Boolean).map((line) => line.split(/\s+/)).map(([name, ...set]) => [name, set]));
const both = settings.get('both') ?? [];
settings.delete('both');
const changes = [...settings.keys()];

/** One pair of games: the points of the side that has the changes of `sides` that are 1. */
async function play(sides, seed) {
  const given = (flag, side) => changes.flatMap((name, i) => (sides[i] === side ? settings.get(name) : [])).flatMap((set) => [flag, set]);
  const { stdout } = await promisify(execFile)(options.match, [
    ...['-a', options.engine, '-b', options.engine, '--option', 'Hash=8', '--nodes', options.nodes, '--games', '2'],
    ...['--seed', String(seed), '--openings', options.openings],
    ...both.flatMap((set) => ['--option', set]),
    ...given('--a-option', 1),
    ...given('--b-option', -1),
  ]);
  const score = /.*2\/2\s+\+(\d+) =(\d+) -/s.exec(stdout);
  if (!score) throw new Error(`not the result of two games: ${stdout}`);
  return (Number(score[1]) + Number(score[2]) / 2) / 2;
}

/** The inverse of a symmetric positive definite matrix (Gauss-Jordan). */
function inverse(matrix) {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < size; i++) {
    const pivot = rows[i][i];
    rows[i] = rows[i].map((value) => value / pivot);
    for (let j = 0; j < size; j++) {
      const factor = j === i ? 0 : rows[j][i];
      if (factor) rows[j] = rows[j].map((value, k) => value - factor * rows[i][k]);
    }
  }
  return rows.map((row) => row.slice(size));
}

/** What each change is worth, in Elo, with the 95 % interval; the best first. */
function worths(pairs) {
  const inverted = inverse(changes.map((_, i) => changes.map((__, j) => pairs.reduce((sum, { sides }) => sum + sides[i] * sides[j], 0))));
  const products = changes.map((_, i) => pairs.reduce((sum, { sides, points }) => sum + sides[i] * (points - 0.5), 0));
  const gains = inverted.map((row) => row.reduce((sum, value, i) => sum + value * products[i], 0));
  const left = ({ sides, points }) => points - 0.5 - sides.reduce((sum, side, i) => sum + side * gains[i], 0);
  const spread = pairs.reduce((sum, pair) => sum + left(pair) ** 2, 0) / (pairs.length - changes.length);
  const elo = 1600 / Math.LN10; // of a point, between equals
  return changes
    .map((name, i) => ({ name, gain: elo * gains[i], error: 1.96 * elo * Math.sqrt(spread * inverted[i][i]) }))
    .sort((a, b) => b.gain - a.gain);
}

const kept = existsSync(options.log) ? readFileSync(options.log, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line)) : [];
// A log may be of more or fewer changes; those that it does not name were on neither side.
const pairs = kept.map(({ a, b, points }) => ({ sides: changes.map((name) => (a.includes(name) ? 1 : b.includes(name) ? -1 : 0)), points }));
const wanted = Number(options.pairs);
async function worker() {
  while (pairs.length < wanted) {
    const sides = changes.map(() => (Math.random() < 0.5 ? 1 : -1));
    const points = await play(sides, 1 + Math.floor(Math.random() * 1e9));
    const named = (side) => changes.filter((_, i) => sides[i] === side);
    appendFileSync(options.log, `${JSON.stringify({ a: named(1), b: named(-1), points })}\n`);
    pairs.push({ sides, points });
  }
}
await Promise.all(Array.from({ length: Number(options.concurrency) }, worker));
if (pairs.length <= changes.length) throw new Error('more pairs are needed than there are changes');

console.log(`${pairs.length} pairs of games`);
for (const { name, gain, error } of worths(pairs)) console.log(`${name}: ${gain.toFixed(1)} ± ${error.toFixed(1)} Elo  (${settings.get(name).join(' ')})`);
