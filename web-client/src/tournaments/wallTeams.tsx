/* The wall's pages of teams: who is ahead, and the matches of a round board by board. */

import type { Board, Rival, Round, Row, Seat, TeamMatch, Tournament } from '../net/tournaments';
import { say, sayPoints } from '../text/tournaments';
import { resultWords } from './pairings';
import { leadersOf, scoreOf } from './teamStandings';
import { type MatchPart, type WallPage, fromHome, matchColumns } from './wallPages';

type TeamsProps = { tournament: Tournament; rows: Row[]; page: WallPage };

/** What is said beside a team's name: in a battle whose points it has, else the points of its games. */
function besideName(rival: Rival, rows: Row[], isBattle: boolean): string {
  if (rival.left) return say('tour.player.withdrawn');
  return isBattle ? leadersOf(rival, rows) : sayPoints(rival.gamePoints ?? 0);
}

export function TeamsPage({ tournament: { teams, format }, rows, page }: TeamsProps) {
  const isBattle = format === 'arena';
  return (
    <table>
      <thead>
        <tr>
          <td />
          <th scope="col">{say('tour.team')}</th>
          <th scope="col">{say(isBattle ? 'tour.team.counting' : 'tour.gamePoints')}</th>
          <th scope="col">{say(isBattle ? 'tour.points' : 'tour.matchPoints')}</th>
        </tr>
      </thead>
      <tbody>
        {(teams ?? []).slice(page.from, page.to).map(rival => (
          <tr key={rival.team}>
            <td class="figures soft">{rival.rank}</td>
            <th scope="row">
              <bdi>{rival.name}</bdi>
            </th>
            <td class="soft figures">{besideName(rival, rows, isBattle)}</td>
            <td class="figures">
              <strong>{rival.points}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Head = ({ match }: { match: TeamMatch }) => (
  <tr class="wall-match">
    <td class="figures soft">{match.match}</td>
    <th scope="rowgroup">
      <bdi>{match.home?.name}</bdi>
    </th>
    <td class="figures middle">
      <strong>{scoreOf(match)}</strong>
    </td>
    <th scope="rowgroup">
      <bdi>{match.away?.name}</bdi>
    </th>
  </tr>
);

const Player = ({ seat, color }: { seat: Seat | null; color: 'white' | 'black' }) => (
  <td>
    {seat === null ? (
      say('tour.bye')
    ) : (
      <>
        <span class={`dot dot-${color}`} aria-hidden="true" />
        <span class="spoken">{say(`side.${color}`)}</span> <bdi>{seat.name}</bdi>
      </>
    )}
  </td>
);

type HomeProps = { board: Board; isHomeWhite: boolean };

/** A board, with the home team's player first, as the head of the match has the teams. */
const HomeBoard = ({ board, isHomeWhite }: HomeProps) => {
  const { white, black } = board;
  return (
    <tr>
      <th scope="row" class="figures">
        {board.table}
      </th>
      <Player seat={isHomeWhite ? white : black} color={isHomeWhite ? 'white' : 'black'} />
      <td class="figures middle">{resultWords(isHomeWhite ? board : fromHome(board))}</td>
      <Player seat={isHomeWhite ? black : white} color={isHomeWhite ? 'black' : 'white'} />
    </tr>
  );
};

type PartProps = { part: MatchPart; teams: Rival[] };

const Part = ({ part: { match, boards }, teams }: PartProps) => {
  const home = teams.find(({ team }) => team === match.home?.team)?.roster ?? [];
  const isHomeWhite = ({ white, black }: Board): boolean =>
    white ? home.includes(white.player) : !!black && !home.includes(black.player);
  return (
    <tbody>
      <Head match={match} />
      {boards.map(board => (
        <HomeBoard key={board.board} board={board} isHomeWhite={isHomeWhite(board)} />
      ))}
    </tbody>
  );
};

type MatchesProps = { round: Round; teams: Rival[]; page: WallPage };

export const MatchesPage = ({ round, teams, page }: MatchesProps) => (
  <div class="columns">
    {matchColumns(round)
      .slice(page.from, page.to)
      .map((parts, i) => (
        <table key={i}>
          {parts.map((part, n) => (
            <Part key={n} part={part} teams={teams} />
          ))}
        </table>
      ))}
  </div>
);
