import { beforeAll, expect, test } from 'vitest';

import { gameOf } from '../src/game';
import { resultText, scoreOf } from '../src/result';
import type { Rules } from '../src/rules';
import type { Snapshot } from '../src/wire';
import { loadRules, snapshot } from './world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const ended: [Partial<Snapshot>, string, string][] = [
  [{ status: 'mate', winner: 'white' }, '1–0', 'Checkmate. White wins.'],
  [{ status: 'resign', winner: 'black' }, '0–1', 'Resignation. Black wins.'],
  [{ status: 'outoftime', winner: 'black' }, '0–1', 'Time ran out. Black wins.'],
  [{ status: 'outoftime', winner: null, reason: 'insufficient' }, '½–½', 'draw.'],
  [{ status: 'timeout', winner: 'white' }, '1–0', 'The opponent left the game. White wins.'],
  [{ status: 'timeout', winner: null, reason: 'insufficient' }, '½–½', 'draw.'],
  [{ status: 'timeout', winner: null }, '½–½', 'The opponent left the game.'],
  [{ status: 'stalemate', winner: null }, '½–½', 'Stalemate: draw.'],
  [{ status: 'draw', winner: null, reason: 'agreement' }, '½–½', 'Draw by agreement.'],
  [{ status: 'draw', winner: null, reason: 'threefold' }, '½–½', 'threefold repetition.'],
  [{ status: 'draw', winner: null, reason: 'fivefold' }, '½–½', 'five times.'],
  [{ status: 'draw', winner: null, reason: 'fifty' }, '½–½', 'fifty-move rule.'],
  [{ status: 'draw', winner: null, reason: 'seventyfive' }, '½–½', 'seventy-five-move rule.'],
  [{ status: 'draw', winner: null, reason: 'insufficient' }, '½–½', 'neither side can mate.'],
  [{ status: 'aborted', winner: null }, '', 'The game was aborted.'],
  [{ status: 'noStart', winner: null }, '', 'The first move did not come in time.'],
  [{ status: 'started', winner: null }, '*', 'The game goes on.'],
];

test.each(ended)('%o is %s: … %s', (change, score, words) => {
  const game = gameOf(snapshot(change), { rules, now: 0 });
  if (!game) throw new Error('not a game');
  expect(scoreOf(game)).toBe(score);
  expect(resultText(game)).toContain(words);
});
