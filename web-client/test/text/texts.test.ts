/* Every text is used somewhere, and texts of parts of the page that are fetched later are fetched
 * with them. */

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { english } from '../../src/text/en';
import { wholeEnglish } from '../../src/text/faults';

const root = fileURLToPath(new URL('../../src', import.meta.url));

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !/^text\/(tournaments\/)?(\w\w|enLater)\.ts$/.test(file))
  .map(file => readFileSync(path.join(root, file), 'utf8'));

/** Named in full, or by its beginning: `error.${code}`. */
const isSaid = (key: string, source: string): boolean =>
  source.includes(`'${key}'`) ||
  [...key.matchAll(/\./g)].some(({ index }) => source.includes(`\`${key.slice(0, index + 1)}\${`));

// It reads all sources: on a busy machine that takes longer than most tests may.
test('no text is unused', () => {
  const all = sources.join('\n');
  expect(Object.keys(wholeEnglish).filter(key => !isSaid(key, all))).toEqual([]);
});

test('the first visit loads no text that only later parts use', () => {
  const early = sources
    .filter(source => !source.includes("text/later'"))
    .join('\n')
    // The key of a Text, which is put into words later.
    .replaceAll(/\bkey: '[^']*'|\bkey: `[^`]*`/g, '');
  expect(Object.keys(english).filter(key => !isSaid(key, early))).toEqual([]);
});
