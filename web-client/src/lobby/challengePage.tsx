/* What a friend's link opens: the terms of the game, and a button to begin. */

import '../ui/side.css';
import './waiting.css';

import { MiniBoard } from '../board/miniBoard';
import { pieceImage } from '../board/pieceImage';
import { opposite } from '../chess/fen';
import type { Dispatch } from '../dispatch';
import { controlText, speedOf } from '../game/clock';
import { oddsFromText, ownOddsText } from '../game/oddsText';
import type { Challenge, Side } from '../net/wire';
import { say } from '../text/later';

type Props = { challenge: Challenge; you: string | undefined; dispatch: Dispatch };

const mySide = (side: Side): Side => (side === 'random' ? side : opposite(side));

export function ChallengePage({ challenge, you, dispatch }: Props) {
  const { clock, color, variant, fen, from } = challenge;
  const isMine = from.id === you;
  const side = mySide(color);
  return (
    <main class="lobby">
      <section class="waiting card">
        <div class={`side cg-wrap side-${side}`} aria-hidden="true">
          {side !== 'black' && pieceImage('white', 'king')}
          {side !== 'white' && pieceImage('black', 'king')}
        </div>
        <h1>{say(isMine ? 'challenge.mine' : 'challenge.from', { name: from.name })}</h1>
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
        {isMine ? (
          <p class="soft">{say('challenge.mine.hint')}</p>
        ) : (
          <button class="primary large" onClick={() => dispatch({ m: 'inviteAccepted' })}>
            {say('challenge.accept')}
          </button>
        )}
      </section>
    </main>
  );
}
