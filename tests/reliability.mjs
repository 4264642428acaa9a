// RELIABILITY.md must speak of what there is: each fuzzer of tests/fuzz has a row in its table, and each row a fuzzer; tests,
// scripts and variables exist. Prints what does not, and fails if there is anything.
//   node reliability.mjs [FOLDER]     of the tests; the one that this file is in unless it is named
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
const text = readFileSync(`${folder}/RELIABILITY.md`, 'utf8');

/** What a pattern's group has matched, each once. */
function named(pattern, within = text) {
  return [...new Set([...within.matchAll(pattern)].map(match => match[1]))];
}

/** The files in one of the tests' folders whose names end so, without that. */
function files(path, ending) {
  return readdirSync(`${folder}/${path}`).filter(name => name.endsWith(ending)).map(name => name.slice(0, -ending.length));
}

function without(names, others) {
  return names.filter(name => !others.includes(name));
}

const rows = named(/^\| `(\w+)` \|/gm);
const fuzzers = files('fuzz', '_fuzz.c');
const sockets = files('e2e/sockets', '.mjs');
const code = [
  ...files('e2e/sockets', '.mjs').map(name => `e2e/sockets/${name}.mjs`),
  ...files('unit', '.c').map(name => `unit/${name}.c`),
  ...files('unit', '.h').map(name => `unit/${name}.h`),
  'bench/load_bench.c',
].map(path => readFileSync(`${folder}/${path}`, 'utf8')).join('\n');

const problems = [
  ...without(fuzzers, rows).map(name => `the fuzzer ${name} has no row`),
  ...without(rows, fuzzers).map(name => `there is no fuzzer ${name}`),
  ...without(named(/`unit\/(\w+)`/g), files('unit', '_test.c')).map(name => `there is no unit/${name}`),
  ...without(named(/`e2e\/sockets\/(\w+)`/g), sockets.map(name => name.replace(/\.test$/, ''))).map(name => `there is no e2e/sockets/${name}`),
  ...named(/(?<![\w/])((?:tests|deploy)\/[\w/]+(?:\.\w+)+)/g).filter(path => !existsSync(`${folder}/../${path}`)).map(path => `there is no ${path}`),
  ...named(/\b(CASTLED_\w+)/g).filter(name => name !== 'CASTLED_BINARY' && !code.includes(name)).map(name => `no test reads ${name}`),
];
for (const problem of problems) console.log(`RELIABILITY.md: ${problem}`);
process.exitCode = problems.length ? 1 : 0;
