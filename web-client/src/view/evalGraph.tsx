/* How the chances went, move by move: one drawn line. */

import { type Score, chancesOf, scoreText } from '../judge';
import { say } from '../text/later';
import { PlyGraph, height, width } from './plyGraph';

type Props = {
  scores: (Score | null)[];
  ply: number;
  /** "12… Nf6" */
  moveAt: (ply: number) => string;
  onGo: (ply: number) => void;
};

const yOf = (score: Score): number => (height / 2) * (1 - chancesOf(score));

export function EvalGraph({ scores, ply, moveAt, onGo }: Props) {
  const plies = scores.length - 1;
  const placeOf = (at: number): number => at / Math.max(1, plies);
  const points = scores.flatMap((score, i) =>
    score ? [`${placeOf(i) * width},${yOf(score).toFixed(1)}`] : [],
  );
  const words = (at: number): string => {
    const score = scores[at];
    return `${moveAt(at)} ${score ? scoreText(score) : say('analysis.unknown')}`;
  };
  return (
    <PlyGraph
      class="chances"
      label={say('analysis.graph')}
      plies={plies}
      ply={ply}
      words={words}
      onGo={onGo}
      placeOf={placeOf}
    >
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <line class="middle" x1={0} x2={width} y1={height / 2} y2={height / 2} />
    </PlyGraph>
  );
}
