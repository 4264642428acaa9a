/* The WebSocket to the server: reconnects by itself, and reports when it opens and closes and what
 * arrives.
 *
 * It knows nothing about games: what has to be sent again after a lost connection is up to the model. It
 * pings, since a phone that has slept often holds a dead connection. A guest stays the same guest for
 * as long as the page is open, whatever happens to the browser's cookies. */

import type { Request } from './requests';
import { type FromServer, isGarbled, parseMessage } from './wire';

export type SocketEvents = {
  opened: () => void;
  /** `failures`: how many attempts in a row did not even open. */
  closed: (failures: number) => void;
  /** A message of a known kind did not have the expected form. */
  garbled: () => void;
  received: (message: FromServer) => void;
  /** Everything that arrives, as it came. */
  heard: (text: string) => void;
  lag: (roundTrip: number) => void;
};

export type Socket = {
  /** False when there is no connection; nothing is queued. */
  send: (request: Request) => boolean;
  /** Try again at once, or check at once whether the connection is alive. */
  retryNow: () => void;
  /** The connection may have been dead for a long time: replace it at once. */
  renew: () => void;
};

type Timer = ReturnType<typeof setTimeout>;

const backoff = [300, 700, 1500, 3000, 5000, 8000];
const pingEvery = 5_000;
const answerWithin = 6_000;
const answerSoon = 2_500;
const openWithin = 8_000;

/** Another castled takes over from the one that closes (PROTOCOL.md): it serves within a second, over which everybody who
 * comes back is spread. */
const serviceRestart = 1012;
const spread = (): number => Math.random() * 900;

export const retryDelay = (attempt: number, chance: number): number =>
  Math.round((backoff[Math.min(attempt, backoff.length - 1)] ?? 8000) * (0.75 + chance / 2));

// By number: where WebSockets are forbidden the name may be missing, too.
const isOpen = (socket: WebSocket | null): socket is WebSocket => socket?.readyState === 1;

export function openSocket(url: string, events: SocketEvents): Socket {
  let link: WebSocket | null = null;
  let token: string | null = null;
  let attempt = 0;
  let failures = 0;
  let retry: Timer | undefined;
  let deadline: Timer | undefined;
  let nextPing: Timer | undefined;

  const drop = (socket: WebSocket | null, wait = retryDelay(attempt, Math.random())): void => {
    if (link !== socket) return;
    link = null;
    clearTimeout(deadline);
    clearTimeout(nextPing);
    if (socket) {
      socket.onopen = socket.onclose = socket.onmessage = null;
      socket.close();
    }
    attempt++;
    retry = setTimeout(open, wait);
    events.closed(failures++);
  };

  const ping = (socket: WebSocket, within: number): void => {
    clearTimeout(nextPing);
    clearTimeout(deadline);
    // It may have begun to close.
    if (isOpen(socket)) socket.send(JSON.stringify({ t: 'ping', c: Math.round(performance.now()) }));
    deadline = setTimeout(() => drop(socket), within);
  };

  const heard = (socket: WebSocket, text: unknown): void => {
    events.heard(String(text));
    const message = parseMessage(text);
    if (!message) return isGarbled(text) ? events.garbled() : undefined;
    if (message.t === 'welcome') token = message.token ?? null;
    if (message.t !== 'pong') return events.received(message);
    clearTimeout(deadline);
    attempt = 0;
    if (message.c !== undefined) events.lag(performance.now() - message.c);
    nextPing = setTimeout(() => ping(socket, answerWithin), pingEvery);
  };

  /** Null where WebSockets are forbidden. */
  const connect = (): WebSocket | null => {
    try {
      return new WebSocket(url, token ? ['castled.v1', `token.${token}`] : 'castled.v1');
    } catch {
      return null;
    }
  };

  function open(): void {
    clearTimeout(retry);
    const socket = connect();
    link = socket;
    if (!socket) {
      retry = setTimeout(() => drop(null), 0);
      return;
    }
    deadline = setTimeout(() => drop(socket), openWithin);
    socket.onopen = () => {
      clearTimeout(deadline);
      failures = 0;
      events.opened();
      ping(socket, answerWithin);
    };
    socket.onmessage = event => heard(socket, event.data);
    socket.onclose = ({ code }) => drop(socket, code === serviceRestart ? spread() : undefined);
  }

  open();
  return {
    send(request) {
      if (!isOpen(link)) return false;
      link.send(JSON.stringify(request));
      return true;
    },
    retryNow() {
      if (!link) open();
      else if (isOpen(link)) ping(link, answerSoon);
    },
    renew() {
      if (isOpen(link)) drop(link, 0);
      else if (!link) open();
    },
  };
}

/** Tells the server which site this page is from, in case a proxy hides it: pages of other hosts
 * cannot set this cookie. PROTOCOL.md, "Who you are". */
export function tellOrigin(
  place: { protocol: string; origin: string },
  keep: { cookie: string },
): void {
  const [prefix, secure] = place.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  try {
    keep.cookie = `${prefix}castled_page=${place.origin}; Path=/; SameSite=Strict${secure}`;
  } catch {
    // Browsers that keep no cookies may throw; then the server goes by Host alone.
  }
}
