/* What a search says about moves: winning chances, judgements, accuracy.
 *
 * The curve from centipawns to chances and the one from lost chances to accuracy are those that
 * lichess.org publishes on its page on accuracy, fitted to games of people; so are the steps of the
 * judgements. */

import type { Color } from '../chess/fen';

/** For White: centipawns, or moves until mate (negative: Black mates). */
export type Evaluation = { cp: number } | { mate: number };

const steepness = 0.00368208;
const centipawnsMax = 1000;

/** Winning chances of White from -1 to 1. */
export function chancesOf(score: Evaluation): number {
  const cp = 'cp' in score ? score.cp : score.mate > 0 ? centipawnsMax : -centipawnsMax;
  const bounded = Math.max(-centipawnsMax, Math.min(centipawnsMax, cp));
  return 2 / (1 + Math.exp(-steepness * bounded)) - 1;
}

/** The same as a share of the point, from 0 to 100. */
export const winPercent = (score: Evaluation): number => 50 + 50 * chancesOf(score);

export type Judgement = 'inaccuracy' | 'mistake' | 'blunder';

const steps: [lost: number, judgement: Judgement][] = [
  [0.3, 'blunder'],
  [0.2, 'mistake'],
  [0.1, 'inaccuracy'],
];

const lostBy = (side: Color, before: Evaluation, after: Evaluation): number =>
  (chancesOf(before) - chancesOf(after)) * (side === 'white' ? 1 : -1);

/** Null for a move that is good enough. */
export const judge = (side: Color, before: Evaluation, after: Evaluation): Judgement | null =>
  steps.find(([lost]) => lostBy(side, before, after) >= lost)?.[1] ?? null;

/** 100 for a move that loses nothing; the more it loses, the closer to 0. */
export function moveAccuracy(side: Color, before: Evaluation, after: Evaluation): number {
  const lost = Math.max(0, 50 * lostBy(side, before, after));
  return Math.max(0, Math.min(100, 103.1668 * Math.exp(-0.04354 * lost) - 3.1669));
}

export type Report = {
  /** Null for a side that made no move. */
  accuracy: number | null;
  counts: Record<Judgement, number>;
  /** Centipawns that a move lost on average. */
  loss: number | null;
};

const mean = (values: number[]): number | null =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;

const centipawns = (score: Evaluation): number =>
  Math.max(
    -centipawnsMax,
    Math.min(centipawnsMax, 'cp' in score ? score.cp : score.mate * centipawnsMax),
  );

/** Of one side's moves in a game whose positions were all scored, the first before the first
 * move. */
export function reportOf(scores: Evaluation[], first: Color, side: Color): Report {
  const report: Report = {
    accuracy: null,
    counts: { inaccuracy: 0, mistake: 0, blunder: 0 },
    loss: null,
  };
  const accuracies: number[] = [];
  const losses: number[] = [];
  scores.slice(1).forEach((after, i) => {
    const mover = (i % 2 === 0) === (first === 'white') ? 'white' : 'black';
    const before = scores[i];
    if (mover !== side || !before) return;
    const found = judge(side, before, after);
    if (found) report.counts[found]++;
    accuracies.push(moveAccuracy(side, before, after));
    const sign = side === 'white' ? 1 : -1;
    losses.push(Math.max(0, (centipawns(before) - centipawns(after)) * sign));
  });
  return { ...report, accuracy: mean(accuracies), loss: mean(losses) };
}

/** "+0.35", "−1.20", "#3", "−#2". */
export function evaluationText(score: Evaluation): string {
  const sign = (value: number): string => (value < 0 ? '−' : '');
  if ('mate' in score) return `${sign(score.mate)}#${Math.abs(score.mate)}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  return `${score.cp > 0 ? '+' : sign(score.cp)}${pawns}`;
}
