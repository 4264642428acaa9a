/* The best games in progress, as live mini boards: a few in the lobby, all on a page of their
 * own. */

import './live.css';

import { useEffect } from 'preact/hooks';

import { MiniBoard } from '../board/miniBoard';
import type { Dispatch } from '../dispatch';
import { playerName } from '../game/player';
import { ratingText } from '../net/rating';
import type { LiveGame, Person } from '../net/wire';
import { say } from '../text/later';
import { InnerLink } from '../ui/innerLink';

const LivePlayer = ({ player }: { player: Person }) => (
  <span class="name">
    <strong>{playerName(player)}</strong>{' '}
    <span class="soft figures">{ratingText(player.rating, player.provisional)}</span>
  </span>
);

type Props = { games: LiveGame[]; dispatch: Dispatch };

export function LiveBoards({ games, dispatch }: Props) {
  useEffect(() => {
    dispatch({ m: 'liveShown', on: true });
    return () => dispatch({ m: 'liveShown', on: false });
  }, [dispatch]);
  return (
    <ul class="small-games">
      {games.map(({ game, white, black, fen, last, watchers }) => (
        <li key={game}>
          <InnerLink to={{ page: 'game', game }} class="card small-game" dispatch={dispatch}>
            <LivePlayer player={black} />
            <MiniBoard fen={fen} last={last ?? ''} side="white" />
            <LivePlayer player={white} />
            {watchers > 0 && <span class="soft figures">{say('watchers', { n: watchers })}</span>}
          </InnerLink>
        </li>
      ))}
    </ul>
  );
}

const shownMost = 4;

/** In the lobby, if there is room for them and something to see. */
export const LiveStrip = ({ games, dispatch }: Props) => (
  <section class="card live-strip" hidden={games.length === 0} aria-label={say('live.title')}>
    <h2>{say('live.title')}</h2>
    <LiveBoards games={games.slice(0, shownMost)} dispatch={dispatch} />
  </section>
);

/* All of them. */

export const LivePage = ({ games, dispatch }: { games: LiveGame[]; dispatch: Dispatch }) => (
  <main class="live">
    <h1>{say('live.title')}</h1>
    {games.length === 0 && <p class="soft">{say('live.none')}</p>}
    <LiveBoards games={games} dispatch={dispatch} />
  </main>
);
