/* Ratings over time: a line for each speed and variant that was played on several days. A slider
 * moves along one of them, so that every point can be read by eye, by keyboard and by screen
 * reader. */

import { useState } from 'preact/hooks';

import { type PerfName, type Point, type RatingHistory, perfNames } from './user';
import { languageInUse } from '../text';
import { say } from '../text/later';
import { Select } from '../ui/choice';

const dateText = (at: Date): string =>
  at.toLocaleDateString(languageInUse().locale, { timeZone: 'UTC', dateStyle: 'medium' });

const pathOf = (line: RatingLine): string =>
  line.marks.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

type PictureProps = { drawing: Drawing; chosen: RatingLine; mark: RatingMark };

const Picture = ({ drawing, chosen, mark }: PictureProps) => (
  <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={say('profile.history')}>
    {drawing.lines.map((line, i) => (
      <polyline
        key={line.perf}
        class={`line-${i} ${line === chosen ? 'chosen' : ''}`}
        points={pathOf(line)}
      />
    ))}
    <line class="at" x1={mark.x} x2={mark.x} y1={0} y2={height} />
    <circle class="at" cx={mark.x} cy={mark.y} r={5} />
  </svg>
);

const Along = ({ line, at, go }: { line: RatingLine; at: number; go: (at: number) => void }) => {
  const mark = line.marks[at];
  const words = mark
    ? say('profile.history.point', { rating: String(mark.rating), date: dateText(mark.at) })
    : '';
  return (
    <label class="slider">
      <span>
        {say(`perf.${line.perf}`)} <strong class="figures">{words}</strong>
      </span>
      <input
        type="range"
        dir="ltr"
        min={0}
        max={line.marks.length - 1}
        value={at}
        aria-valuetext={words}
        onInput={event => go(Number(event.currentTarget.value))}
      />
    </label>
  );
};

function Graph({ drawing }: { drawing: Drawing }) {
  const [perf, choose] = useState<PerfName | null>(null);
  const [place, go] = useState<number | null>(null);
  const line = drawing.lines.find(each => each.perf === perf) ?? drawing.lines[0];
  if (!line) return null;
  const at = place ?? line.marks.length - 1;
  const mark = line.marks[at];
  return (
    <figure class="rating-graph">
      {mark && <Picture drawing={drawing} chosen={line} mark={mark} />}
      <figcaption>
        {drawing.lines.length > 1 && (
          <Select
            label={say('leaderboard.which')}
            value={line.perf}
            options={drawing.lines.map(({ perf: value }) => ({
              value,
              label: say(`perf.${value}`),
            }))}
            onChange={value => {
              choose(value);
              go(null);
            }}
          />
        )}
        <Along line={line} at={at} go={go} />
      </figcaption>
    </figure>
  );
}

export function RatingGraph({ lines }: { lines: RatingHistory }) {
  const drawing = drawingOf(lines);
  return drawing && <Graph drawing={drawing} />;
}

/* Ratings over time as points of the graph. Pure. */

export type RatingMark = { at: Date; rating: number; x: number; y: number };
export type RatingLine = { perf: PerfName; marks: RatingMark[] };

export type Drawing = {
  lines: RatingLine[];
  from: Date;
  until: Date;
  least: number;
  most: number;
};

export const width = 600;
export const height = 180;
const margin = 25;
const day = 86_400_000;

const instantOf = ([year, month, date]: Point): number => Date.UTC(year, month, date);

const perfOf = (name: string): PerfName | undefined =>
  perfNames.find(perf => perf.toLowerCase() === name.toLowerCase());

/** Only what was played on more than one day; null when there is nothing to draw. */
export function drawingOf(history: RatingHistory): Drawing | null {
  const drawn = history.filter(({ name, points }) => perfOf(name) && points.length > 1);
  const points = drawn.flatMap(line => line.points);
  if (points.length === 0) return null;
  const instants = points.map(instantOf);
  const ratings = points.map(([, , , rating]) => rating);
  const from = Math.min(...instants);
  const until = Math.max(...instants, from + day);
  const least = Math.min(...ratings) - margin;
  const most = Math.max(...ratings) + margin;
  const markOf = (point: Point): RatingMark => ({
    at: new Date(instantOf(point)),
    rating: point[3],
    x: ((instantOf(point) - from) / (until - from)) * width,
    y: height - ((point[3] - least) / (most - least)) * height,
  });
  return {
    lines: drawn.map(line => ({
      perf: perfOf(line.name) as PerfName,
      marks: line.points.map(markOf),
    })),
    from: new Date(from),
    until: new Date(until),
    least,
    most,
  };
}
