import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { newAccountSettings } from '../../src/settings/accountSettings';
import { settingsOf } from '../../src/settings/settings';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const device = settingsOf({ board: 'sea' });

/** An account with its stored settings; it may be unreachable. */
function account(kept: Record<string, unknown>) {
  const self = {
    kept,
    away: false,
    writes: 0,
    came: [] as Record<string, unknown>[],
    failures: 0,
  };
  const gone = { ok: false, status: 0, code: '', words: '' } as const;
  const settings = newAccountSettings(
    {
      read: async () => (self.away ? gone : { ok: true, value: self.kept }),
      write: async value => {
        if (self.away) return gone;
        self.kept = value;
        self.writes++;
        return { ok: true, value: null };
      },
    },
    { loaded: value => self.came.push(value), failed: () => self.failures++ },
  );
  return { self, settings };
}

describe('the settings of an account', () => {
  test('come to the device', async () => {
    const { self, settings } = account({ ...device, board: 'walnut' });
    await settings.fetch(device);
    await vi.runAllTimersAsync();
    expect(self.came).toMatchObject([{ board: 'walnut' }]);
    expect(self.writes).toBe(0);
  });

  test('are those of the device when the account is new', async () => {
    const { self, settings } = account({});
    await settings.fetch(device);
    await vi.runAllTimersAsync();
    expect(self.kept).toEqual(device);
  });

  test('are written once after several changes, keeping what another device has set meanwhile', async () => {
    const { self, settings } = account({ ...device, later: [1] });
    await settings.fetch(device);
    self.kept = { ...self.kept, pieces: 'letters', volume: 10 };
    settings.keep({ volume: 20 });
    settings.keep({ volume: 30 });
    await vi.runAllTimersAsync();
    expect(self.writes).toBe(1);
    expect(self.kept).toEqual({ ...device, later: [1], pieces: 'letters', volume: 30 });
  });

  test('that cannot be written are reported, and written with the next change', async () => {
    const { self, settings } = account({ ...device });
    await settings.fetch(device);
    self.away = true;
    settings.keep({ board: 'plum' });
    await vi.runAllTimersAsync();
    expect(self.failures).toBe(1);
    self.away = false;
    settings.keep({ volume: 5 });
    await vi.runAllTimersAsync();
    expect(self.kept).toMatchObject({ board: 'plum', volume: 5 });
  });

  test('that are pending are not overwritten, and are sent when the page is closed', async () => {
    const { self, settings } = account({ ...device });
    settings.keep({ board: 'plum' });
    await settings.fetch(device);
    expect(self.came).toMatchObject([{ board: 'plum' }]);
    settings.flush();
    expect(self.kept).toMatchObject({ board: 'plum' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
