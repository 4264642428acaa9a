/* How the chances went, move by move: one drawn line; a click goes to the move. */

import { chancesOf, type Score } from '../judge';
import { say } from '../text/later';

type Props = { scores: (Score | null)[]; ply: number; onGo: (ply: number) => void };

const width = 300;
const height = 80;

const yOf = (score: Score): number => (height / 2) * (1 - chancesOf(score));

export function EvalGraph({ scores, ply, onGo }: Props) {
  const step = width / Math.max(1, scores.length - 1);
  const points = scores.flatMap((score, i) =>
    score ? [`${i * step},${yOf(score).toFixed(1)}`] : [],
  );
  const goAt = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    onGo(Math.round(((event.clientX - box.left) / box.width) * (scores.length - 1)));
  };
  return (
    <svg
      class="graph"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={say('analysis.graph')}
      onClick={goAt}
    >
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <line class="middle" x1={0} x2={width} y1={height / 2} y2={height / 2} />
      <line class="here" x1={ply * step} x2={ply * step} y1={0} y2={height} />
    </svg>
  );
}
