/* Which games are on this device rather than on the server: their ids begin with ~, which no id of
 * the server does. */

import type { RequestBody } from './requests';

export const isOnDevice = (game: string | null | undefined): boolean => game?.[0] === '~';

const place = 'castled.device';

/** Whether there have been games on this device, known without opening the database. */
export function hasLocalGames(): boolean {
  try {
    return localStorage.getItem(place) !== null;
  } catch {
    return false;
  }
}

export function rememberLocalGames(): void {
  try {
    localStorage.setItem(place, '1');
  } catch {
    // Then the games last only as long as the page.
  }
}

export const isForDevice = (ask: RequestBody): boolean =>
  'game' in ask
    ? isOnDevice(ask.game)
    : ask.t === 'challenge' && 'to' in ask && ask.to === 'device';
