/* A simul: who has applied and is accepted; then all its boards. Its host goes on from here to the board that waits. */

import '../ui/switch.css';

import { useEffect, useState } from 'preact/hooks';

import type { Color } from '../chess/fen';
import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import { isOver, toMove } from '../game/game';
import { type Board, type Player, type Tournament } from '../net/tournaments';
import { say, sayPoints } from '../text/tournaments';
import { BoardList } from './liveBoards';
import { PlayerName } from './facts';
import { BoardsTable } from './pairings';
import { goesOn, hostBoard, nextBoard, setGoesOn } from './simulHost';
import { ActDialog, type Acts, useActs } from './useActs';
import { useBoards } from './useBoards';
import { usePlayers } from './usePlayers';
import { type View, isHostOf } from './view';
import { liveBoards } from './wallPages';

type Props = {
  view: View;
  refresh: () => void;
  connected: boolean;
  rules: Rules;
  dispatch: Dispatch;
};

/** As many boards as are shown live. */
const liveMost = 50;

const noBoards: Board[] = [];

const colorOf = (board: Board, player: number): Color =>
  board.white?.player === player ? 'white' : 'black';

/* Before the start. */

type ApplicantsProps = { players: Player[]; may: Set<string>; acts: Acts; dispatch: Dispatch };

const Applicant = ({ player, may, acts, dispatch }: { player: Player } & Omit<ApplicantsProps, 'players'>) => (
  <li>
    <PlayerName user={player.user} name={player.name} rating={player.rating} dispatch={dispatch} />
    {may.has('accept') ? (
      <button
        class={player.accepted ? '' : 'primary'}
        onClick={() =>
          acts.act(player.accepted ? 'decline' : 'accept', { player: String(player.player) })
        }
      >
        {say(player.accepted ? 'tour.act.decline' : 'tour.act.accept')}
      </button>
    ) : (
      <span class="soft">
        {say(player.accepted ? 'tour.simul.isAccepted' : 'tour.simul.hasApplied')}
      </span>
    )}
  </li>
);

function Applicants({ players, may, acts, dispatch }: ApplicantsProps) {
  const props = { may, acts, dispatch };
  const waiting = players.filter(({ accepted }) => !accepted);
  const accepted = players.filter(each => each.accepted);
  const isEmpty = players.length === 0;
  const titles = { accepted: say('tour.simul.taken'), waiting: say('tour.simul.waiting') };
  return (
    <>
      {(['accepted', 'waiting'] as const).map(which => {
        const list = which === 'accepted' ? accepted : waiting;
        return (
          list.length > 0 && (
            <section key={which} class="card" aria-label={titles[which]}>
              <h3>
                {titles[which]} <span class="soft figures">{list.length}</span>
              </h3>
              <ul class="desk-list">
                {list.map(player => (
                  <Applicant key={player.player} player={player} {...props} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {isEmpty && <p class="soft">{say('tour.simul.none')}</p>}
      <div class="row">
        {may.has('accept') && waiting.length > 1 && (
          <button onClick={() => acts.act('accept')}>{say('tour.simul.acceptAll')}</button>
        )}
        {may.has('start') && accepted.length > 0 && (
          <button class="primary" onClick={() => acts.act('start')}>
            {say('tour.act.start')}
          </button>
        )}
      </div>
    </>
  );
}

/* The games. */

const Score = ({ tournament: { host, organiser } }: { tournament: Tournament }) =>
  host ? (
    <p class="figures" role="status">
      {say('tour.simul.score', { ...host, name: organiser?.name ?? '' })}{' '}
      <strong>
        {sayPoints(host.wins + host.draws / 2)} – {sayPoints(host.losses + host.draws / 2)}
      </strong>
    </p>
  ) : null;

/** What leads the host from board to board. */
function HostTools({ dispatch }: { dispatch: Dispatch }) {
  const [isOn, setOn] = useState(goesOn);
  const next = nextBoard();
  return (
    <div class="row">
      <button
        class="primary"
        disabled={next === null}
        onClick={() => next && dispatch({ m: 'navigated', to: { page: 'game', game: next } })}
      >
        {say('tour.simul.next')}
      </button>
      <label class="switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={() => {
            setGoesOn(!isOn);
            setOn(!isOn);
          }}
        />
        {say('tour.simul.goesOn')}
      </label>
    </div>
  );
}

function Boards({ view, connected, rules, dispatch }: Omit<Props, 'refresh'>) {
  const { tournament, round } = view;
  const boards = round?.boards ?? noBoards;
  const own = tournament.me?.player?.player ?? 0;
  const isHost = isHostOf(tournament);
  const live = liveBoards(boards, liveMost);
  const games = useBoards(
    live.map(({ game }) => game ?? ''),
    { connected, rules, dispatch },
  );
  useEffect(() => {
    for (const board of isHost ? liveBoards(boards, boards.length) : [])
      if (board.game) hostBoard(board.game, colorOf(board, own), dispatch);
  }, [isHost, boards, own, dispatch]);
  const waits = (board: Board): boolean => {
    const game = games.get(board.game ?? '');
    return isHost && game !== undefined && !isOver(game) && toMove(game) === colorOf(board, own);
  };
  return (
    <>
      <Score tournament={tournament} />
      {isHost && tournament.status === 'started' && <HostTools dispatch={dispatch} />}
      <div class="no-print">
        <BoardList boards={live} games={games} isWaiting={waits} dispatch={dispatch} />
      </div>
      <BoardsTable boards={boards} own={isHost ? undefined : own} dispatch={dispatch} />
    </>
  );
}

export function Simul({ view, refresh, connected, rules, dispatch }: Props) {
  const { id, seq, status, me, host } = view.tournament;
  const [players, again] = usePlayers(id, seq);
  const acts = useActs(id, seq, () => {
    refresh();
    again();
  });
  const applicants = players.filter(
    each => each.status === 'active' && each.player !== host?.player,
  );
  return (
    <>
      {acts.fault && <p role="alert">{acts.fault}</p>}
      {status === 'created' ? (
        <Applicants
          players={applicants}
          may={new Set(me?.may ?? [])}
          acts={acts}
          dispatch={dispatch}
        />
      ) : (
        <Boards view={view} connected={connected} rules={rules} dispatch={dispatch} />
      )}
      <ActDialog acts={acts} />
    </>
  );
}
