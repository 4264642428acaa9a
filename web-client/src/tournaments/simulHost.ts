/* The host of a simul goes from board to board: after each of their moves to the board that has waited longest for the next
 * one. What is known of the boards is heard from the server, wherever on the site the host is. */

import type { Color } from '../chess/fen';
import { isOverStatus } from '../chess/outcome';
import type { Dispatch } from '../dispatch';
import { type FromServer, parseMessage } from '../net/wire';
import { printRoute } from '../route';

type Own = {
  color: Color;
  ply: number;
  /** The instant of the page since when the position stands. */
  since: number;
};

const boards = new Map<string, Own>();
const stayKey = 'castled.simul.stay';

/** Whether the host wants to be led on; where the browser keeps nothing, they are. */
export function goesOn(): boolean {
  try {
    return localStorage.getItem(stayKey) === null;
  } catch {
    return true;
  }
}

export function setGoesOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(stayKey);
    else localStorage.setItem(stayKey, 'yes');
  } catch {
    // Then it is asked again.
  }
}

const isTurn = ({ color, ply }: Own): boolean => (ply % 2 === 0) === (color === 'white');

/** The board that has waited longest; null when it is nowhere the host's turn. */
export function nextBoard(): string | null {
  const waiting = [...boards].filter(([, own]) => isTurn(own));
  return waiting.sort(([, a], [, b]) => a.since - b.since)[0]?.[0] ?? null;
}

export const isShown = (game: string): boolean =>
  location.pathname === printRoute({ page: 'game', game });

/** What a message changes; true when it is the host's own move. */
function take(id: string, own: Own, message: FromServer): boolean {
  const ply =
    message.t === 'game' ? message.moves.length : message.t === 'move' ? message.ply : own.ply;
  if (message.t === 'end' || (message.t === 'game' && isOverStatus(message.status)))
    boards.delete(id);
  else if (ply !== own.ply) boards.set(id, { ...own, ply, since: performance.now() });
  return message.t === 'move' && !isTurn({ ...own, ply });
}

function hear(text: string, dispatch: Dispatch): void {
  const [id, own] = [...boards].find(([game]) => text.includes(game)) ?? [];
  const message = id && own ? parseMessage(text) : null;
  if (!id || !own || !message || !('game' in message) || message.game !== id) return;
  const isMove = take(id, own, message);
  const next = nextBoard();
  // Behind what else this message changes.
  if (isMove && next !== null && goesOn() && isShown(id))
    setTimeout(() => dispatch({ m: 'navigated', to: { page: 'game', game: next } }));
}

/** A game of a simul that the player gives. */
export function hostBoard(game: string, color: Color, dispatch: Dispatch): void {
  if (boards.size === 0)
    addEventListener('castled', event => hear(String((event as CustomEvent).detail), dispatch));
  if (!boards.has(game)) boards.set(game, { color, ply: 0, since: performance.now() });
}
