/* The best games that go on, as small boards that move. */

import '../style/live.css';

import type { Dispatch } from '../app';
import { say } from '../text/later';
import type { LiveGame, Person } from '../wire';
import { InnerLink } from './innerLink';
import { MiniBoard } from './miniBoard';
import { playerName } from './playerBar';

const Line = ({ player }: { player: Person }) => (
  <span class="live-player">
    <strong>{playerName(player)}</strong> <span class="soft figures">{player.rating}</span>
  </span>
);

export function LivePage({ games, dispatch }: { games: LiveGame[]; dispatch: Dispatch }) {
  return (
    <main class="live">
      <h1>{say('live.title')}</h1>
      {games.length === 0 && <p class="soft">{say('live.none')}</p>}
      <ul>
        {games.map(({ game, white, black, fen, last, watchers }) => (
          <li key={game}>
            <InnerLink path={`/${game}`} class="card" dispatch={dispatch}>
              <Line player={black} />
              <MiniBoard fen={fen} last={last ?? ''} />
              <Line player={white} />
              {watchers > 0 && <span class="soft figures">{say('watchers', { n: watchers })}</span>}
            </InnerLink>
          </li>
        ))}
      </ul>
    </main>
  );
}
