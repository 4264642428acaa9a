// texts.mjs - lists the texts that a language lacks, which the page shows in English; or what has changed.
//
//   node texts.mjs                    (npm run texts) ends with 1 if there are any: a release has them all
//   node texts.mjs --since COMMIT     (npm run texts -- --since v0.1.0) every text of every language that has changed since
//                                     then, beside what it was, as tables in Markdown: for those who read translations

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

// English has three files, the others have two.
const LANGUAGES = [
  ['English', 'en', 'enLater', 'tournaments/en'],
  ['German', 'de', 'tournaments/de'],
  ['French', 'fr', 'tournaments/fr'],
  ['Spanish', 'es', 'tournaments/es'],
  ['Arabic', 'ar', 'tournaments/ar'],
];

/** What a module exports, its imports included. */
async function load(file) {
  // Not at the top: build.mjs imports this before the packages are installed.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    charset: 'utf8',
    write: false,
  });
  const source = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${source}`);
}

/** One line for each. */
export async function missingTexts() {
  const faults = await load(path.join(here, 'src/text/faults.ts'));
  return faults.missingTexts();
}

/** The texts by key in these files of a folder, those that exist. */
async function textsIn(folder, names) {
  const files = names.map(name => path.join(folder, `${name}.ts`)).filter(file => fs.existsSync(file));
  const exports = await Promise.all(files.map(load));
  const catalogues = exports.flatMap(module => Object.values(module)).filter(value => typeof value === 'object');
  return Object.assign({}, ...catalogues);
}

const cell = text => (text === undefined ? '—' : text.replaceAll('|', '\\|').replaceAll('\n', ' '));

function changedRows(before, after) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(key => before[key] !== after[key])
    .sort()
    .map(key => `| \`${key}\` | ${cell(before[key])} | ${cell(after[key])} |`);
}

/** A table for each language that has changed since the commit. */
async function changedTexts(commit) {
  const old = fs.mkdtempSync(path.join(os.tmpdir(), 'castled-texts-'));
  try {
    const archive = execFileSync('git', ['archive', commit, '--', 'src'], { cwd: here, maxBuffer: 1 << 28 });
    execFileSync('tar', ['-x', '-C', old], { input: archive });
    const tables = [];
    for (const [language, ...names] of LANGUAGES) {
      const [before, after] = await Promise.all([old, here].map(root => textsIn(path.join(root, 'src/text'), names)));
      const rows = changedRows(before, after);
      const head = [`## ${language}: ${rows.length}`, '', '| key | before | after |', '|---|---|---|'];
      if (rows.length > 0) tables.push([...head, ...rows, ''].join('\n'));
    }
    return tables;
  } finally {
    fs.rmSync(old, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [option, commit] = process.argv.slice(2);
  if (option === '--since' && commit) {
    for (const table of await changedTexts(commit)) console.log(table);
  } else {
    const missing = await missingTexts();
    for (const text of missing) console.log(text);
    process.exitCode = missing.length > 0 ? 1 : 0;
  }
}
