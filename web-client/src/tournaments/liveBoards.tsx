/* Small boards of games in progress, with names and clocks. */

import './liveBoards.css';

import { MiniBoard } from '../board/miniBoard';
import type { Color } from '../chess/fen';
import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import { ClockFace } from '../game/clockFace';
import { type Game, isOver, lastStep } from '../game/game';
import type { Board, Seat } from '../net/tournaments';
import { say } from '../text/tournaments';
import { InnerLink } from '../ui/innerLink';
import { useBoards } from './useBoards';

const LiveSeat = ({ seat, game, side }: { seat: Seat | null; game: Game; side: Color }) => (
  <span class="live-seat">
    <strong>
      <bdi>{seat?.name}</bdi>
    </strong>
    {game.clock && (
      <ClockFace
        clock={game.clock}
        axis={game.axis}
        side={side}
        stopped={isOver(game) || game.steps.length < 2}
        stoppedAt={null}
        tenths="low"
        onLow={undefined}
      />
    )}
  </span>
);

type ListProps = {
  boards: Board[];
  games: Map<string, Game>;
  /** Those that wait for the player's move are marked. */
  isWaiting?: (board: Board) => boolean;
  dispatch: Dispatch;
};

/** Each leads to its game. */
export function BoardList({ boards, games, isWaiting, dispatch }: ListProps) {
  return (
    <ul class="live-boards">
      {boards.map(each => {
        const { board, table, game: id, white, black } = each;
        const game = games.get(id ?? '');
        const waits = isWaiting?.(each) === true;
        return (
          <li key={board} class={waits ? 'live-board waiting' : 'live-board'}>
            {game && (
              <InnerLink to={{ page: 'game', game: game.id }} dispatch={dispatch}>
                <span class="figures soft">
                  {say('tour.board', { n: table })}
                  {waits && <strong> · {say('title.turn')}</strong>}
                </span>
                <LiveSeat seat={black} game={game} side="black" />
                <MiniBoard fen={lastStep(game).fen} last={lastStep(game).uci} side="white" />
                <LiveSeat seat={white} game={game} side="white" />
              </InnerLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type Props = { boards: Board[]; connected: boolean; rules: Rules; dispatch: Dispatch };

export function LiveBoards({ boards, connected, rules, dispatch }: Props) {
  const games = useBoards(
    boards.map(({ game }) => game ?? ''),
    { connected, rules, dispatch },
  );
  return <BoardList boards={boards} games={games} dispatch={dispatch} />;
}
