/* Who meets whom in a round, by board or by name; any round can be looked at. */

import { useEffect, useState } from 'preact/hooks';

import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import { callApi } from '../net/api';
import { type Board, type Round, type Seat, isRound } from '../net/tournaments';
import { languageInUse } from '../text';
import { hasText, say, sayKey, sayPoints } from '../text/tournaments';
import { Choice } from '../ui/choice';
import { InnerLink } from '../ui/innerLink';
import { PlayerName } from './facts';
import { LiveBoards } from './liveBoards';
import { apiOf } from './useTournament';
import { Matches, type TableProps } from './teamStandings';
import { boardsOfMatch, liveBoards } from './wallPages';

/** A result as it is written between the players: "1–0", "forfeit 1–0", "bye". */
export function resultWords({ result, state, black }: Board): string {
  if (result === null) return state === 'playing' ? '*' : black === null ? say('tour.bye') : '–';
  const key = `tour.result.${result}`;
  return hasText(key) ? sayKey(key) : result.replace('-', '–');
}

const Player = ({ seat, dispatch }: { seat: Seat | null; dispatch: Dispatch }) =>
  seat === null ? (
    <span class="soft">{say('tour.bye')}</span>
  ) : (
    <>
      <PlayerName user={seat.user} name={seat.name} rating={seat.rating} dispatch={dispatch} />{' '}
      <span class="soft figures">({sayPoints(seat.points)})</span>
      {seat.berserk && (
        <span class="berserk" role="img" aria-label={say('tour.berserk.did')}>
          ⚡
        </span>
      )}
    </>
  );

const Result = ({ board, dispatch }: { board: Board; dispatch: Dispatch }) => {
  const words = resultWords(board);
  return board.game === null ? (
    <strong class="figures">{words}</strong>
  ) : (
    <InnerLink
      to={{ page: 'game', game: board.game }}
      class="button figures"
      dispatch={dispatch}
    >
      <span class="spoken">{say('tour.board', { n: board.table })} </span>
      {words === '*' ? say('tour.watch') : words}
    </InnerLink>
  );
};

export const BoardsTable = ({ boards, own, dispatch }: TableProps) => (
  <table class="pairings">
    <caption class="spoken">{say('tour.part.pairings')}</caption>
    <thead>
      <tr>
        <th scope="col">
          <span class="long">{say('tour.table')}</span>
          <span class="short" aria-hidden="true">
            #
          </span>
        </th>
        <th scope="col">{say('side.white')}</th>
        <th scope="col" class="middle">
          {say('tour.result')}
        </th>
        <th scope="col">{say('side.black')}</th>
      </tr>
    </thead>
    <tbody>
      {boards.map(board => (
        <tr
          key={board.board}
          class={[board.white?.player, board.black?.player].includes(own) ? 'own' : ''}
        >
          <th scope="row" class="figures">
            {board.table}
            {board.tiebreak && <span class="soft"> {say('tour.tiebreakGame')}</span>}
          </th>
          <td>
            <Player seat={board.white} dispatch={dispatch} />
          </td>
          <td class="middle">
            <Result board={board} dispatch={dispatch} />
          </td>
          <td>
            <Player seat={board.black} dispatch={dispatch} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

export type Place = { seat: Seat; table: string; color: 'white' | 'black' | null; other: string };

/** Every player of the round with the table to go to, by name. Tables of team matches are "2.3": match 2, board 3. */
export function placesByName({ matches = [], boards }: Pick<Round, 'matches' | 'boards'>): Place[] {
  const { compare } = new Intl.Collator(languageInUse().locale);
  const tables =
    matches.length > 0
      ? matches.flatMap(match =>
          boardsOfMatch(boards, match).map(board => [board, `${match.match}.${board.table}`] as const),
        )
      : boards.map(board => [board, `${board.table}`] as const);
  return tables
    .flatMap(([{ white, black }, table]): Place[] => [
      ...(white
        ? [{ seat: white, table, color: black && ('white' as const), other: black?.name ?? '' }]
        : []),
      ...(black ? [{ seat: black, table, color: 'black' as const, other: white?.name ?? '' }] : []),
    ])
    .sort((a, b) => compare(a.seat.name, b.seat.name));
}

type RoundProps = Omit<TableProps, 'boards'> & { round: Round };

const ByBoard = ({ round, own, dispatch }: RoundProps) =>
  (round.matches?.length ?? 0) > 0 ? (
    <Matches round={round} own={own} dispatch={dispatch} Boards={BoardsTable} />
  ) : (
    <BoardsTable boards={round.boards} own={own} dispatch={dispatch} />
  );

const NamesTable = ({ round, own, dispatch }: RoundProps) => (
  <table class="pairings">
    <caption class="spoken">{say('tour.part.pairings')}</caption>
    <thead>
      <tr>
        <th scope="col">{say('tour.player')}</th>
        <th scope="col">{say('tour.table')}</th>
        <th scope="col">{say('tour.color')}</th>
        <th scope="col">{say('tour.opponent')}</th>
      </tr>
    </thead>
    <tbody>
      {placesByName(round).map(({ seat, table, color, other }) => (
        <tr key={seat.player} class={seat.player === own ? 'own' : ''}>
          <th scope="row">
            <Player seat={seat} dispatch={dispatch} />
          </th>
          <td class="figures">{color === null ? '–' : table}</td>
          <td>{color === null ? say('tour.bye') : say(`side.${color}`)}</td>
          <td>
            <bdi>{other}</bdi>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

type Order = 'board' | 'name';

/** The boards of another round than the one that goes on. */
function useRound(tournament: string, now: Round | null, wanted: number): Round | null {
  const [other, setOther] = useState<Round | null>(null);
  const isNow = now?.round === wanted;
  useEffect(() => {
    if (isNow) return;
    let isWanted = true;
    void callApi('GET', `${apiOf(tournament)}/rounds/${wanted}`, isRound).then(got => {
      if (got.ok && isWanted) setOther(got.value);
    });
    return () => {
      isWanted = false;
    };
  }, [tournament, isNow, wanted]);
  if (isNow) return now;
  return other?.round === wanted ? other : null;
}

type Props = {
  tournament: string;
  round: Round | null;
  own: number | undefined;
  connected: boolean;
  rules: Rules;
  dispatch: Dispatch;
};

const liveMost = 6;

export function Pairings({ tournament, round: now, own, connected, rules, dispatch }: Props) {
  const [chosen, choose] = useState<number | null>(null);
  const [order, setOrder] = useState<Order>('board');
  const newest = now?.round ?? 0;
  const wanted = chosen ?? newest;
  const round = useRound(tournament, now, wanted);
  if (!now) return <p class="soft">{say('tour.pairings.none')}</p>;
  const rounds = Array.from({ length: newest }, (_, i) => i + 1);
  return (
    <>
      <div class="row tools no-print">
        {newest > 0 && (
          <label>
            <span class="spoken">{say('tour.round.choose')}</span>
            <select
              value={wanted}
              onChange={event => {
                const n = Number(event.currentTarget.value);
                choose(n === newest ? null : n);
              }}
            >
              {rounds.map(n => (
                <option key={n} value={n}>
                  {say('tour.round', { n })}
                </option>
              ))}
            </select>
          </label>
        )}
        {newest > 0 && (
          <Choice
            name="order"
            legend={say('tour.order')}
            value={order}
            options={[
              { value: 'board', label: say('tour.order.board') },
              { value: 'name', label: say('tour.order.name') },
            ]}
            onChange={setOrder}
          />
        )}
      </div>
      {round === now && (
        <div class="no-print">
          <LiveBoards
            boards={liveBoards(now.boards, liveMost)}
            connected={connected}
            rules={rules}
            dispatch={dispatch}
          />
        </div>
      )}
      <h2 class="print-only">{newest > 0 ? say('tour.round', { n: wanted }) : ''}</h2>
      {round && order === 'name' && <NamesTable round={round} own={own} dispatch={dispatch} />}
      {round && order === 'board' && <ByBoard round={round} own={own} dispatch={dispatch} />}
    </>
  );
}
