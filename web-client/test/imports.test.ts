/* Which file may import which: no circles, and between folders only downwards. src/README.md has
 * the map. */

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../src', import.meta.url));

/** From the bottom to the top: a folder, or a file beside the folders, imports only what is listed
 * before it. */
const floors = [
  'base.ts',
  'siteName.ts',
  'chess',
  'net',
  'text',
  'engine',
  'route.ts',
  'settings',
  'dispatch.ts',
  'install',
  'ui',
  'board',
  'people',
  'game',
  'embed',
  'local',
  'lobby',
  'tournaments',
  'teams',
  'operators',
  'analysis',
  'state',
  'page',
  'firstPaint.ts',
  'main.tsx',
];

const sources = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));

const isFile = (name: string): boolean =>
  fs.statSync(path.join(root, name), { throwIfNoEntry: false })?.isFile() === true;

/** Imported in any way: values, types, dynamically. */
function importsOf(name: string): string[] {
  const text = fs.readFileSync(path.join(root, name), 'utf8');
  return [...text.matchAll(/(?:from |import\(|import |new URL\()'(\.{1,2}\/[^'?]*)/g)].flatMap(
    ([, wanted = '']) => {
      const base = path.join(path.dirname(name), wanted);
      const found = [base, `${base}.ts`, `${base}.tsx`, path.join(base, 'index.ts')].find(isFile);
      expect(found, `${name} imports ${wanted}`).toBeDefined();
      return found ? [found] : [];
    },
  );
}

const graph = new Map(sources.map(name => [name, importsOf(name)]));

/** The first circle that is found from each file, as the path around it. */
function circles(edges: ReadonlyMap<string, string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (name: string, way: string[]): void => {
    if (way.includes(name)) found.push([...way.slice(way.indexOf(name)), name].join(' > '));
    else if (!done.has(name)) {
      for (const next of edges.get(name) ?? []) visit(next, [...way, name]);
      done.add(name);
    }
  };
  for (const name of edges.keys()) visit(name, []);
  return found;
}

const floorOf = (name: string): number => floors.indexOf(name.split(path.sep)[0] ?? '');

describe('imports', () => {
  test('a circle is found', () => {
    const edges = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] };
    expect(circles(new Map(Object.entries(edges)))).toEqual(['b > d > b']);
  });

  test('form no circle', () => expect(circles(graph)).toEqual([]));

  test('every file is on a floor', () =>
    expect(sources.filter(name => floorOf(name) < 0)).toEqual([]));

  test('do not lead from the state to a view', () => {
    const pure = ['chess', 'net', 'settings', 'state'];
    const views = [...graph].flatMap(([name, wanted]) =>
      pure.includes(name.split(path.sep)[0] ?? '')
        ? wanted.filter(other => other.endsWith('.tsx')).map(other => `${name} > ${other}`)
        : [],
    );
    expect(views).toEqual([]);
  });

  test('lead down', () => {
    const upwards = [...graph].flatMap(([name, wanted]) =>
      wanted.filter(other => floorOf(other) > floorOf(name)).map(other => `${name} > ${other}`),
    );
    expect(upwards).toEqual([]);
  });
});
