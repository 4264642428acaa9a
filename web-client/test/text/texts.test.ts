/* Every text is said somewhere, and what parts of the page that are fetched later say is fetched
 * with them. */

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { english } from '../../src/text/en';
import { wholeEnglish } from '../../src/text/faults';

const root = fileURLToPath(new URL('../../src', import.meta.url));

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !/^text\/(\w\w|enLater)\.ts$/.test(file))
  .map(file => readFileSync(path.join(root, file), 'utf8'));

/** Named in full, or by how it begins: `error.${code}`. */
const isSaid = (key: string, source: string): boolean =>
  source.includes(`'${key}'`) ||
  [...key.matchAll(/\./g)].some(({ index }) => source.includes(`\`${key.slice(0, index + 1)}\${`));

test('no text is left over', () => {
  const all = sources.join('\n');
  expect(Object.keys(wholeEnglish).filter(key => !isSaid(key, all))).toEqual([]);
});

test('the first visit carries no text that only later parts say', () => {
  const early = sources
    .filter(source => !source.includes("text/later'"))
    .join('\n')
    // Of a Text, which is said later.
    .replaceAll(/\bkey: '[^']*'|\bkey: `[^`]*`/g, '');
  expect(Object.keys(english).filter(key => !isSaid(key, early))).toEqual([]);
});
