/* The contract's examples, and which of their members a check looks at. */

import fs from 'node:fs';

import type { Check } from '../../src/net/schema';

const contract = fs.readFileSync(
  new URL('../../../server/protocol/PROTOCOL.md', import.meta.url),
  'utf8',
);

export type Example = { t: string } & Record<string, unknown>;

/** The lines of the contract with that arrow: ← is from the server, → from a client. */
export const examplesOf = (arrow: '←' | '→'): Example[] =>
  contract
    .split('\n')
    .filter(line => line.startsWith(`${arrow} {`))
    .map(line => JSON.parse(line.slice(2)) as Example);

/** The members that are named in the first column of a table under the heading of that kind. */
export function membersInTables(kind: string): string[] {
  const section = contract.split(/^#{2,3} /m).find(part => part.startsWith(`${kind}\n`)) ?? '';
  const cells = section.split('\n').map(line => /^\| ([^|]*)\|/.exec(line)?.[1] ?? '');
  return cells.flatMap(cell => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

/** The members of `value` that `check` does not look at, as paths: "you.ratings"; and those that it
 * does. */
export function membersSeen(check: Check<unknown>, value: Example) {
  const seen = new Set<string>();
  const all = new Set<string>();
  const watched = (part: unknown, path: string): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const isList = Array.isArray(part);
    const below = (name: string): string =>
      isList ? path : path === '' ? name : `${path}.${name}`;
    if (!isList) for (const name of Object.keys(part)) all.add(below(name));
    return new Proxy(part, {
      get(target, name) {
        if (typeof name === 'symbol') return Reflect.get(target, name);
        if (!isList) seen.add(below(name));
        return watched(Reflect.get(target, name), below(name));
      },
    });
  };
  const passes = check(watched(value, ''));
  const unknown = [...all].filter(name => name !== 't' && !seen.has(name));
  return { passes, seen: [...seen], unknown };
}

/** The requests of the HTTP API that the contract shows, with their answers. */
export const apiExamples = [
  ...contract.matchAll(/^⇒ \S+(?: token)? ((?:GET|POST|PUT|DELETE) .*)\n⇐ (\d+) ([[{].*)$/gm),
].map(([, request = '', status, json = '']) => ({
  request,
  status: Number(status),
  answer: JSON.parse(json) as unknown,
}));
