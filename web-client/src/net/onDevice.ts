/* Which games are not the server's but this device's: their ids begin with ~, which no id of the server's has. */

import type { RequestBody } from './requests';

export const isOnDevice = (game: string | null | undefined): boolean => game?.[0] === '~';

const place = 'castled.device';

/** That there were games on this device is known before they are looked at. */
export function hasGamesHere(): boolean {
  try {
    return localStorage.getItem(place) !== null;
  } catch {
    return false;
  }
}

export function noteGamesHere(): void {
  try {
    localStorage.setItem(place, '1');
  } catch {
    // Then they last only as long as the page.
  }
}

export const isForDevice = (ask: RequestBody): boolean =>
  'game' in ask
    ? isOnDevice(ask.game)
    : ask.t === 'challenge' && 'to' in ask && ask.to === 'device';
