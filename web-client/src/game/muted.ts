/* Players muted on this device, where one of the two is a guest: between accounts the server stores
 * it. What is read here is checked, since anybody can write it. */

const place = 'castled.muted';
const most = 100; // as many as the server remembers for a guest

const pairOf = (you: string, other: string): string => `${you} ${other}`;

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(stored) ? stored.filter(pair => typeof pair === 'string') : [];
  } catch {
    return [];
  }
}

export const isMuted = (you: string, other: string): boolean =>
  read().includes(pairOf(you, other));

export function rememberMuted(you: string, other: string, on: boolean): void {
  const pair = pairOf(you, other);
  const rest = read().filter(stored => stored !== pair);
  try {
    localStorage.setItem(place, JSON.stringify((on ? [...rest, pair] : rest).slice(-most)));
  } catch {
    // In that case it lasts until the page is closed.
  }
}
