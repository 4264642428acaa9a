/* What the engine says while it searches, no more often than a person can read it. */

import { colorToMove } from '../chess/fen';
import type { Info } from '../engine/engine';
import type { Action, EngineLine } from './analysis';
import type { Evaluation } from './judge';

/** In ms. */
const reportEvery = 150;

export const forWhite = (score: Evaluation, fen: string): Evaluation => {
  if (colorToMove(fen) === 'white') return score;
  return 'cp' in score ? { cp: -score.cp } : { mate: -score.mate };
};

type Act = (action: Action) => void;

export type LineReporter = {
  tell: (info: Info) => void;
  /** Nothing is reported after it. */
  stop: () => void;
};

/** Reports the lines of one search, no more often than they can be read, and always the newest. */
export function lineReporter(fen: string, act: Act): LineReporter {
  const lines: EngineLine[] = [];
  let reportedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (): void => {
    clearTimeout(timer);
    timer = undefined;
    reportedAt = performance.now();
    act({ a: 'said', fen, lines: lines.filter(Boolean) });
  };
  return {
    tell(info) {
      if (info.bound !== 'exact') return;
      lines[info.line - 1] = {
        score: forWhite(info.score, fen),
        depth: info.depth,
        moves: info.moves,
      };
      const wait = info.depth > 1 ? reportedAt + reportEvery - performance.now() : 0;
      if (wait <= 0) report();
      else timer ??= setTimeout(report, wait);
    },
    stop: () => clearTimeout(timer),
  };
}
