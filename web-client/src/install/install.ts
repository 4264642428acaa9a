/* Stores the page on the device through its service worker, once there is nothing else to do, and
 * notices updates. */

import { base } from '../base';
import type { Dispatch } from '../dispatch';

const lookEvery = 3_600_000;

const post = (worker: ServiceWorker, message: ToWorker): void => worker.postMessage(message);

export const isSavingData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

const isNewer = (worker: ServiceWorker): boolean =>
  worker.state === 'installed' && navigator.serviceWorker.controller !== null;

function watchUpdates(registration: ServiceWorkerRegistration, fresh: () => void): void {
  const watch = (worker: ServiceWorker | null): void => {
    const tell = (): void => void (worker && isNewer(worker) && fresh());
    tell();
    worker?.addEventListener('statechange', tell);
  };
  watch(registration.waiting);
  // The browser may have found one before this page asked.
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  const look = (): void => void registration.update().catch(() => {});
  setInterval(look, lookEvery);
  addEventListener('online', look);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}

/** Says when a new version is ready. Where a browser stores nothing, nothing happens. */
export async function installPage(dispatch: Dispatch): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(`${base}/service_worker.js`);
  if (!registration) return;
  watchUpdates(registration, () => dispatch({ m: 'updateFound' }));
  await serviceWorker.ready;
  await prepareOffline(isSavingData());
}

/** Answers whether everything for playing offline is here; fetches it unless the browser asks to save
 * data. */
export async function prepareOffline(saving: boolean): Promise<boolean> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker?.getRegistration();
  const active = registration && (await serviceWorker.ready).active;
  if (!active) return false;
  return new Promise(resolve => {
    serviceWorker.addEventListener('message', ({ data }: { data: FromWorker }) => {
      if (data.t === 'prepared' && data.saving === saving) resolve(data.well);
    });
    serviceWorker.startMessages();
    post(active, { t: 'prepare', saving });
  });
}

/** The new version takes over, and every page of the old one is reloaded. A browser may say that a worker is installed a moment
 * before it counts as waiting. */
export async function applyUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const newer = registration?.waiting ?? registration?.installing;
  if (newer) post(newer, { t: 'take' });
  else location.reload();
}

/* Messages between the page and its service worker. */

export type ToWorker =
  /** Fetch everything that playing offline needs; or, to save data, only check whether it is
   * there. */
  | { t: 'prepare'; saving: boolean }
  /** Do not wait for pages of the previous version to close. */
  | { t: 'take' };

export type FromWorker =
  | { t: 'prepared'; saving: boolean; well: boolean }
  /** The player clicked a notification about what is at that path. */
  | { t: 'open'; path: string };
