/* The examples of server/tournaments/README.md pass the checks of the page. */

import fs from 'node:fs';
import { describe, expect, test } from 'vitest';

import type { Check } from '../../src/net/schema';
import {
  isCrosstable,
  isLog,
  isPlayer,
  isRound,
  isTournament,
  parseTournamentMessage,
} from '../../src/net/tournaments';

const contract = fs.readFileSync(
  new URL('../../../server/tournaments/README.md', import.meta.url),
  'utf8',
);

const blocks = [...contract.matchAll(/```json\n([^]*?)```/g)].map(([, json = '']) => json.trim());

/** The first example that begins so; what it leaves out is put in. */
function example(begin: string, parts: Record<string, string> = {}): string {
  const found = blocks.find(block => block.replaceAll(/\s/g, '').startsWith(begin));
  if (!found) throw new Error(`the contract shows nothing that begins with ${begin}`);
  return Object.entries(parts).reduce(
    (text, [name, value]) => text.replaceAll(new RegExp(`\\b${name}\\b(?!")`, 'g'), () => value),
    found.replace(/, …\]/, ']'),
  );
}

const summary = example('{"id":"Ab12Cd34","name"');
const row = example('{"rank":1');
const player = example('{"player":3,"tpn":5,"user"');
const board = example('{"board":14,"table"');
const round = example('{"round":2,"state"', { BOARD: board });
const tournament = example('{"id":"Ab12Cd34",…', { ROW: row, PLAYER: player }).replace(
  '"id":"Ab12Cd34", …',
  summary.slice(1, -1),
);
const parts = { TOURNAMENT: tournament, ROUND: round, ROW: row, BOARD: board };

describe('an example of the contract is understood', () => {
  test.each<[string, Check<unknown>, string]>([
    ['PLAYER', isPlayer, player],
    ['a round', isRound, round],
    ['TOURNAMENT', isTournament, tournament],
    ['the crosstable', isCrosstable, example('{"players":[{"player"')],
    ['the log', isLog, `[${example('{"seq":19')}]`],
  ])('%s', (_, check, json) => expect(check(JSON.parse(json))).toBe(true));

  const messages = contract
    .replaceAll(/\n +"/g, ' "')
    .split('\n')
    .filter(line => line.startsWith('← {"t":"tournament'))
    .map(line => line.slice(2));

  test('messages are there', () => expect(messages).toHaveLength(4));

  test.each(messages)('%s', message => {
    const json = Object.entries(parts).reduce(
      (text, [name, value]) => text.replaceAll(new RegExp(`([:\\[])${name}\\b`, 'g'), (_, before: string) => before + value),
      message,
    );
    expect(parseTournamentMessage(json)).toEqual(JSON.parse(json));
  });
});

test.each(['', 'null', '{}', '{"t":"tournament"}', '{"t":"constructor"}', '{"t":"move"}', '{"t":5}'])(
  'what is malformed, or of another kind, is null: %s',
  text => expect(parseTournamentMessage(text)).toBeNull(),
);
