/* Keys and the wheel that look back and forth in a game, wherever no field or board cursor wants them. */

import type { Dispatch } from '../app';
import type { Msg } from '../model';
import { type Table, newestPly, shownPly } from '../table';
import { useBoardKeys } from './boardKeys';

/** The ply that a key leads to, whether or not there is one. */
export function plyOf(key: string, table: Table): number | undefined {
  const ply = shownPly(table);
  const plies: Record<string, number> = {
    ArrowLeft: ply - 1,
    h: ply - 1,
    ArrowRight: ply + 1,
    l: ply + 1,
    ArrowUp: 0,
    k: 0,
    Home: 0,
    ArrowDown: newestPly(table),
    j: newestPly(table),
    End: newestPly(table),
  };
  return plies[key];
}

function meaning(key: string, table: Table): Msg | null {
  const ply = plyOf(key, table);
  if (ply !== undefined) return { m: 'looked', ply };
  if (key === 'f') return { m: 'flipped' };
  if (key === 'z') return { m: 'toggled', setting: 'zen' };
  if (key === 'b') return { m: 'toggled', setting: 'blindfold' };
  if (key === '?') return { m: 'helped', on: true };
  return key === 'Escape' ? { m: 'premovesDropped' } : null;
}

export function useLookKeys(table: Table, dispatch: Dispatch): void {
  const onKey = (key: string, target: EventTarget | null): boolean => {
    if (key === 'Enter' && target === document.body)
      document.querySelector<HTMLInputElement>('.entry input')?.focus();
    const msg = meaning(key, table);
    if (msg) dispatch(msg);
    return msg !== null;
  };
  const onTurn = (by: number): void => dispatch({ m: 'looked', ply: shownPly(table) + by });
  useBoardKeys({ onKey, onTurn }, [table, dispatch]);
}
