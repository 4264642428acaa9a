/* Ratings over time: a line for each speed and variant that was played. */

import type { RatingHistory } from '../user';
import { say } from '../text/later';

const width = 600;
const height = 180;

type Box = { from: number; until: number; least: number; most: number };

const dayOf = ([year, month, day]: readonly number[]): number =>
  Date.UTC(year ?? 0, month ?? 0, day ?? 1) / 86_400_000;

function boxOf(lines: RatingHistory): Box {
  const points = lines.flatMap(line => line.points);
  const days = points.map(dayOf);
  const ratings = points.map(point => point[3]);
  return {
    from: Math.min(...days),
    until: Math.max(...days, Math.min(...days) + 1),
    least: Math.min(...ratings) - 25,
    most: Math.max(...ratings) + 25,
  };
}

const pathOf = (points: RatingHistory[number]['points'], box: Box): string =>
  points
    .map(point => {
      const x = ((dayOf(point) - box.from) / (box.until - box.from)) * width;
      const y = height - ((point[3] - box.least) / (box.most - box.least)) * height;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');

export function RatingGraph({ lines }: { lines: RatingHistory }) {
  const drawn = lines.filter(line => line.points.length > 1);
  if (drawn.length === 0) return null;
  const box = boxOf(drawn);
  return (
    <figure class="rating-graph">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={say('profile.history')}>
        {drawn.map((line, i) => (
          <polyline key={line.name} class={`line-${i}`} points={pathOf(line.points, box)} />
        ))}
      </svg>
      <figcaption class="figures">
        {drawn.map((line, i) => (
          <span key={line.name} class={`line-${i}`}>
            {line.name} {line.points.at(-1)?.[3]}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
