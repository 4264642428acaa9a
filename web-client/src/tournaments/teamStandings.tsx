/* Teams that are rivals: who is ahead, and the matches of a round with their boards. */

import type { ComponentType } from 'preact';

import type { Board, Rival, Round, Row, TeamMatch, Tournament } from '../net/tournaments';
import type { Dispatch } from '../dispatch';
import { say, sayNumber, sayPoints } from '../text/tournaments';
import { boardsOfMatch } from './wallPages';

export type TableProps = { boards: Board[]; own: number | undefined; dispatch: Dispatch };

type Props = { tournament: Tournament; rows: Row[] };

/** The best players of a team in a battle, with their points. */
export function leadersOf(rival: Rival, rows: Row[]): string {
  return rival.leaders
    .flatMap(number => rows.find(({ player }) => player === number) ?? [])
    .map(({ name, points }) => `${name} ${sayPoints(points)}`)
    .join(', ');
}

export function TeamStandings({ tournament, rows }: Props) {
  const { teams, settings, format } = tournament;
  const isBattle = format === 'arena';
  const codes = isBattle ? [] : (settings.tiebreaks ?? []);
  if (!teams || teams.length === 0) return null;
  return (
    <table class="standings team-standings">
      <caption>{say('tour.teams')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('tour.rank')}</th>
          <th scope="col">{say('tour.team')}</th>
          <th scope="col">{say(isBattle ? 'tour.points' : 'tour.matchPoints')}</th>
          {!isBattle && <th scope="col">{say('tour.gamePoints')}</th>}
          {codes.map(code => (
            <th scope="col" key={code} class="soft">
              {code}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {teams.map(rival => (
          <tr key={rival.team}>
            <td class="figures">{rival.rank}</td>
            <th scope="row">
              <bdi>{rival.name}</bdi>{' '}
              <span class="soft figures">
                {rival.left
                  ? say('tour.player.withdrawn')
                  : isBattle
                    ? leadersOf(rival, rows)
                    : say('tour.players', { n: rival.players })}
              </span>
            </th>
            <td class="figures">
              <strong>{rival.points}</strong>
            </td>
            {!isBattle && <td class="figures">{sayPoints(rival.gamePoints ?? 0)}</td>}
            {rival.tiebreaks.map((value, i) => (
              <td class="figures soft" key={codes[i]}>
                {sayNumber(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const scoreOf = ({ home, away }: TeamMatch): string =>
  away === null ? say('tour.bye') : `${sayPoints(home?.gamePoints ?? 0)} – ${sayPoints(away.gamePoints)}`;

type MatchesProps = {
  round: Round;
  own: number | undefined;
  dispatch: Dispatch;
  Boards: ComponentType<TableProps>;
};

/** Match by match, each with its boards. */
export const Matches = ({ round, own, dispatch, Boards }: MatchesProps) => (
  <>
    {(round.matches ?? []).map(match => (
      <section key={match.match} class="team-match">
        <h3>
          <span class="soft figures">{match.match}.</span> <bdi>{match.home?.name}</bdi> <span class="figures">{scoreOf(match)}</span>{' '}
          <bdi>{match.away?.name}</bdi>
        </h3>
        {match.away !== null && (
          <Boards
            boards={boardsOfMatch(round.boards, match)}
            own={own}
            dispatch={dispatch}
          />
        )}
      </section>
    ))}
  </>
);
