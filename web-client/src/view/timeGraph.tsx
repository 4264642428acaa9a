/* How long the moves took: a bar for each, White's upwards and Black's downwards from the middle. */

import { say } from '../text/later';
import type { Color } from '../wire';
import { tookText } from './moveList';
import { PlyGraph, height, width } from './plyGraph';

type Props = {
  times: (number | null)[];
  /** Who made the first move. */
  first: Color;
  ply: number;
  moveAt: (ply: number) => string;
  onGo: (ply: number) => void;
};

/** A long thought is seen and leaves the quick moves their height, too. */
const share = (time: number, most: number): number => Math.sqrt(time / most);

export function TimeGraph({ times, first, ply, moveAt, onGo }: Props) {
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
