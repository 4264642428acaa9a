import { createHash, webcrypto } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const site = 'https://chess.example';
const page = '<!doctype html>';

/** As much of a browser's caches as the worker uses. */
class Caches {
  all = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const files = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, files);
    return {
      match: async (path: string) => files.get(path)?.clone(),
      put: async (path: string, response: Response) => void files.set(path, response),
    };
  }
  match = async (path: string) =>
    [...this.all.values()]
      .find(files => files.has(path))
      ?.get(path)
      ?.clone();
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
}

type Listener = (event: Record<string, unknown>) => void;
let caches: Caches;
let server: Map<string, string>;
let listeners: Record<string, Listener>;
let asked: string[];

async function start(version: string, { html = page, later = ['/assets/engine-1.wasm'] } = {}) {
  listeners = {};
  vi.resetModules();
  vi.stubGlobal('BUILD', {
    version,
    page: createHash('sha256').update(html).digest('hex'),
    first: ['/', '/assets/index-1.js'],
    later,
  });
  vi.stubGlobal('crypto', webcrypto); // Node.js 18 has no such global
  vi.stubGlobal('registration', { scope: `${site}/` });
  vi.stubGlobal('addEventListener', (kind: string, hear: Listener) => (listeners[kind] = hear));
  await import('../../src/install/serviceWorker');
}

/** Dispatches an event and waits until its handlers are done. */
async function happen(kind: string, event: Record<string, unknown> = {}): Promise<void> {
  let done: Promise<unknown> = Promise.resolve();
  listeners[kind]?.({ ...event, waitUntil: (until: Promise<unknown>) => (done = until) });
  await done;
}

/** The worker's answer to a page's request; null: it is left to the network. */
async function get(path: string, mode = 'no-cors', method = 'GET'): Promise<string | null> {
  let answer: Promise<Response> | null = null;
  listeners.fetch?.({
    request: { url: site + path, mode, method },
    respondWith: (response: Promise<Response>) => (answer = response),
  });
  return answer && (await (answer as Promise<Response>)).text();
}

beforeEach(() => {
  caches = new Caches();
  asked = [];
  server = new Map([
    ['/', page],
    ['/assets/index-1.js', 'one'],
    ['/assets/engine-1.wasm', 'engine'],
  ]);
  vi.stubGlobal('location', new URL(site));
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const body = server.get(path);
    return new Response(body ?? 'gone', { status: body === undefined ? 404 : 200 });
  });
});

describe('a build', () => {
  test('is installed whole, and answers for its pages and files alone', async () => {
    await start('a');
    await happen('install');
    server.clear();
    expect(await get('/', 'navigate')).toBe(page);
    expect(await get('/Ab12Cd34?x=1', 'navigate')).toBe(page);
    expect(await get('/assets/index-1.js')).toBe('one');
    expect(await get('/nonsense/at/all', 'navigate')).toBeNull();
    for (const path of ['/api/account', '/healthz', '/metrics', '/assets/index-2.js'])
      expect(await get(path)).toBeNull();
    expect(await get('/', 'navigate', 'POST')).toBeNull();
  });

  test('with a missing file is not installed at all', async () => {
    server.delete('/assets/index-1.js');
    await start('a');
    await expect(happen('install')).rejects.toThrow('/assets/index-1.js: 404');
    expect(await caches.keys()).toEqual([]);
  });

  test('of which a proxy answers a file with a page of its own is not kept', async () => {
    const ours = fetch;
    const excuse = () =>
      Promise.resolve(new Response('<p>Back soon', { headers: { 'content-type': 'text/html' } }));
    const busy = (broken: string) =>
      vi.stubGlobal('fetch', (path: string) => (path === broken ? excuse() : ours(path)));
    busy('/assets/index-1.js');
    await start('a');
    await expect(happen('install')).rejects.toThrow('/assets/index-1.js');
    busy('/assets/engine-1.wasm');
    await start('a');
    await happen('install');
    await happen('message', { data: { t: 'prepare', saving: false }, source: null });
    busy('');
    await happen('message', { data: { t: 'prepare', saving: false }, source: null });
    server.clear();
    expect(await get('/assets/engine-1.wasm')).toBe('engine');
  });

  test('that was kept with such a file is repaired by the next one', async () => {
    const bad = new Response('<p>Back soon', { headers: { 'content-type': 'text/html' } });
    await (await caches.open('castled-z')).put('/assets/index-1.js', bad);
    await start('a');
    await happen('install');
    expect(await get('/assets/index-1.js')).toBe('one');
  });

  test('is the server\'s where the storage is damaged', async () => {
    await start('a');
    await happen('install');
    caches.open = () => Promise.reject(new Error('damaged'));
    vi.stubGlobal('fetch', async ({ url }: Request) => new Response(`the server's ${url}`));
    expect(await get('/settings', 'navigate')).toBe(`the server's ${site}/settings`);
  });

  test('whose page by now belongs to another build is not installed', async () => {
    await start('a', { html: 'what the server served before' });
    await expect(happen('install')).rejects.toThrow('another version');
    expect(await caches.keys()).toEqual([]);
  });

  test('is ready once the engine is there; to save data it only checks', async () => {
    const said: unknown[] = [];
    const source = { postMessage: (message: unknown) => said.push(message) };
    await start('a');
    await happen('install');
    await happen('message', { data: { t: 'prepare', saving: true }, source });
    expect(said).toEqual([{ t: 'prepared', saving: true, well: false }]);
    await happen('message', { data: { t: 'prepare', saving: false }, source });
    await happen('message', { data: { t: 'prepare', saving: true }, source });
    expect(said.slice(1)).toEqual([
      { t: 'prepared', saving: false, well: true },
      { t: 'prepared', saving: true, well: true },
    ]);
    expect(await get('/assets/engine-1.wasm')).toBe('engine');
  });
});

describe('an update', () => {
  beforeEach(async () => {
    await start('a');
    await happen('install');
    await happen('message', { data: { t: 'prepare', saving: false }, source: null });
  });

  test('keeps the files that both versions share, and leaves the old pages theirs', async () => {
    const old = { ...listeners };
    server.set('/', 'new page');
    server.set('/assets/index-1.js', 'never asked for');
    asked = [];
    await start('b', { html: 'new page' });
    await happen('install');
    expect(asked).toEqual(['/']);
    expect(await get('/', 'navigate')).toBe('new page');
    expect(await get('/assets/engine-1.wasm')).toBe('engine');
    listeners = old;
    expect(await get('/', 'navigate')).toBe(page);
  });

  test('deletes the previous version when it takes over', async () => {
    server.set('/', 'new page');
    await caches.open('of-somebody-else');
    await start('b', { html: 'new page' });
    await happen('install');
    await happen('activate');
    expect(await caches.keys()).toEqual(['of-somebody-else', 'castled-b']);
  });

  test('takes over when it is told to', async () => {
    const skipWaiting = vi.fn(async () => {});
    vi.stubGlobal('skipWaiting', skipWaiting);
    await happen('message', { data: { t: 'take' }, source: null });
    expect(skipWaiting).toHaveBeenCalledOnce();
  });
});

describe('a push message', () => {
  const shown = vi.fn(async (...said: unknown[]) => void said);
  const push = async (text: string | null): Promise<unknown[]> => {
    shown.mockClear();
    await start('a');
    vi.stubGlobal('registration', { scope: `${site}/`, showNotification: shown });
    await happen('push', { data: text === null ? null : { json: () => JSON.parse(text) as unknown } });
    expect(shown).toHaveBeenCalledOnce();
    return shown.mock.calls[0] ?? [];
  };

  test('is shown in the language that it names, and leads to its game', async () => {
    const turn = { type: 'turn', language: 'de', game: 'Ab12Cd34', by: 'Bob' };
    const [title, options] = await push(JSON.stringify(turn));
    expect(title).toBe('Bob hat gezogen. Du bist am Zug.');
    expect(options).toMatchObject({ tag: 'game-Ab12Cd34', data: { path: '/Ab12Cd34' } });
    const round = { type: 'round', language: 'fr', game: 'Ab12Cd34', by: 'Bob', name: 'Cup' };
    expect((await push(JSON.stringify(round)))[1]).toMatchObject({ body: 'Cup' });
    const [challenged, { data }] = (await push('{"type":"challenge","language":"en","by":"Bob"}')) as [string, { data: unknown }];
    expect([challenged, data]).toEqual(['Bob challenges you to a game', { path: '/' }]);
  });

  test('that it does not understand is shown as well, without words', async () => {
    for (const text of ['{"type":"new","language":"xx"}', '{', 'null', null])
      expect((await push(text))[0]).toBe('chess.example');
    expect((await push('{"type":"turn","language":"xx","by":"Bob"}'))[0]).toBe(
      'Bob has moved. It is your turn.',
    );
  });
});

describe('a click on a notification', () => {
  const tab = (path: string) => ({
    url: site + path,
    said: [] as unknown[],
    postMessage(message: unknown) {
      this.said.push(message);
    },
    focus: vi.fn(async () => {
      throw new Error('refused');
    }),
  });
  const click = async (path: string, tabs: ReturnType<typeof tab>[]) => {
    const close = vi.fn();
    const openWindow = vi.fn(async () => {});
    vi.stubGlobal('clients', { matchAll: async () => tabs, openWindow });
    await start('a');
    await happen('notificationclick', { notification: { close, data: { path } } });
    expect(close).toHaveBeenCalledOnce();
    return openWindow;
  };

  test('brings the tab that shows it to the front', async () => {
    const [one, two] = [tab('/'), tab('/Ab12Cd34')];
    const opened = await click('/Ab12Cd34', [one, two]);
    expect(two.focus).toHaveBeenCalledOnce();
    expect(two.said).toEqual([{ t: 'open', path: '/Ab12Cd34' }]);
    expect(one.focus).not.toHaveBeenCalled();
    expect(opened).not.toHaveBeenCalled();
  });

  test('opens it in any other tab and brings that to the front, or opens a new one', async () => {
    const one = tab('/settings');
    await click('/Ab12Cd34', [one]);
    expect(one.said).toEqual([{ t: 'open', path: '/Ab12Cd34' }]);
    expect(one.focus).toHaveBeenCalledOnce();
    expect(await click('/Ab12Cd34', [])).toHaveBeenCalledWith('/Ab12Cd34');
    const others = ['/api', '/embed/game/Ab12Cd34', '/rules'].map(tab);
    expect(await click('/Ab12Cd34', others)).toHaveBeenCalledWith('/Ab12Cd34');
  });
});

describe('a subscription to push messages that has changed', () => {
  const json = { endpoint: 'https://push.example/new', keys: { p256dh: 'key', auth: 'secret' } };
  const next = { toJSON: () => json };
  const old = { endpoint: 'https://push.example/old', options: { userVisibleOnly: true } };
  const subscribe = vi.fn(async () => next);
  const posted = async (event: Record<string, unknown>): Promise<[string, string][]> => {
    const said: [string, string][] = [];
    await start('a');
    vi.stubGlobal('registration', { scope: `${site}/`, pushManager: { subscribe } });
    vi.stubGlobal('fetch', async (path: string, { body }: { body: URLSearchParams }) => {
      said.push([path, body.toString()]);
      return new Response('{}');
    });
    await happen('pushsubscriptionchange', event);
    return said;
  };
  const told = 'endpoint=https%3A%2F%2Fpush.example%2Fnew&p256dh=key&auth=secret&was=https%3A%2F%2Fpush.example%2Fold';

  test('is told to the server in place of the one before', async () => {
    expect(await posted({ oldSubscription: old, newSubscription: next })).toEqual([['/api/push', told]]);
    expect(subscribe).not.toHaveBeenCalled();
    expect(await posted({ oldSubscription: old, newSubscription: null })).toEqual([['/api/push', told]]);
    expect(subscribe).toHaveBeenCalledExactlyOnceWith(old.options);
  });

  test('is not when the browser does not say which it was', async () => {
    expect(await posted({ oldSubscription: null, newSubscription: null })).toEqual([]);
  });
});
