import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Dispatch } from '../../src/dispatch';
import { openWhatIsClicked } from '../../src/install/clicked';

let hear: (message: { data: unknown }) => void;
const dispatch = vi.fn();
const settled = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

beforeEach(() => {
  dispatch.mockClear();
  vi.stubGlobal('navigator', {
    serviceWorker: { addEventListener: (_: string, listener: typeof hear) => (hear = listener) },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('what is clicked before the page has started is shown once it has', async () => {
  let start: (dispatch: Dispatch) => void = () => {};
  openWhatIsClicked(new Promise(resolve => (start = resolve)));
  hear({ data: { t: 'open', path: '/Ab12Cd34' } });
  await settled();
  expect(dispatch).not.toHaveBeenCalled();
  start(dispatch);
  await settled();
  expect(dispatch).toHaveBeenCalledExactlyOnceWith({
    m: 'navigated',
    to: expect.objectContaining({ page: 'game', game: 'Ab12Cd34' }) as unknown,
  });
});

test('nothing is shown for other messages, nor by a page that cannot start', async () => {
  openWhatIsClicked(Promise.reject(new Error('no rules')));
  hear({ data: { t: 'open', path: '/Ab12Cd34' } });
  openWhatIsClicked(Promise.resolve(dispatch));
  hear({ data: { t: 'prepared', saving: false, well: true } });
  await settled();
  expect(dispatch).not.toHaveBeenCalled();
});

test('a browser without service workers has nothing to listen to', () => {
  vi.stubGlobal('navigator', {});
  openWhatIsClicked(Promise.resolve(dispatch));
});
