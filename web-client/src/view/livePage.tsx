/* All of the best games that go on. */

import '../style/live.css';

import type { Dispatch } from '../app';
import { say } from '../text/later';
import type { LiveGame } from '../wire';
import { LiveBoards } from './liveBoards';

export const LivePage = ({ games, dispatch }: { games: LiveGame[]; dispatch: Dispatch }) => (
  <main class="live">
    <h1>{say('live.title')}</h1>
    {games.length === 0 && <p class="soft">{say('live.none')}</p>}
    <LiveBoards games={games} dispatch={dispatch} />
  </main>
);
