import fs from 'node:fs';
import { describe, expect, test } from 'vitest';

import { parseMessage } from '../../src/net/parseMessage';

const contract = fs.readFileSync(
  new URL('../../../server/protocol/PROTOCOL.md', import.meta.url),
  'utf8',
);

/** The messages of the server that the contract shows. */
const examples = [...contract.matchAll(/^← (\{.*\})$/gm)].map(match => match[1] ?? '');
/** Kinds that the page has no use for yet, and so ignores. */
const unused = ['games'];

describe('the examples of the contract', () => {
  test('are there', () => expect(examples.length).toBeGreaterThan(25));

  test.each(examples)('%s', text => {
    const value = JSON.parse(text) as { t: string };
    expect(parseMessage(text)).toEqual(unused.includes(value.t) ? null : value);
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
