/* Ratings over time as points of a drawing. Pure. */

import { type PerfName, type Point, type RatingHistory, perfNames } from './user';

export type Mark = { at: Date; rating: number; x: number; y: number };
export type Line = { perf: PerfName; marks: Mark[] };

export type Drawing = {
  lines: Line[];
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

/** Of what was played on more than one day; null when there is nothing to draw. */
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
  const markOf = (point: Point): Mark => ({
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
