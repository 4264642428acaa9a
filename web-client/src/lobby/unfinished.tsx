/* The player's games in progress, as mini boards; those in which it is the player's turn come first. */

import { useLayoutEffect, useRef } from 'preact/hooks';

import { MiniBoard } from '../board/miniBoard';
import { opposite } from '../chess/fen';
import type { Dispatch } from '../dispatch';
import { clockText, controlText } from '../game/clock';
import { type Game, lastStep, seatOf, toMove } from '../game/game';
import { playerName } from '../game/player';
import { storeGamesHeight } from '../settings/storage';
import { say } from '../text/later';
import { InnerLink } from '../ui/innerLink';

type Props = { playing: string[]; otherGames: Game[]; you: string | undefined; dispatch: Dispatch };

type SeatProps = { game: Game; you: string | undefined; dispatch: Dispatch };

function OtherGame({ game, you, dispatch }: SeatProps) {
  const seat = seatOf(game, you) ?? 'white';
  const name = playerName(game.players[opposite(seat)]);
  const isTurn = toMove(game) === seat;
  const { fen, uci } = lastStep(game);
  return (
    <InnerLink
      to={{ page: 'game', game: game.id }}
      class={`card small-game ${isTurn ? 'turn' : ''}`}
      dispatch={dispatch}
    >
      <MiniBoard fen={fen} last={uci} side={seat} />
      <span class="about">
        <strong class="name">{name}</strong>
        <span class="turn-words">{say(isTurn ? 'lobby.turn.yours' : 'lobby.turn.theirs')}</span>
        <span class="soft figures">
          {game.clock ? clockText(game.clock[seat]) : controlText(null)}
        </span>
      </span>
    </InnerLink>
  );
}

/** To what is below it, in px; as in lobby.css. */
const gap = 20;

export function Unfinished({ playing, otherGames, you, dispatch }: Props) {
  const isTurn = (game: Game): boolean => toMove(game) === seatOf(game, you);
  const known = [...otherGames].sort((one, other) => Number(isTurn(other)) - Number(isTurn(one)));
  const place = useRef<HTMLElement>(null);
  const unknown = playing.filter(id => !otherGames.some(game => game.id === id));
  useLayoutEffect(() => {
    if (unknown.length === 0) storeGamesHeight((place.current?.offsetHeight ?? 0) + gap);
  });
  return (
    <section ref={place} class="unfinished" aria-label={say('lobby.unfinished')}>
      <h2>{say('lobby.unfinished')}</h2>
      <ul class="small-games">
        {known.map(game => (
          <li key={game.id}>
            <OtherGame game={game} you={you} dispatch={dispatch} />
          </li>
        ))}
        {unknown.map(game => (
          <li key={game}>
            <InnerLink to={{ page: 'game', game }} class="button" dispatch={dispatch}>
              {say('lobby.continue', { game })}
            </InnerLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
