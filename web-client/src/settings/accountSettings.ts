/* The settings of an account: fetched when the player is known, and written back a moment after
 * each change. The last change wins, setting by setting: before writing, the page reads what other
 * devices wrote. Settings of a newer page, which this one does not know, are left as they are. */

import type { Settings } from './settings';
import { type ApiAnswer, callApi, anyAnswer } from '../net/api';

type StoredSettings = Record<string, unknown>;
type Change = Partial<Settings>;

export type AccountApi = {
  read: () => Promise<ApiAnswer<StoredSettings>>;
  write: (kept: StoredSettings) => Promise<ApiAnswer<unknown>>;
};

type Callbacks = {
  /** The settings now: those of the account with the changes made on this page. */
  loaded: (kept: StoredSettings) => void;
  failed: () => void;
};

export type AccountSettings = {
  /** An account that has no settings yet gets those of the device. */
  fetch: (device: Settings) => Promise<void>;
  keep: (change: Change) => void;
  /** The page is being closed: pending changes are written at once, over what was read last. */
  flush: () => void;
};

const isStoredSettings = (value: unknown): value is StoredSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const path = '/api/account/settings';

export const accountApi: AccountApi = {
  read: () => callApi('GET', path, isStoredSettings),
  write: kept => callApi('PUT', path, anyAnswer, JSON.stringify(kept)),
};

const writeAfter = 800;

const without = (change: Change, written: Change): Change =>
  Object.fromEntries(
    Object.entries(change).filter(([name, value]) => written[name as keyof Settings] !== value),
  );

export function newAccountSettings(
  door: AccountApi,
  { loaded, failed }: Callbacks,
): AccountSettings {
  let last: StoredSettings = {};
  let waiting: Change = {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = async (): Promise<void> => {
    const change = waiting;
    const read = await door.read();
    if (!read.ok) return failed();
    last = { ...read.value, ...change };
    const written = await door.write(last);
    if (!written.ok) return failed();
    waiting = without(waiting, change);
  };

  const keep = (change: Change): void => {
    waiting = { ...waiting, ...change };
    clearTimeout(timer);
    timer = setTimeout(() => void write(), writeAfter);
  };

  return {
    async fetch(device) {
      const read = await door.read();
      if (!read.ok) return failed();
      last = read.value;
      loaded({ ...last, ...waiting });
      const missing = Object.entries(device).filter(([name]) => !(name in last));
      const all: Change = { ...Object.fromEntries(missing), ...waiting };
      if (Object.keys(all).length > 0) keep(all);
    },
    keep,
    flush() {
      if (Object.keys(waiting).length === 0) return;
      clearTimeout(timer);
      void door.write({ ...last, ...waiting });
    },
  };
}
