/* Who played whom: a grid for round robins, the bracket of a knock-out, otherwise a line for each player. */

import { callApi } from '../net/api';
import { useEffect, useState } from 'preact/hooks';

import { type Crosstable, type Format, isCrosstable } from '../net/tournaments';
import { say, sayPoints } from '../text/tournaments';
import { apiOf } from './useTournament';

type Cell = Crosstable['cells'][number];
type Player = Crosstable['players'][number];

const halves: Record<string, [white: string, black: string]> = {
  '1-0': ['1', '0'],
  '0-1': ['0', '1'],
  '½-½': ['½', '½'],
  '1-0F': ['+', '-'],
  '0-1F': ['-', '+'],
  '0-0F': ['-', '-'],
  '0-0': ['0', '0'],
  '½-0': ['½', '0'],
  '0-½': ['0', '½'],
  bye: ['U', ''],
  half: ['H', ''],
  full: ['F', ''],
  zero: ['Z', ''],
};

/** One side's part of a result; an annulled game has none. */
export function resultOf({ white, result }: Cell, player: number): string {
  if (result === null) return '*';
  const [own, other] = halves[result] ?? ['', ''];
  return player === white ? own : other;
}

const sits = ({ white, black }: Cell, player: number): boolean =>
  white === player || black === player;

/** Against each other, one after the other: "1½". */
export const between = (cells: Cell[], player: number, other: number): string =>
  cells
    .filter(cell => sits(cell, player) && sits(cell, other))
    .map(cell => resultOf(cell, player))
    .join('');

const Grid = ({ players, cells }: Crosstable) => (
  <table class="crosstable grid">
    <caption class="spoken">{say('tour.part.crosstable')}</caption>
    <thead>
      <tr>
        <th scope="col">{say('tour.rank')}</th>
        <th scope="col">{say('tour.player')}</th>
        {players.map(({ player, rank, name }) => (
          <th key={player} scope="col" class="figures" aria-label={name}>
            {rank}
          </th>
        ))}
        <th scope="col">{say('tour.points')}</th>
      </tr>
    </thead>
    <tbody>
      {players.map(({ player, rank, name, points }) => (
        <tr key={player}>
          <td class="figures">{rank}</td>
          <th scope="row">
            <bdi>{name}</bdi>
          </th>
          {players.map(other => (
            <td key={other.player} class={`figures ${other.player === player ? 'self-cell' : ''}`}>
              {other.player === player ? '' : between(cells, player, other.player)}
            </td>
          ))}
          <td class="figures">
            <strong>{sayPoints(points)}</strong>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** "12w1": the rank of the opponent, the colour, the result. */
function lineCell(cells: Cell[], player: number, round: number, ranks: Map<number, number>) {
  const cell = cells.find(each => each.round === round && sits(each, player));
  if (!cell) return '';
  const other = cell.white === player ? cell.black : cell.white;
  if (other === null) return resultOf(cell, player);
  return `${ranks.get(other) ?? ''}${cell.white === player ? '○' : '●'}${resultOf(cell, player)}`;
}

function Lines({ players, cells }: Crosstable) {
  const ranks = new Map(players.map(({ player, rank }) => [player, rank]));
  const last = Math.max(0, ...cells.map(({ round }) => round));
  const rounds = Array.from({ length: last }, (_, i) => i + 1);
  return (
    <table class="crosstable">
      <caption class="spoken">{say('tour.part.crosstable')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('tour.rank')}</th>
          <th scope="col">{say('tour.player')}</th>
          {rounds.map(round => (
            <th key={round} scope="col" class="figures" aria-label={say('tour.round', { n: round })}>
              {round}
            </th>
          ))}
          <th scope="col">{say('tour.points')}</th>
        </tr>
      </thead>
      <tbody>
        {players.map(({ player, rank, name, points }) => (
          <tr key={player}>
            <td class="figures">{rank}</td>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            {rounds.map(round => (
              <td key={round} class="figures notation">
                {lineCell(cells, player, round, ranks)}
              </td>
            ))}
            <td class="figures">
              <strong>{sayPoints(points)}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Match = { place: number; players: number[]; score: Map<number, number>; isOver: boolean };

const pointsIn = (result: string): number => ({ '1': 1, '+': 1, '½': 0.5 })[result] ?? 0;

/** The matches of a round of a knock-out, in the order of the bracket. */
export function matchesOf(cells: Cell[]): Match[] {
  const matches = new Map<number | string, Match>();
  for (const cell of cells) {
    const seats = [cell.white, cell.black].filter(seat => seat !== null);
    const key = cell.match ?? [...seats].sort((a, b) => a - b).join('-');
    const match = matches.get(key) ?? {
      place: cell.match ?? matches.size + 1,
      players: seats,
      score: new Map<number, number>(),
      isOver: true,
    };
    for (const seat of seats)
      match.score.set(seat, (match.score.get(seat) ?? 0) + pointsIn(resultOf(cell, seat)));
    match.isOver &&= cell.result !== null;
    matches.set(key, match);
  }
  return [...matches.values()].sort((a, b) => a.place - b.place);
}

const MatchCard = ({ match, names }: { match: Match; names: Map<number, string> }) => {
  const isAhead = (player: number): boolean =>
    match.players.every(
      other => other === player || (match.score.get(other) ?? 0) < (match.score.get(player) ?? 0),
    );
  return (
    <li class="card match">
      {match.players.map(player => {
        const points = match.score.get(player) ?? 0;
        return (
          <span key={player} class={match.isOver && isAhead(player) ? 'ahead' : ''}>
            <bdi>{names.get(player)}</bdi>{' '}
            <strong class="figures">
              {match.players.length > 1 ? sayPoints(points) : say('tour.bye')}
            </strong>
          </span>
        );
      })}
    </li>
  );
};

function Bracket({ players, cells }: Crosstable) {
  const names = new Map(players.map(({ player, name }: Player) => [player, name]));
  const last = Math.max(0, ...cells.map(({ round }) => round));
  return (
    <ol class="bracket">
      {Array.from({ length: last }, (_, i) => i + 1).map(round => (
        <li key={round}>
          <h3>{say('tour.round', { n: round })}</h3>
          <ol>
            {matchesOf(cells.filter(cell => cell.round === round)).map(match => (
              <MatchCard key={match.place} match={match} names={names} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

type Props = { tournament: string; format: Format; seq: number };

export function CrosstablePart({ tournament, format, seq }: Props) {
  const [table, setTable] = useState<Crosstable | null>(null);
  useEffect(() => {
    let isWanted = true;
    void callApi('GET', `${apiOf(tournament)}/crosstable`, isCrosstable).then(got => {
      if (got.ok && isWanted) setTable(got.value);
    });
    return () => {
      isWanted = false;
    };
  }, [tournament, seq]);
  if (!table) return null;
  if (table.cells.length === 0) return <p class="soft">{say('tour.pairings.none')}</p>;
  if (format === 'knockout') return <Bracket {...table} />;
  return format === 'roundrobin' ? <Grid {...table} /> : <Lines {...table} />;
}
