/* Which sound to play when something has changed on the board. Pure; the sounds are in synth.ts. */

import { type Game, isOver, lastStep } from './game';
import { type Table, newestPly } from './table';

export type Sound = 'move' | 'capture' | 'check' | 'start' | 'end' | 'low' | 'notice';

const newestSan = (table: Table): string => table.pending?.step.san ?? lastStep(table.game).san;

const moveSound = (san: string): Sound =>
  /[+#]/.test(san) ? 'check' : san.includes('x') ? 'capture' : 'move';

const offersTo = (game: Game, seat: 'white' | 'black' | null): number =>
  seat ? Object.keys(game.offers[seat === 'white' ? 'black' : 'white']).length : 0;

/** One sound at a time, the most important: mate sounds as the end, not as a check. */
export function soundOf(old: Table | null, table: Table | null): Sound | null {
  if (!table) return null;
  if (old?.game.id !== table.game.id)
    return table.seat && !isOver(table.game) && table.game.steps.length === 0 ? 'start' : null;
  if (isOver(table.game) && !isOver(old.game)) return 'end';
  if (newestPly(table) > newestPly(old)) return moveSound(newestSan(table));
  return offersTo(table.game, table.seat) > offersTo(old.game, old.seat) ? 'notice' : null;
}
