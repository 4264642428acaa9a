/* The engine of the analysis board: starts when it is first needed, follows the shown position, reviews
 * a game. */

import netUrl from 'castled.nnue?url';
import engineUrl from 'engine.wasm?url';
import threadsUrl from 'engine_threads.wasm?url';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { Rules } from '../chess/rules';
import { engineLine, mainLine, nodesAlong } from '../chess/tree';
import { type Engine, fetchEngine, openEngine, spawnWorker } from '../engine/engine';
import {
  type Action,
  type Analysis,
  finalScore,
  nextToReview,
  shownStep,
} from './analysis';
import { forWhite, lineReporter } from './lineReporter';

/** For each position of a review: about a second on a phone. */
const reviewNodes = 200_000;
/** More helpers than this gain little; one core is left for the page. */
const workersMax = 4;

const open = async (): Promise<Engine> => {
  const cores = Math.min(workersMax, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
  const files = await fetchEngine({ engine: engineUrl, threads: threadsUrl, net: netUrl });
  return openEngine(files, { spawn: spawnWorker, hash: 32, workers: cores });
};

type Act = (action: Action) => void;

function usePosition(engine: Engine | null, state: Analysis, rules: Rules, act: Act): void {
  const { fen } = shownStep(state);
  const { tree, path, lineCount } = state;
  // A new search only for another position: comments and shapes also change the tree.
  useEffect(() => {
    if (!engine || !state.engine || finalScore(fen, rules)) return;
    const line = engineLine(tree, nodesAlong(tree, path));
    const { tell, stop } = lineReporter(fen, act);
    engine.analyse(line, { lines: lineCount }, tell).catch(() => {});
    return () => {
      stop();
      engine.stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [engine, state.engine, fen, lineCount]);
}

function useReview(engine: Engine | null, state: Analysis, rules: Rules, act: Act): void {
  const index = nextToReview(state);
  const { tree, review } = state;
  // One search for each position of the review, which keeps its own list of them.
  useEffect(() => {
    const fen = review?.fens[index];
    if (!engine || fen === undefined) return;
    const known = finalScore(fen, rules);
    if (known) return act({ a: 'scored', index, fen, score: known });
    const line = engineLine(tree, mainLine(tree).slice(0, index));
    let wanted = true;
    engine
      .analyse(line, { nodes: reviewNodes })
      .then(({ score }) => {
        if (wanted) act({ a: 'scored', index, fen, score: forWhite(score, fen) });
      })
      .catch(() => {});
    return () => {
      wanted = false;
      engine.stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [engine, review?.fens, index]);
}

/** False when the engine could not be started. */
export function useEngine(state: Analysis, rules: Rules, act: Act): boolean {
  const [engine, setEngine] = useState<Engine | null>(null);
  const [works, setWorks] = useState(true);
  const isWanted = state.engine || nextToReview(state) >= 0;
  const isLeft = useRef(false);
  useEffect(() => {
    if (!isWanted || engine) return;
    open().then(
      opened => (isLeft.current ? opened.close() : setEngine(opened)),
      () => setWorks(false),
    );
  }, [isWanted, engine]);
  useEffect(
    () => () => {
      isLeft.current = true;
      engine?.close();
    },
    [engine],
  );
  usePosition(engine, state, rules, act);
  useReview(engine, state, rules, act);
  return works;
}
