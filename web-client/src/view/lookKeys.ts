/* Keys and the wheel that look back and forth in a game, wherever no field or board cursor wants them. */

import { useEffect } from 'preact/hooks';

import type { Dispatch } from '../app';
import type { Msg } from '../model';
import { type Table, newestPly, shownPly } from '../table';

function plyOf(key: string, table: Table): number | undefined {
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

const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, select, textarea, dialog') !== null;

export function useLookKeys(table: Table, dispatch: Dispatch): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTaken(event.target)) return;
      if (event.key === 'Enter' && event.target === document.body)
        document.querySelector<HTMLInputElement>('.entry input')?.focus();
      const msg = meaning(event.key, table);
      if (!msg) return;
      dispatch(msg);
      event.preventDefault();
    };
    const onWheel = (event: WheelEvent): void => {
      const isOnBoard = event.target instanceof Element && event.target.closest('.board');
      if (!isOnBoard || event.ctrlKey || event.deltaY === 0) return;
      dispatch({ m: 'looked', ply: shownPly(table) + Math.sign(event.deltaY) });
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    addEventListener('wheel', onWheel, { passive: false });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('wheel', onWheel);
    };
  }, [table, dispatch]);
}
