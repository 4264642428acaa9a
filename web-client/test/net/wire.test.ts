import { describe, expect, test } from 'vitest';

import { type Kind, messages, parseMessage } from '../../src/net/wire';
import { tournamentMessages } from '../../src/net/tournaments';
import { examplesOf, membersSeen } from './contract';

const examples = examplesOf('←');
/** Kinds that the page has no use for, and so ignores. */
const unusedKinds = ['games', ...Object.keys(tournamentMessages)];
/** Members that the page has no use for. Any other that the contract shows and the page does not
 * read fails a test. */
const unusedMembers: Partial<Record<Kind, string[]>> = {
  challenge: ['expires', 'rules'],
  chat: ['sent'],
  end: ['claimed'],
  live: ['games.clock', 'games.ply', 'games.rated', 'games.variant'],
  move: ['given', 'lag'],
  ok: ['now'],
  pong: ['now'],
  rated: ['category', 'reason'],
  welcome: ['now', 'you.ratings'],
};

describe('the examples of the contract', () => {
  test('are there', () => expect(examples.length).toBeGreaterThan(25));

  test.each(examples.map(value => [JSON.stringify(value), value] as const))('%s', (text, value) =>
    expect(parseMessage(text)).toEqual(unusedKinds.includes(value.t) ? null : value),
  );

  test('show every kind that the page knows', () => {
    const shown = new Set(examples.map(({ t }) => t));
    expect(Object.keys(messages).filter(kind => !shown.has(kind))).toEqual([]);
  });

  test('have no member that the page does not know', () => {
    const found: Record<string, string[]> = {};
    for (const example of examples.filter(({ t }) => !unusedKinds.includes(t))) {
      const { unknown } = membersSeen(messages[example.t as Kind], example);
      const names = new Set([...(found[example.t] ?? []), ...unknown]);
      if (names.size > 0) found[example.t] = [...names].sort();
    }
    expect(found).toEqual(unusedMembers);
  });
});

test('members that it does not know do no harm', () =>
  expect(parseMessage('{"t":"pong","c":1,"new":{"x":[1]}}')).toMatchObject({ t: 'pong', c: 1 }));

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"t":5}',
  '{"t":"constructor"}',
  '{"t":"__proto__"}',
  '{"t":"toString"}',
  '{"t":"pong","c":"1"}',
  '{"t":"error","code":5,"message":""}',
  '{"t":"move","game":"Ab12Cd34","seq":1,"at":1,"ply":1,"uci":"e2e4","san":"e4"}',
  '{"t":"move","game":"Ab12Cd34","seq":1.5,"at":1,"ply":1,"uci":"e2e4","san":"e4","clock":null}',
  '{"t":"end","game":"Ab12Cd34","seq":9,"at":1,"status":"checkmate","winner":"white","clock":null}',
  '{"t":"start","game":"Ab12Cd34","color":"green"}',
  '{"t":"move"',
])('what is malformed is null: %s', text => expect(parseMessage(text)).toBeNull());
