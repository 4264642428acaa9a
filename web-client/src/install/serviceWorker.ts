/* Keeps one build of the page on the device, whole, and answers its pages from there.
 *
 * A build has one cache, filled before the worker is installed, so pages of one version never see
 * files of another: a new version waits until no page of the old one is open, or the player presses
 * "Reload now". What the page needs only for playing offline is fetched when the page has nothing else
 * to do. Where the browser denies the cache nothing is installed, and the page
 * works without it. build.mjs defines BUILD. */

import type { FromWorker, ToWorker } from './install';
import { pushText } from './pushTexts';
import { parseRoute } from '../route';

type Build = {
  version: string;
  /** The hash of index.html, so that it is not another build's. */
  page: string;
  /** What is stored at installation, and what later, when there is time. */
  first: string[];
  later: string[];
};
declare const BUILD: Build;

type Source = { postMessage: (message: FromWorker) => void };
type Extendable = { waitUntil: (done: Promise<unknown>) => void };
type Fetch = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void };

type Tab = { url: string; focus: () => Promise<unknown> } & Source;
type Push = Extendable & { data: { json: () => unknown } | null };
type Change = Extendable & {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
};
type Click = Extendable & { notification: { close: () => void; data: { path: string } } };

/** A service worker's own globals: the page's types know only a window's. */
type Scope = {
  location: Location;
  registration: {
    scope: string;
    showNotification: (title: string, options: NotificationOptions) => Promise<void>;
    pushManager: PushManager;
  };
  caches: CacheStorage;
  clients: {
    matchAll: (which: { type: 'window'; includeUncontrolled: true }) => Promise<Tab[]>;
    openWindow: (path: string) => Promise<unknown>;
  };
  skipWaiting: () => Promise<void>;
  addEventListener: {
    (kind: 'install' | 'activate', hear: (event: Extendable) => void): void;
    (kind: 'fetch', hear: (event: Fetch) => void): void;
    (
      kind: 'message',
      hear: (event: Extendable & { data: ToWorker; source: Source | null }) => void,
    ): void;
    (kind: 'push', hear: (event: Push) => void): void;
    (kind: 'pushsubscriptionchange', hear: (event: Change) => void): void;
    (kind: 'notificationclick', hear: (event: Click) => void): void;
  };
};
const scope = globalThis as unknown as Scope;

const cachePrefix = 'castled-';
const cacheName = cachePrefix + BUILD.version;
/** As base.ts has it for the page. */
const base = new URL(scope.registration.scope).pathname.slice(0, -1);
const files = new Set([...BUILD.first, ...BUILD.later]);

const hashOf = async (response: Response): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0')).join('');
};

/** Not one of ours: a proxy may answer in the server's place, with a page of its own and status 200. */
const isDocument = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/html') ?? false;

/** Files under assets have their hash in their name: the same name is the same file in any build. */
async function fetchFile(path: string): Promise<Response> {
  const isHashed = path.startsWith('/assets/');
  const known = isHashed ? await scope.caches.match(base + path) : undefined;
  const response =
    known && !isDocument(known)
      ? known
      : await fetch(base + path, { cache: isHashed ? 'default' : 'no-cache' });
  if (!response.ok || (isHashed && isDocument(response)))
    throw new Error(`${path}: ${response.status}`);
  if (path === '/' && (await hashOf(response.clone())) !== BUILD.page)
    throw new Error('the server has another version by now');
  return response;
}

/** Stores all of them or fails; those that are there stay. */
async function fillCache(paths: string[]): Promise<void> {
  const cache = await scope.caches.open(cacheName);
  const there = await Promise.all(paths.map(path => cache.match(base + path)));
  const missing = paths.filter((_, i) => !there[i]);
  const taken = await Promise.all(missing.map(fetchFile));
  await Promise.all(taken.map((response, i) => cache.put(base + (missing[i] ?? ''), response)));
}

async function isComplete(): Promise<boolean> {
  const cache = await scope.caches.open(cacheName);
  return (await Promise.all(BUILD.later.map(path => cache.match(base + path)))).every(Boolean);
}

/** An update keeps the files that both versions have. */
async function inheritFiles(): Promise<void> {
  const known = await Promise.all(BUILD.later.map(path => scope.caches.match(base + path)));
  await fillCache(BUILD.later.filter((_, i) => known[i]));
}

const install = (): Promise<void> =>
  fillCache(BUILD.first)
    .then(inheritFiles)
    .catch(async (error: unknown) => {
      await scope.caches.delete(cacheName).catch(() => {});
      throw error;
    });

const deleteOtherCaches = async (): Promise<unknown> =>
  Promise.all(
    (await scope.caches.keys())
      .filter(name => name.startsWith(cachePrefix) && name !== cacheName)
      .map(name => scope.caches.delete(name)),
  );

/** This build's answer, or null when the request is for the server. */
function fileFor({ method, mode, url }: Request): string | null {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== scope.location.origin) return null;
  const path = pathname.slice(base.length);
  if (mode === 'navigate') return parseRoute(path).page === 'unknown' ? null : '/';
  return files.has(path) ? path : null;
}

/** A browser whose storage is damaged gets the server's. */
async function answer(path: string, request: Request): Promise<Response> {
  const kept = await scope.caches
    .open(cacheName)
    .then(cache => cache.match(base + path))
    .catch(() => undefined);
  return kept ?? fetch(request);
}

async function handleMessage(message: ToWorker, source: Source | null): Promise<void> {
  if (message.t === 'take') return scope.skipWaiting();
  const well = await (
    message.saving ? isComplete() : fillCache(BUILD.later).then(() => true)
  ).catch(() => false);
  source?.postMessage({ t: 'prepared', saving: message.saving, well });
}

/** Other windows show files of the server, or a board that is embedded in another page. */
const isPage = ({ url }: Tab): boolean =>
  parseRoute(new URL(url).pathname.slice(base.length)).page !== 'unknown';

/** Shows what the notification is about, in front: in a tab that already shows it, else in any tab,
 * else in a new one. */
async function openPath(path: string): Promise<unknown> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tabs = windows.filter(isPage);
  const tab = tabs.find(({ url }) => new URL(url).pathname === path) ?? tabs[0];
  if (!tab) return scope.clients.openWindow(path);
  tab.postMessage({ t: 'open', path });
  // A browser may refuse to bring a tab to the front.
  return tab.focus().catch(() => {});
}

/** A message of the server's, which may be newer than this worker. Browsers want something to be shown for each. */
async function showPush(value: unknown): Promise<void> {
  const { type, language, game, by, name } = Object(value) as Record<string, unknown>;
  const title = pushText(String(type), String(language), String(by ?? ''));
  const path = `${base}/${typeof game === 'string' ? game : ''}`;
  await scope.registration.showNotification(title ?? scope.location.host, {
    body: typeof name === 'string' ? name : '',
    // As the page calls its own notifications: what is about the same game replaces what was said before.
    tag: typeof game === 'string' ? `game-${game}` : 'challenge',
    icon: `${base}/icon-192.png`,
    data: { path },
  });
}

const read = ({ data }: Push): unknown => {
  try {
    return data?.json();
  } catch {
    return null;
  }
};

/** The push service has given the browser another address: the server is told, and keeps what was chosen for the one before.
 * (Some browsers do not say which that was: there it has to be turned on again in the settings.) */
async function renewPush({ oldSubscription: old, newSubscription }: Change): Promise<void> {
  if (!old) return;
  const { pushManager } = scope.registration;
  const { endpoint = '', keys = {} } = (newSubscription ?? (await pushManager.subscribe(old.options))).toJSON();
  await fetch(`${base}/api/push`, {
    method: 'POST',
    body: new URLSearchParams({
      endpoint,
      p256dh: keys.p256dh ?? '',
      auth: keys.auth ?? '',
      was: old.endpoint,
    }),
  });
}

scope.addEventListener('install', event => event.waitUntil(install()));
scope.addEventListener('activate', event => event.waitUntil(deleteOtherCaches()));
scope.addEventListener('fetch', event => {
  const path = fileFor(event.request);
  if (path) event.respondWith(answer(path, event.request));
});
scope.addEventListener('push', event => event.waitUntil(showPush(read(event))));
scope.addEventListener('pushsubscriptionchange', event => event.waitUntil(renewPush(event)));
scope.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data.path));
});
scope.addEventListener('message', event =>
  event.waitUntil(handleMessage(event.data, event.source)),
);
