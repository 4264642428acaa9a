/* The standings, whose rows move to their new places as results come in. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { callApi } from '../net/api';
import { ratingText } from '../net/rating';
import { type Format, type RoundOfRow, type Row, isStandings } from '../net/tournaments';
import { hasText, say, sayKey, sayNumber, sayPoints } from '../text/tournaments';
import { Icon } from '../ui/icon';
import { PlayerName } from './facts';
import { apiOf } from './useTournament';

/** Each row glides from where it was; those who want less motion see it at its new place. */
function useGliding(rows: Row[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const places = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const now = new Map<string, number>();
    for (const row of body.current?.rows ?? []) {
      const player = row.dataset['player'] ?? '';
      const before = places.current.get(player);
      now.set(player, row.offsetTop);
      const by = before === undefined ? 0 : before - row.offsetTop;
      if (by !== 0 && !isStill)
        row.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], {
          duration: 450,
          easing: 'ease-out',
        });
    }
    places.current = now;
  }, [rows]);
  return body;
}

export const tiebreakName = (code: string): string =>
  hasText(`tour.tiebreak.${code}`) ? sayKey(`tour.tiebreak.${code}`) : code;

const Tiebreak = ({ code }: { code: string }) => (
  <th scope="col" class="figures tiebreak">
    <abbr title={tiebreakName(code)}>{code}</abbr>
  </th>
);

const signs: Record<string, string> = { white: '○', black: '●' };

/** "12○1": against the twelfth, with White, won. */
const RoundCell = ({ round, ranks }: { round: RoundOfRow; ranks: Map<number, number> }) => {
  const { result, opponent, color } = round;
  const rank = opponent === null ? '' : String(ranks.get(opponent) ?? `#${opponent}`);
  return (
    <span class={`round-result result-${result === '1' || result === '+' ? 'win' : ''}`}>
      <span class="soft">
        {rank}
        {signs[color ?? ''] ?? ''}
      </span>
      {result === '*' ? '·' : result}
    </span>
  );
};

/** Their next win counts double. */
export const Flame = () => (
  <svg class="flame" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 2c1 5 6 7 6 13a6 6 0 0 1-12 0c0-3 1-5 3-7 0 2 1 3 2 3 1-3 0-6 1-9z" />
  </svg>
);

const lastGames = 12;

/** An arena's games, the newest last; those that counted double are marked. */
const Sheet = ({ sheet, fire }: { sheet: number[]; fire: boolean }) => (
  <span class="sheet figures notation">
    {sheet.length > lastGames && '…'}
    {sheet.slice(-lastGames).map((points, i) => (
      <span key={i} class={points >= 4 ? 'double' : ''}>
        {points}
      </span>
    ))}
    {fire && (
      <span role="img" aria-label={say('tour.fire')} title={say('tour.fire')}>
        <Flame />
      </span>
    )}
  </span>
);

type RowsProps = {
  rows: Row[];
  format: Format;
  tiebreaks: string[];
  rounds: number;
  own: number | undefined;
  dispatch: Dispatch;
};

export const ranksOf = (rows: { player: number; rank: number }[]): Map<number, number> =>
  new Map(rows.map(({ player, rank }) => [player, rank]));

const Details = ({ row, format, ranks }: { row: Row; format: Format; ranks: Map<number, number> }) =>
  format === 'arena' ? (
    <Sheet sheet={row.sheet ?? []} fire={row.fire === true} />
  ) : (
    <span class="round-results figures notation">
      {row.rounds.map(round => (
        <RoundCell key={round.round} round={round} ranks={ranks} />
      ))}
    </span>
  );

export function StandingsTable({ rows, format, tiebreaks, own, dispatch }: RowsProps) {
  const body = useGliding(rows);
  const ranks = ranksOf(rows);
  return (
    <table class="standings">
      <caption class="spoken">{say('tour.part.standings')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('tour.rank')}</th>
          <th scope="col">{say('tour.player')}</th>
          <th scope="col" class="details">
            {say(format === 'arena' ? 'tour.games' : 'tour.roundsTitle')}
          </th>
          <th scope="col" class="figures">
            {say('tour.points')}
          </th>
          {tiebreaks.map(code => (
            <Tiebreak key={code} code={code} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map(row => (
          <tr
            key={row.player}
            data-player={row.player}
            class={`${row.player === own ? 'own' : ''} ${row.status === 'active' ? '' : 'away'}`}
          >
            <td class="figures">{row.rank}</td>
            <th scope="row">
              <PlayerName
                user={row.user}
                name={row.name}
                rating={row.rating}
                dispatch={dispatch}
              />
              {row.status !== 'active' && (
                <span class="soft"> {sayKey(`tour.player.${row.status}`)}</span>
              )}
            </th>
            <td class="details">
              <Details row={row} format={format} ranks={ranks} />
            </td>
            <td class="figures points">
              <strong>{sayPoints(row.points)}</strong>
            </td>
            {tiebreaks.map((code, i) => (
              <td key={code} class="figures tiebreak">
                {sayNumber(row.tiebreaks[i] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const pageLength = 100;

type Props = {
  tournament: string;
  rows: Row[];
  total: number;
  format: Format;
  tiebreaks: string[];
  rounds: number;
  own: number | undefined;
  dispatch: Dispatch;
};

/** The first rows as they move; the others are fetched when they are asked for. */
export function Standings({ tournament, total, ...props }: Props) {
  const [more, setMore] = useState<Row[]>([]);
  const first = new Set(props.rows.map(({ player }) => player));
  const rows = [...props.rows, ...more.filter(({ player }) => !first.has(player))];
  const fetchMore = (): void =>
    void callApi(
      'GET',
      `${apiOf(tournament)}/standings?from=${rows.length + 1}&nb=${pageLength}`,
      isStandings,
    ).then(got => got.ok && setMore(before => [...before, ...got.value.rows]));
  if (total === 0) return <p class="soft">{say('tour.standings.none')}</p>;
  return (
    <>
      <StandingsTable {...props} rows={rows} />
      {rows.length < total && (
        <button onClick={fetchMore}>{say('tour.more', { n: total - rows.length })}</button>
      )}
    </>
  );
}

/** The best three. */
export const Podium = ({ rows, dispatch }: { rows: Row[]; dispatch: Dispatch }) => (
  <ol class="podium" aria-label={say('tour.podium')}>
    {rows.map(row => (
      <li key={row.player} class={`card place-${row.rank}`}>
        <span class="cup" aria-hidden="true">
          <Icon name="cup" />
          {row.rank}
        </span>
        <strong>
          <PlayerName user={row.user} name={row.name} dispatch={dispatch} />
        </strong>
        <span class="figures">{say('tour.pointsOf', { points: sayPoints(row.points) })}</span>
        {row.performance !== null && (
          <span class="soft figures">
            {say('tour.performance', { rating: ratingText(row.performance) })}
          </span>
        )}
      </li>
    ))}
  </ol>
);
