/* Where the settings are kept on the device, and what stands there. */

export const settingsPlace = 'castled.settings';

/** Unread. Storage that is denied or spoilt is as good as none. */
export function keptSettings(storage: () => Storage): unknown {
  try {
    return JSON.parse(storage().getItem(settingsPlace) ?? 'null');
  } catch {
    return null;
  }
}
