/* Of a game that is over: what its moves took, as far as the page did not see it itself. */

import { useEffect } from 'preact/hooks';

import type { Dispatch } from '../app';
import type { Game } from '../game';
import { fetchTimes, knowsMore } from '../moveTimes';

export function useTimes(game: Game | undefined, dispatch: Dispatch): void {
  const isAsked = game !== undefined && knowsMore(game);
  useEffect(() => {
    if (!isAsked) return;
    void fetchTimes(game).then(times => {
      if (times) dispatch({ m: 'timed', game: game.id, times });
    });
  }, [isAsked]);
}
