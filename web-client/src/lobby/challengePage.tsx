/* What a friend's link opens: the terms of the game, and a button to begin. */

import '../ui/side.css';
import './waiting.css';

import { MiniBoard } from '../board/miniBoard';
import { pieceImage } from '../board/pieceImage';
import { type Color, opposite } from '../chess/fen';
import type { Dispatch } from '../dispatch';
import { controlText, speedOf } from '../game/clock';
import { oddsFromText, ownOddsText } from '../game/oddsText';
import type { Challenge, Side } from '../net/wire';
import { say } from '../text/later';

type Props = { challenge: Challenge; you: string | undefined; dispatch: Dispatch };

/** The side that the link is for. */
const linkColor = (): Color | undefined =>
  /[?&]color=(white|black)\b/.exec(location.search)?.[1] as Color | undefined;


const mySide = (side: Side): Side => (side === 'random' ? side : opposite(side));

/** The side that a player of a game arranged for two has, as far as it is decided. */
function openSide({ color, players, joined = [] }: Challenge, you: string | undefined): Side {
  if (players) return players[0]?.id === you ? 'white' : players[1]?.id === you ? 'black' : 'random';
  return joined.length === 0 || joined[0]?.id === you ? color : mySide(color);
}

export function ChallengePage({ challenge, you, dispatch }: Props) {
  const color = linkColor();
  const { clock, variant, fen, from, open, joined = [], players } = challenge;
  const isMine = !open && from.id === you;
  const hasJoined = joined.some(({ id }) => id === you);
  const mayJoin = !players || players.some(({ id }) => id === you);
  const own = open ? openSide(challenge, you) : mySide(challenge.color);
  const side = open && !hasJoined && own === 'random' ? (color ?? own) : own;
  return (
    <main class="lobby">
      <section class="waiting card">
        <div class={`side cg-wrap side-${side}`} aria-hidden="true">
          {side !== 'black' && pieceImage('white', 'king')}
          {side !== 'white' && pieceImage('black', 'king')}
        </div>
        <h1>
          {challenge.title ||
            (open && players
              ? say('challenge.between', {
                  white: players[0]?.name ?? '',
                  black: players[1]?.name ?? '',
                })
              : say(open ? 'challenge.open' : isMine ? 'challenge.mine' : 'challenge.from', {
                  name: from.name,
                }))}
        </h1>
        <p>
          <strong class="figures">{controlText(clock)}</strong> {say(`speed.${speedOf(clock)}`)}
          {variant !== 'standard' && ` · ${say(`variant.${variant}`)}`}
          {' · '}
          {say(`challenge.side.${side}`)}
        </p>
        {clock?.odds && (
          <p class="soft">{isMine ? ownOddsText(clock) : oddsFromText(clock, from.name)}</p>
        )}
        {fen && (
          <div class="invite-board">
            <MiniBoard fen={fen} last="" side={side === 'black' ? 'black' : 'white'} />
          </div>
        )}
        {isMine || hasJoined || !mayJoin ? (
          <p class="soft">
            {say(
              isMine
                ? 'challenge.mine.hint'
                : hasJoined
                  ? 'challenge.joined'
                  : 'challenge.others',
            )}
          </p>
        ) : (
          <button class="primary large" onClick={() => dispatch({ m: 'inviteAccepted', color })}>
            {say('challenge.accept')}
          </button>
        )}
      </section>
    </main>
  );
}
