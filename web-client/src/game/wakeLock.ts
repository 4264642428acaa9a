/* Keeps the screen of a phone on while a game with a clock goes on. */

import { useEffect } from 'preact/hooks';

import { type Game, isOver } from './game';
import type { Table } from './table';

const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Correspondence games leave time to sleep. */
const hasHurry = ({ clock }: Game): boolean => clock?.initial !== undefined;

/** The browser releases it whenever the page is hidden; without it the screen may turn off. */
async function keepScreenOn(): Promise<WakeLockSentinel | null> {
  try {
    return (await navigator.wakeLock?.request('screen')) ?? null;
  } catch {
    return null; // the battery is low, or the page is hidden
  }
}

export function useWakeLock({ seat, game }: Table): void {
  const isWanted = seat !== null && !isOver(game) && hasHurry(game);
  useEffect(() => {
    if (!isWanted || !isTouched()) return;
    let isOn = true;
    let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const hold = (): void => {
      if (isOn && document.visibilityState === 'visible') lock = keepScreenOn();
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOn = false;
      document.removeEventListener('visibilitychange', hold);
      void lock.then(held => held?.release());
    };
  }, [isWanted]);
}
