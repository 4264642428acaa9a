/* A whole game looked at: the graph of its chances, what was wrong, how accurate each side was. */

import { type Action, type Analysis, nextToReview } from '../analysis';
import { colorToMove } from '../game';
import { type Judgement, judge, reportOf } from '../judge';
import { say, sayPercent } from '../text/later';
import { lineFrom, mainLine } from '../tree';
import { EvalGraph } from './evalGraph';
import { Icon } from './icon';
import { judgedAs } from './moveTree';

type Props = { state: Analysis; act: (action: Action) => void };

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

export function ReviewPanel({ state, act }: Props) {
  const { review, tree, path } = state;
  const length = mainLine(tree).length;
  if (length === 0) return null;
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
          <EvalGraph
            scores={review.scores}
            ply={path.length}
            onGo={ply => act({ a: 'go', path: lineFrom(tree, []).slice(0, ply) })}
          />
          {nextToReview(state) >= 0 && (
            <progress max={review.scores.length} value={done} aria-label={say('analysis.review')} />
          )}
          <Summary state={state} />
        </>
      )}
    </section>
  );
}
