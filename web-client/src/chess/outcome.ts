/* How a game ended, by its status on the wire. */

import type { Color } from './fen';

type Ended = { status: string; winner?: Color | null | undefined };

export const isOverStatus = (status: string): boolean =>
  status !== 'started' && status !== 'created';

/** "1–0", "0–1", "½–½"; "*" while the game is in progress, and '' for a game without a result. */
export function gameScore({ status, winner }: Ended): string {
  if (!isOverStatus(status)) return '*';
  if (winner) return winner === 'white' ? '1–0' : '0–1';
  return status === 'aborted' || status === 'noStart' ? '' : '½–½';
}
