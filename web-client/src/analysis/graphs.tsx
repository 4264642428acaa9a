/* A drawing over the plies of a game: a click goes to one, and so do the arrow keys while it
 * has the focus. */

import type { ComponentChildren } from 'preact';

import type { Color } from '../chess/fen';
import { tookText } from '../game/moveList';
import { say } from '../text/later';
import { type Evaluation, chancesOf, evaluationText } from './judge';

type Props = {
  class: string;
  label: string;
  /** The last ply, and the one that is shown. */
  plies: number;
  ply: number;
  /** What the drawing says about a ply, for screen readers. */
  words: (ply: number) => string;
  onGo: (ply: number) => void;
  /** The middle of a ply on the drawing, which is 1 wide. */
  placeOf: (ply: number) => number;
  /** Drawn on a field 300 wide and 80 high. */
  children: ComponentChildren;
};

export const width = 300;
export const height = 80;

const steps: Record<string, (ply: number, plies: number) => number> = {
  ArrowLeft: ply => ply - 1,
  ArrowDown: ply => ply - 1,
  ArrowRight: ply => ply + 1,
  ArrowUp: ply => ply + 1,
  PageDown: ply => ply - 10,
  PageUp: ply => ply + 10,
  Home: () => 0,
  End: (_, plies) => plies,
};

const nearest = (place: number, plies: number, placeOf: (ply: number) => number): number => {
  let best = 0;
  for (let ply = 1; ply <= plies; ply++)
    if (Math.abs(placeOf(ply) - place) < Math.abs(placeOf(best) - place)) best = ply;
  return best;
};

export function PlyGraph(props: Props) {
  const { label, plies, ply, words, onGo, placeOf } = props;
  const here = Math.min(ply, plies);

  const onClick = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    onGo(nearest((event.clientX - box.left) / box.width, plies, placeOf));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    onGo(Math.max(0, Math.min(plies, step(here, plies))));
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      class={`graph ${props.class}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={plies}
      aria-valuenow={here}
      aria-valuetext={words(here)}
      title={words(here)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {props.children}
        <line
          class="here"
          x1={placeOf(here) * width}
          x2={placeOf(here) * width}
          y1={0}
          y2={height}
        />
      </svg>
    </div>
  );
}

/* How the chances went, move by move: one drawn line. */

type EvalProps = {
  scores: (Evaluation | null)[];
  ply: number;
  /** "12… Nf6" */
  moveAt: (ply: number) => string;
  onGo: (ply: number) => void;
};

const yOf = (score: Evaluation): number => (height / 2) * (1 - chancesOf(score));

export function EvalGraph({ scores, ply, moveAt, onGo }: EvalProps) {
  const plies = scores.length - 1;
  const placeOf = (at: number): number => at / Math.max(1, plies);
  const points = scores.flatMap((score, i) =>
    score ? [`${placeOf(i) * width},${yOf(score).toFixed(1)}`] : [],
  );
  const words = (at: number): string => {
    const score = scores[at];
    return `${moveAt(at)} ${score ? evaluationText(score) : say('analysis.unknown')}`;
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

/* How long the moves took: a bar for each, White's upwards and Black's downwards from the
 * middle. */

type TimeProps = {
  times: (number | null)[];
  /** Who made the first move. */
  first: Color;
  ply: number;
  moveAt: (ply: number) => string;
  onGo: (ply: number) => void;
};

/** A long think stands out, and quick moves can still be seen. */
const share = (time: number, most: number): number => Math.sqrt(time / most);

export function TimeGraph({ times, first, ply, moveAt, onGo }: TimeProps) {
  const most = Math.max(1, ...times.map(time => time ?? 0));
  const bar = width / times.length;
  const middle = height / 2;
  const words = (at: number): string => {
    const time = times[at - 1] ?? null;
    return time === null ? moveAt(at) : `${moveAt(at)} ${tookText(time)}`;
  };
  return (
    <PlyGraph
      class="times"
      label={say('analysis.times')}
      plies={times.length}
      ply={ply}
      words={words}
      onGo={onGo}
      placeOf={at => Math.max(0, at - 0.5) / times.length}
    >
      {times.map((time, i) => {
        const tall = time === null ? 0 : share(time, most) * (middle - 1);
        const isWhite = (i % 2 === 0) === (first === 'white');
        return (
          <rect
            key={i}
            class={isWhite ? 'white' : 'black'}
            x={i * bar + bar * 0.1}
            width={bar * 0.8}
            y={isWhite ? middle - tall : middle}
            height={tall}
          />
        );
      })}
      <line class="middle" x1={0} x2={width} y1={middle} y2={middle} />
    </PlyGraph>
  );
}
