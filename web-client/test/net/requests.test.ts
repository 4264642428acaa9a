import { describe, expect, test } from 'vitest';

import { requests } from '../../src/net/requests';
import type { Check } from '../../src/net/schema';
import { type Example, examplesOf, membersInTables, membersSeen } from './contract';

type Kind = keyof typeof requests;

/** Requests of the contract that the page never makes. */
const unusedKinds = [
  ...['report', 'games'],
  // Their pages ask for them by themselves: src/net/tournaments.ts.
  ...['tournament_watch', 'tournament_unwatch', 'tournament_chat', 'tournament_berserk'],
  ...['broadcast_watch', 'broadcast_unwatch'],
];
/** Members that it never sends. */
const unusedMembers: Partial<Record<Kind, string[]>> = {
  ...{ challenge: ['key'], moretime: ['key'], seek: ['key'] }, // it does not ask again by itself
  move: ['draw'], // it offers one by itself
};

const formsOf = (kind: string): readonly Check<unknown>[] => requests[kind as Kind];

/** It challenges people by their ids, not by their names. */
const isUnused = ({ t, to, name }: Example): boolean =>
  unusedKinds.includes(t) || (t === 'challenge' && to === 'user' && name !== undefined);

const examples = examplesOf('→').filter(example => !isUnused(example));

const formOf = (example: Example) =>
  formsOf(example.t)
    .map(check => membersSeen(check, example))
    .find(({ passes }) => passes);

describe('the requests of the contract', () => {
  test('are there', () => expect(examples.length).toBeGreaterThan(25));

  test('show every kind that the page sends', () => {
    const shown = new Set(examples.map(({ t }) => t));
    expect(Object.keys(requests).filter(kind => !shown.has(kind))).toEqual([]);
  });

  test.each(examples.map(value => [JSON.stringify(value), value] as const))('%s', (_, value) =>
    expect(formOf(value)).toBeDefined(),
  );

  test('have no member that the page does not know', () => {
    const found: Record<string, string[]> = {};
    for (const example of examples) {
      const unknown = formOf(example)?.unknown.filter(name => name !== 'id') ?? [];
      const names = new Set([...(found[example.t] ?? []), ...unknown]);
      if (names.size > 0) found[example.t] = [...names].sort();
    }
    expect(found).toEqual(unusedMembers);
  });
});

test.each(Object.keys(requests))(
  'the contract knows every member of %s that the page sends',
  kind => {
    const own = examples.filter(({ t }) => t === kind);
    const documented = new Set([...membersInTables(kind), ...own.flatMap(Object.keys)]);
    const sent = own.flatMap(example => formOf(example)?.seen ?? []);
    const names = new Set(sent.map(path => path.split('.')[0] ?? ''));
    expect([...names].filter(name => !documented.has(name))).toEqual([]);
  },
);
