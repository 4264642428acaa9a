// What documents say of tests must be so. In every document: the tests that it names exist. In RELIABILITY.md also: each fuzzer of
// tests/fuzz has a row in its table, and each row a fuzzer; scripts and variables exist. Prints what does not, and fails if
// there is anything.
//   node documents.mjs [FOLDER]     of the tests; the one that this file is in unless it is named
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
const root = `${folder}/..`;
const reliability = readFileSync(`${folder}/RELIABILITY.md`, 'utf8');

/** What a pattern's group has matched, each once. */
function named(pattern, within) {
  return [...new Set([...within.matchAll(pattern)].map(match => match[1]))];
}

/** The files in one of the tests' folders whose names end so, without that. */
function files(path, ending) {
  return readdirSync(`${folder}/${path}`).filter(name => name.endsWith(ending)).map(name => name.slice(0, -ending.length));
}

function without(names, others) {
  return names.filter(name => !others.includes(name));
}

/** The documents in a folder of the source, and below it. */
function documents(path) {
  return readdirSync(`${root}/${path}`, { withFileTypes: true })
    .filter(entry => !['node_modules', 'build', 'data'].includes(entry.name) && !entry.name.startsWith('.'))
    .flatMap(entry => {
      const below = path ? `${path}/${entry.name}` : entry.name;
      if (entry.isDirectory()) return documents(below);
      return entry.name.endsWith('.md') ? [below] : [];
    });
}

/** The names of tests, by their folder. */
const tests = {
  unit: files('unit', '_test.c').flatMap(name => [name, `${name}_simulated`, `${name}_postgres`]),
  'e2e/sockets': files('e2e/sockets', '.mjs').map(name => name.replace(/\.test$/, '')),
  'e2e/browser': files('e2e/browser', '.mjs').map(name => name.replace(/\.test$/, '')),
};

function unknownTests(text) {
  return Object.entries(tests).flatMap(([kind, names]) =>
    without(named(new RegExp(`\`${kind}/(\\w+)\``, 'g'), text), names).map(name => `there is no ${kind}/${name}`));
}

function unknownFuzzers(text) {
  const rows = named(/^\| `(\w+)` \|/gm, text);
  const fuzzers = files('fuzz', '_fuzz.c');
  return [
    ...without(fuzzers, rows).map(name => `the fuzzer ${name} has no row`),
    ...without(rows, fuzzers).map(name => `there is no fuzzer ${name}`),
  ];
}

function unknownPaths(text) {
  return named(/(?<![\w/])((?:tests|deploy)\/[\w/]+(?:\.\w+)+)/g, text).filter(path => !existsSync(`${root}/${path}`))
    .map(path => `there is no ${path}`);
}

function unknownVariables(text) {
  const code = [
    ...files('e2e/sockets', '.mjs').map(name => `e2e/sockets/${name}.mjs`),
    ...files('unit', '.c').map(name => `unit/${name}.c`),
    ...files('unit', '.h').map(name => `unit/${name}.h`),
    'bench/load_bench.c',
  ].map(path => readFileSync(`${folder}/${path}`, 'utf8')).join('\n');
  return named(/\b(CASTLED_\w+)/g, text).filter(name => name !== 'CASTLED_BINARY' && !code.includes(name))
    .map(name => `no test reads ${name}`);
}

const problems = [
  ...documents('').flatMap(path => unknownTests(readFileSync(`${root}/${path}`, 'utf8')).map(problem => `${path}: ${problem}`)),
  ...[unknownFuzzers, unknownPaths, unknownVariables].flatMap(unknown => unknown(reliability))
    .map(problem => `tests/RELIABILITY.md: ${problem}`),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length ? 1 : 0;
