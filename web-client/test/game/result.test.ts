import { beforeAll, expect, test } from 'vitest';

import { gameScore } from '../../src/chess/outcome';
import type { Rules } from '../../src/chess/rules';
import { gameOf } from '../../src/game/game';
import { resultText } from '../../src/game/result';
import type { Snapshot } from '../../src/net/wire';
import { loadRules, snapshot } from '../world';

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const ended: [Partial<Snapshot>, string, string][] = [
  [{ status: 'mate', winner: 'white' }, '1–0', 'Checkmate. White wins.'],
  [{ status: 'resign', winner: 'black' }, '0–1', 'White resigned. Black wins.'],
  [{ status: 'outoftime', winner: 'black' }, '0–1', 'White ran out of time. Black wins.'],
  [
    { status: 'outoftime', winner: null, reason: 'insufficient' },
    '½–½',
    'Draw: White ran out of time, but the opponent cannot checkmate.',
  ],
  [
    { status: 'outoftime', winner: null, reason: 'insufficient', moves: ['e2e4'] },
    '½–½',
    'Draw: Black ran out of time, but the opponent cannot checkmate.',
  ],
  [
    { status: 'outoftime', winner: null, reason: 'agreement' },
    '½–½',
    'Draw: White ran out of time, but a draw was on offer.',
  ],
  [{ status: 'timeout', winner: 'white' }, '1–0', 'Black left the game. White wins.'],
  [{ status: 'timeout', winner: 'black' }, '0–1', 'White left the game. Black wins.'],
  [
    { status: 'timeout', winner: null, reason: 'insufficient' },
    '½–½',
    'Draw: one player left the game, but the opponent cannot checkmate.',
  ],
  [{ status: 'timeout', winner: null }, '½–½', 'Draw: one player left the game.'],
  [{ status: 'stalemate', winner: null }, '½–½', 'Draw by stalemate.'],
  [{ status: 'draw', winner: null, reason: 'agreement' }, '½–½', 'Draw by agreement.'],
  [{ status: 'draw', winner: null, reason: 'threefold' }, '½–½', 'threefold repetition.'],
  [{ status: 'draw', winner: null, reason: 'fivefold' }, '½–½', 'fivefold repetition.'],
  [{ status: 'draw', winner: null, reason: 'fifty' }, '½–½', 'fifty-move rule.'],
  [{ status: 'draw', winner: null, reason: 'seventyfive' }, '½–½', 'seventy-five-move rule.'],
  [{ status: 'draw', winner: null, reason: 'insufficient' }, '½–½', 'neither side can checkmate.'],
  [{ status: 'aborted', winner: null }, '', 'Game aborted.'],
  [{ status: 'noStart', winner: null }, '', 'White did not move in time.'],
  [{ status: 'started', winner: null }, '*', 'Game in progress.'],
];

test.each(ended)('%o is %s: … %s', (change, score, words) => {
  const game = gameOf(snapshot(change), { rules, now: 0 });
  if (!game) throw new Error('not a game');
  expect(gameScore(game)).toBe(score);
  expect(resultText(game)).toContain(words);
});
