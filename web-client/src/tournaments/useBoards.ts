/* Live boards: games in progress that this page watches beside what else it shows. */

import { useEffect, useRef, useState } from 'preact/hooks';

import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import { type Game, applyEvent, gameOf } from '../game/game';
import { type GameEvent, type FromServer, parseMessage } from '../net/wire';
import { useHeard } from '../ui/heard';

const isEvent = (message: FromServer): message is GameEvent =>
  'seq' in message && 'game' in message && message.t !== 'game' && message.t !== 'ok';

type Props = { connected: boolean; rules: Rules; dispatch: Dispatch };

/** The server forgets with each connection what was watched. */
export function useBoards(ids: string[], { connected, rules, dispatch }: Props): Map<string, Game> {
  const [games, setGames] = useState<Map<string, Game>>(new Map());
  const wanted = ids.join(' ');
  const watched = useRef<string[]>([]);
  useEffect(() => {
    if (!connected) {
      watched.current = [];
      return;
    }
    const now = wanted === '' ? [] : wanted.split(' ');
    const before = watched.current;
    for (const game of now.filter(id => !before.includes(id)))
      dispatch({ m: 'asked', request: { t: 'watch', game } });
    for (const game of before.filter(id => !now.includes(id)))
      dispatch({ m: 'asked', request: { t: 'unwatch', game } });
    watched.current = now;
  }, [wanted, connected, dispatch]);
  useEffect(
    () => () => {
      for (const game of watched.current)
        dispatch({ m: 'asked', request: { t: 'unwatch', game } });
      watched.current = [];
    },
    [dispatch],
  );
  useHeard(text => {
    const message = watched.current.some(id => text.includes(id)) ? parseMessage(text) : null;
    if (!message || !('game' in message) || typeof message.game !== 'string') return;
    const { game: id } = message;
    if (!watched.current.includes(id)) return;
    const world = { rules, now: performance.now() };
    setGames(before => {
      const old = before.get(id);
      const next =
        message.t === 'game'
          ? gameOf(message, world)
          : old && isEvent(message)
            ? applyEvent(old, message, world)
            : old;
      return next && next !== old ? new Map(before).set(id, next) : before;
    });
  });
  return games;
}
