/* The figures, each with the line of its last minutes. */

import type { Figures } from './lists';
import { languageInUse } from '../text';
import { type OperatorKey, sayOperator } from '../text/operators';

const width = 120;
const height = 28;

/** How much a counter grew in a minute, from one event to the next. */
const rate =
  (name: string) =>
  (now: Figures, before: Figures | undefined): number | null => {
    const time = before ? now.at - before.at : 0;
    if (!before || time <= 0) return null;
    return Math.max(0, (((now.totals[name] ?? 0) - (before.totals[name] ?? 0)) * 60_000) / time);
  };

type Unit = 'count' | 'bytes' | 'time';
type Figure = {
  key: OperatorKey;
  unit: Unit;
  of: (now: Figures, before: Figures | undefined) => number | null;
};

const figures: Figure[] = [
  { key: 'sessions', unit: 'count', of: now => now.sessions },
  { key: 'games', unit: 'count', of: now => now.games_live },
  { key: 'moves', unit: 'count', of: rate('moves_total') },
  { key: 'turn', unit: 'time', of: now => now.turn.p99 ?? null },
  { key: 'commit', unit: 'time', of: now => now.commit.p99 ?? null },
  { key: 'searches', unit: 'count', of: now => now.searches_waiting },
  { key: 'requests', unit: 'count', of: rate('http_requests_total') },
  { key: 'refusals', unit: 'count', of: rate('refusals_total') },
  { key: 'seeks', unit: 'count', of: now => now.seeks },
  { key: 'challenges', unit: 'count', of: now => now.challenges },
  { key: 'disk', unit: 'bytes', of: now => now.diskFree ?? null },
  { key: 'database', unit: 'bytes', of: now => now.database },
  { key: 'memory', unit: 'bytes', of: now => now.memory ?? null },
];

const number = (value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(languageInUse().locale, options).format(value);

const withUnit = (value: number, unit: string): string =>
  number(value, { style: 'unit', unit, maximumSignificantDigits: 3 });

function inUnit(value: number, unit: Unit): string {
  if (unit === 'count') return number(value, { maximumFractionDigits: 0 });
  if (unit === 'time') return withUnit(value / 1000, 'millisecond');
  const names = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  const place = Math.min(4, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return withUnit(value / 1000 ** place, names[place] ?? 'byte');
}

/** From 0 to the greatest, the newest on the right; what is not known leaves a gap in time. */
function Line({ values }: { values: (number | null)[] }) {
  const most = Math.max(1, ...values.map(value => value ?? 0));
  const step = width / Math.max(1, values.length - 1);
  const points = values.flatMap((value, i) =>
    value === null
      ? []
      : [`${(i * step).toFixed(1)},${(height - 1 - (value / most) * (height - 2)).toFixed(1)}`],
  );
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}

export function FiguresPanel({ series, lost }: { series: Figures[]; lost: boolean }) {
  return (
    <section class="card" aria-labelledby="operator-figures">
      <h2 id="operator-figures">{sayOperator('figures')}</h2>
      {lost && <p role="alert">{sayOperator('figures.lost')}</p>}
      <dl class="operator-figures">
        {figures.map(({ key, unit, of }) => {
          const values = series.map((now, i) => of(now, series[i - 1]));
          const newest = values.filter(value => value !== null).at(-1) ?? null;
          return (
            <div key={key}>
              <dt>{sayOperator(key)}</dt>
              <dd>
                <strong class="figures">{newest === null ? '–' : inUnit(newest, unit)}</strong>
                <Line values={values} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
