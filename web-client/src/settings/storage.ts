/* What of the device's storage is read before the page is there: the settings, and how high in the lobby the
 * games stood that went on. */

export const settingsPlace = 'castled.settings';
const roomPlace = 'castled.room';

/** Unread. Storage that is denied or spoilt is as good as none. */
function keptAt(storage: () => Storage, place: string): unknown {
  try {
    return JSON.parse(storage().getItem(place) ?? 'null');
  } catch {
    return null;
  }
}

export const keptSettings = (storage: () => Storage): unknown => keptAt(storage, settingsPlace);

/** In px; what was there at the last visit is likely to be there again. */
const showRoom = (room: number): void =>
  document.documentElement.style.setProperty('--room', `${room}px`);

export const showKeptRoom = (): void =>
  showRoom(Number(keptAt(() => localStorage, roomPlace)) || 0);

export function keepRoom(room: number): void {
  showRoom(room);
  try {
    localStorage.setItem(roomPlace, String(room));
  } catch {
    // Then the lobby moves when the games come.
  }
}
