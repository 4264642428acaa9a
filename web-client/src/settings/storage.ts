/* What of the device's storage is read before the page is there: the settings, and how high in the lobby the
 * games stood that went on. */

export const settingsKey = 'castled.settings';
const heightKey = 'castled.room';

/** Unread. Storage that is denied or spoilt is as good as none. */
function storedAt(storage: () => Storage, place: string): unknown {
  try {
    return JSON.parse(storage().getItem(place) ?? 'null');
  } catch {
    return null;
  }
}

export const storedSettings = (storage: () => Storage): unknown => storedAt(storage, settingsKey);

/** In px; what was there at the last visit is likely to be there again. */
const setGamesHeight = (room: number): void =>
  document.documentElement.style.setProperty('--room', `${room}px`);

export const restoreGamesHeight = (): void =>
  setGamesHeight(Number(storedAt(() => localStorage, heightKey)) || 0);

export function storeGamesHeight(room: number): void {
  setGamesHeight(room);
  try {
    localStorage.setItem(heightKey, String(room));
  } catch {
    // Then the lobby moves when the games come.
  }
}
