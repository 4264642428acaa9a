/* The players of a tournament, for those who decide about them. */

import { useCallback, useEffect, useState } from 'preact/hooks';

import { callApi } from '../net/api';
import { type Player, isPlayers } from '../net/tournaments';
import { apiOf } from './useTournament';

/** All of them, fetched again after each act and each change. */
export function usePlayers(tournament: string, seq: number): [Player[], again: () => void] {
  const [players, setPlayers] = useState<Player[]>([]);
  const again = useCallback(
    () =>
      void callApi('GET', `${apiOf(tournament)}/players`, isPlayers).then(
        got => got.ok && setPlayers(Array.isArray(got.value) ? got.value : got.value.players),
      ),
    [tournament],
  );
  useEffect(again, [again, seq]);
  return [players, again];
}
