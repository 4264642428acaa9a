/* The review of a whole game: the evaluation graph, the mistakes, how accurate each side was. */

import { colorToMove } from '../chess/fen';
import { lineFrom, mainLine } from '../chess/tree';
import type { Game } from '../game/game';
import { type Notation, sanWords } from '../game/notation';
import { say, sayPercent } from '../text/later';
import { Icon } from '../ui/icon';
import { type Action, type Analysis, nextToReview } from './analysis';
import { EvalGraph, TimeGraph } from './graphs';
import { type Judgement, judge, reportOf } from './judge';
import { judgedAs, numberOf } from './moveTree';

type Props = {
  state: Analysis;
  act: (action: Action) => void;
  notation: Notation;
  /** The game whose move times are shown. */
  game: Game | undefined;
};

/** By the id of the node. */
export function judgementsOf({ tree, review }: Analysis): Map<number, Judgement> {
  const found = new Map<number, Judgement>();
  if (!review) return found;
  mainLine(tree).forEach((node, i) => {
    const before = review.scores[i];
    const after = review.scores[i + 1];
    if (!before || !after || node.step.fen !== review.fens[i + 1]) return;
    const judged = judge(colorToMove(review.fens[i] ?? ''), before, after);
    if (judged) found.set(node.id, judged);
  });
  return found;
}

const judgements: Judgement[] = ['inaccuracy', 'mistake', 'blunder'];

function Summary({ state }: { state: Analysis }) {
  const { review } = state;
  const scores = review?.scores.flatMap(score => (score ? [score] : [])) ?? [];
  if (!review || scores.length < review.scores.length) return null;
  const first = colorToMove(review.fens[0] ?? '');
  return (
    <table class="report figures">
      <thead>
        <tr>
          <td />
          <th scope="col">{say('analysis.accuracy')}</th>
          {judgements.map(name => (
            <th key={name} scope="col" title={say(`judgement.${name}`)}>
              <span class="spoken">{say(`judgement.${name}`)}</span>
              <span aria-hidden="true">{judgedAs[name]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(['white', 'black'] as const).map(side => {
          const report = reportOf(scores, first, side);
          return (
            <tr key={side}>
              <th scope="row">{say(`side.${side}`)}</th>
              <td>{report.accuracy === null ? '–' : sayPercent(report.accuracy)}</td>
              {judgements.map(name => (
                <td key={name}>{report.counts[name]}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function ReviewPanel({ state, act, notation, game }: Props) {
  const { review, tree, path } = state;
  const line = mainLine(tree);
  if (line.length === 0) return null;
  const moveAt = (ply: number): string => {
    const node = line[ply - 1];
    const before = line[ply - 2]?.step ?? tree.start;
    const san = node && sanWords(notation, node.step.san);
    return san ? `${numberOf(before.fen, true)} ${san}` : say('look.first');
  };
  const onGo = (ply: number): void => act({ a: 'go', path: lineFrom(tree, []).slice(0, ply) });
  const times = game?.times.length === line.length ? game.times : [];
  const done = review?.scores.filter(Boolean).length ?? 0;
  return (
    <section class="review">
      {!review && (
        <button onClick={() => act({ a: 'review' })}>
          <Icon name="graph" /> {say('analysis.review')}
        </button>
      )}
      {review && (
        <>
          <EvalGraph scores={review.scores} ply={path.length} moveAt={moveAt} onGo={onGo} />
          {nextToReview(state) >= 0 && (
            <progress max={review.scores.length} value={done} aria-label={say('analysis.review')} />
          )}
          <Summary state={state} />
        </>
      )}
      {times.some(time => time !== null) && (
        <>
          <h2 class="small soft">{say('analysis.times')}</h2>
          <TimeGraph
            times={times}
            first={colorToMove(tree.start.fen)}
            ply={path.length}
            moveAt={moveAt}
            onGo={onGo}
          />
        </>
      )}
    </section>
  );
}
