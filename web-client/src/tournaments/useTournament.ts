/* Follows a tournament while its page is shown: fetched once, then kept up to date by the WebSocket. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import { base } from '../base';
import type { Dispatch } from '../dispatch';
import { type Refused, callApi } from '../net/api';
import { isRound, isStandings, isTournament, parseTournamentMessage } from '../net/tournaments';
import { useHeard } from '../ui/heard';
import {
  type View,
  areRowsUnsure,
  isRoundUnsure,
  isTournamentUnsure,
  rowsMost,
  withChat,
  withSnapshot,
  withTournament,
  withUpdate,
} from './view';

export const apiOf = (id: string): string => `/api/v1/tournaments/${id}`;

/** The address of something to be downloaded. */
export const fileOf = (id: string, name: string): string => `${base}${apiOf(id)}/${name}`;

/** So many ms are let pass after a change before the tournament is fetched again, so that many changes at once
 * cost one request. */
const gathers = 150;

type Followed = {
  view: View | null;
  failed: Refused | null;
  /** Fetches it again, after the player or the organiser did something. */
  refresh: () => void;
};

type Props = { id: string; connected: boolean; you: string | undefined; dispatch: Dispatch };

export function useTournament({ id, connected, you, dispatch }: Props): Followed {
  const [view, setView] = useState<View | null>(null);
  const [failed, setFailed] = useState<Refused | null>(null);
  const timers = useRef<{ whole?: ReturnType<typeof setTimeout> }>({});
  const newest = useRef<View | null>(null);
  newest.current = view;

  const fetchRound = useCallback(
    (n: number) =>
      void callApi('GET', `${apiOf(id)}/rounds/${n}`, isRound).then(
        got => got.ok && setView(before => before && { ...before, round: got.value }),
      ),
    [id],
  );
  const fetchRows = useCallback(
    () =>
      void callApi('GET', `${apiOf(id)}/standings?from=1&nb=${rowsMost}`, isStandings).then(
        got => got.ok &&
          setView(before => before && { ...before, rows: got.value.rows, total: got.value.total }),
      ),
    [id],
  );
  const fetchWhole = useCallback(
    () =>
      void callApi('GET', apiOf(id), isTournament).then(got => {
        setFailed(got.ok ? null : got);
        if (got.ok) setView(before => withTournament(before, got.value, performance.now()));
      }),
    [id],
  );
  const refresh = useCallback(() => {
    clearTimeout(timers.current.whole);
    timers.current.whole = setTimeout(fetchWhole, gathers);
  }, [fetchWhole]);

  useEffect(() => {
    fetchWhole();
    const { current } = timers;
    return () => clearTimeout(current.whole);
  }, [fetchWhole, you]);
  useEffect(() => {
    if (!connected || you === undefined) return;
    dispatch({ m: 'asked', request: { t: 'tournament_watch', tournament: id } });
    return () => dispatch({ m: 'asked', request: { t: 'tournament_unwatch', tournament: id } });
  }, [id, connected, you, dispatch]);

  useHeard(text => {
    const message = text.includes('"tournament') ? parseTournamentMessage(text) : null;
    if (message?.t === 'tournament' && message.tournament.id === id)
      setView(withSnapshot(message, performance.now()));
    if (message?.t === 'tournament_chat' && message.tournament === id)
      setView(before => before && withChat(before, message));
    if (message?.t !== 'tournament_update' || message.tournament !== id) return;
    const before = newest.current;
    if (!before) return;
    if (isRoundUnsure(before, message)) fetchRound(message.round);
    if (areRowsUnsure(before, message)) fetchRows();
    if (isTournamentUnsure(before, message)) refresh();
    setView(known => known && withUpdate(known, message));
  });

  return { view, failed, refresh };
}
