/* What was played in a tournament, in figures. */

import type { Stats } from '../net/tournaments';
import { sayPercent } from '../text/later';
import { say, sayNumber } from '../text/tournaments';

const share = (part: number, of: number): number => (of === 0 ? 0 : Math.round((100 * part) / of));

const Bar = ({ stats: { whiteWins, draws, blackWins, games } }: { stats: Stats }) => (
  <div class="result-bar notation" aria-hidden="true">
    {(
      [
        ['white', whiteWins],
        ['draw', draws],
        ['black', blackWins],
      ] as const
    ).map(([name, count]) => (
      <span key={name} class={`bar-${name}`} style={{ flexGrow: share(count, games) }} />
    ))}
  </div>
);

export function Statistics({ stats, isArena }: { stats: Stats | null; isArena: boolean }) {
  if (!stats || stats.games === 0) return <p class="soft">{say('tour.statistics.none')}</p>;
  const { games, moves, whiteWins, draws, blackWins, berserks } = stats;
  const rows: [string, string][] = [
    [say('tour.stats.games'), sayNumber(games)],
    [say('tour.stats.moves'), sayNumber(moves)],
    [say('tour.stats.length'), sayNumber(Math.round(moves / 2 / games))],
    [say('tour.stats.white'), sayPercent(share(whiteWins, games))],
    [say('tour.stats.draws'), sayPercent(share(draws, games))],
    [say('tour.stats.black'), sayPercent(share(blackWins, games))],
    ...(isArena ? [[say('tour.stats.berserks'), sayNumber(berserks)] as [string, string]] : []),
  ];
  return (
    <>
      <Bar stats={stats} />
      <dl class="stats">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
