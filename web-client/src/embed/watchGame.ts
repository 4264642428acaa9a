/* A game in progress, read from the server's stream of events: an embedded page has no player,
 * no cookie and no WebSocket. */

import { base } from '../base';
import type { Rules } from '../chess/rules';
import { type Game, applyEvent, gameOf, isOver } from '../game/game';
import { type FromServer, type GameEvent, parseMessage } from '../net/wire';

export type Watched = {
  game: Game | null;
  /** Why no more updates come. */
  trouble: 'lost' | 'missing' | 'garbled' | null;
};

/** The browser connects again by itself unless it was refused. */
const askAgainAfter = 10_000;
const answersWithin = 5000;

const isEvent = (message: FromServer): message is GameEvent =>
  'seq' in message && message.t !== 'game' && message.t !== 'ok';

async function isMissing(id: string): Promise<boolean> {
  const signal = AbortSignal.timeout(answersWithin);
  const { status } = await fetch(`${base}/api/game/${id}.pgn`, { method: 'HEAD', signal });
  return status === 404;
}

export function watchGame(id: string, rules: Rules, tell: (watched: Watched) => void): void {
  let game: Game | null = null;

  const take = (message: FromServer | null): boolean => {
    const world = { rules, now: performance.now() };
    if (message?.t === 'game') game = gameOf(message, world);
    else if (game && message && isEvent(message)) game = applyEvent(game, message, world);
    else return true;
    if (game) tell({ game, trouble: null });
    return game !== null;
  };

  function open(): void {
    const source = new EventSource(`${base}/api/game/${id}/events`);
    source.addEventListener('message', ({ data }) => {
      const isSound = take(parseMessage(data));
      if (isSound && !(game && isOver(game))) return;
      source.close();
      if (!isSound) tell({ game: null, trouble: 'garbled' });
    });
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) void again();
      else tell({ game, trouble: 'lost' });
    });
  }

  async function again(): Promise<void> {
    if (await isMissing(id).catch(() => false)) return tell({ game: null, trouble: 'missing' });
    tell({ game, trouble: 'lost' });
    setTimeout(open, askAgainAfter * (1 + Math.random()));
  }

  open();
}
