/* What is read from the device's storage before the page is loaded: the settings, and how much
 * height the player's games in progress took in the lobby. */

export const settingsKey = 'castled.settings';
const heightKey = 'castled.room';

/** Not yet checked. Storage that is denied or damaged counts as empty. */
function storedAt(storage: () => Storage, place: string): unknown {
  try {
    return JSON.parse(storage().getItem(place) ?? 'null');
  } catch {
    return null;
  }
}

export const storedSettings = (storage: () => Storage): unknown => storedAt(storage, settingsKey);

/** In px; games that were there at the last visit are likely to be there again. */
const setGamesHeight = (room: number): void =>
  document.documentElement.style.setProperty('--room', `${room}px`);

export const restoreGamesHeight = (): void =>
  setGamesHeight(Number(storedAt(() => localStorage, heightKey)) || 0);

export function storeGamesHeight(room: number): void {
  setGamesHeight(room);
  try {
    localStorage.setItem(heightKey, String(room));
  } catch {
    // Then the lobby shifts when the games appear.
  }
}
