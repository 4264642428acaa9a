// The object files of a library must not need each other in a circle: circles.mjs checks includes, this checks calls. (A
// header that several files implement hides a circle from the former; undefined symbols do not.)
//   node call_circles.mjs LIBRARY...     CMake names them, since a build folder may have old ones that no target makes any more
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';

/** What each object file of a library needs from the others: file -> file -> a symbol. */
function needsOf(library) {
  const definedIn = new Map();
  const undefinedIn = new Map();
  let object = '';
  for (const line of execFileSync('nm', [library], { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n')) {
    const header = /^(.+\.o):$/.exec(line);
    if (header) {
      object = header[1];
      undefinedIn.set(object, []);
      continue;
    }
    const symbol = /^[0-9a-f]* *([A-Z]) (\S+)$/.exec(line.trim());
    if (!symbol) continue;
    if (symbol[1] === 'U') undefinedIn.get(object).push(symbol[2]);
    else definedIn.set(symbol[2], object);
  }
  const needs = new Map();
  for (const [file, symbols] of undefinedIn) {
    const of = new Map();
    for (const symbol of symbols) {
      const other = definedIn.get(symbol);
      if (other && other !== file) of.set(other, symbol);
    }
    needs.set(file, of);
  }
  return needs;
}

/** Everything that a file needs, directly or through others. */
function reached(needs, file) {
  const seen = new Set();
  const open = [...needs.get(file).keys()];
  while (open.length > 0) {
    const next = open.pop();
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...needs.get(next).keys());
  }
  return seen;
}

/** The needs that lie on a circle, as lines of text. */
function circleLines(needs) {
  const all = new Map([...needs.keys()].map((file) => [file, reached(needs, file)]));
  return [...needs].flatMap(([file, of]) =>
    [...of]
      .filter(([other]) => all.get(other).has(file))
      .map(([other, symbol]) => `  ${file} needs ${other}, for one thing for ${symbol}`),
  );
}

const libraries = process.argv.slice(2);
let found = 0;
let files = 0;
for (const library of libraries) {
  const needs = needsOf(library);
  const lines = circleLines(needs);
  files += needs.size;
  if (lines.length > 0) {
    console.log([`${basename(library)}:`, ...lines].join('\n'));
    found++;
  }
}
console.log(`${libraries.length} libraries of ${files} files, ${found} with circles`);
process.exitCode = found > 0 || files < 2 ? 1 : 0;
