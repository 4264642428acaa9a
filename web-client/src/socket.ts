/* The WebSocket to the server: opens again by itself, tells when it opened, closed, and what came.
 *
 * Knows nothing of the game: what is sent again after a break is the model's business. A connection
 * that is silent is asked for a sign of life, since a phone that slept often keeps a dead one. */

import { type FromServer, type Request, parseMessage } from './wire';

export type SocketEvents = {
  opened: () => void;
  closed: () => void;
  received: (message: FromServer) => void;
  lag: (roundTrip: number) => void;
};

export type Socket = {
  /** False when there is no connection; nothing is queued. */
  send: (request: Request) => boolean;
  /** Do not wait for the next attempt. */
  hurry: () => void;
};

type Timer = ReturnType<typeof setTimeout>;

const backoff = [300, 700, 1500, 3000, 5000, 8000];
const pingEvery = 5_000;
const answerWithin = 6_000;
const openWithin = 8_000;

export const retryDelay = (attempt: number, chance: number): number =>
  Math.round((backoff[Math.min(attempt, backoff.length - 1)] ?? 8000) * (0.75 + chance / 2));

export function openSocket(url: string, events: SocketEvents): Socket {
  let link: WebSocket | null = null;
  let attempt = 0;
  let retry: Timer | undefined;
  let deadline: Timer | undefined;
  let nextPing: Timer | undefined;

  const drop = (socket: WebSocket): void => {
    if (link !== socket) return;
    link = null;
    clearTimeout(deadline);
    clearTimeout(nextPing);
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
    events.closed();
    retry = setTimeout(open, retryDelay(attempt++, Math.random()));
  };

  const ping = (socket: WebSocket): void => {
    clearTimeout(nextPing);
    clearTimeout(deadline);
    socket.send(JSON.stringify({ t: 'ping', c: Math.round(performance.now()) }));
    deadline = setTimeout(() => drop(socket), answerWithin);
  };

  const heard = (socket: WebSocket, text: unknown): void => {
    const message = typeof text === 'string' ? parseMessage(text) : null;
    if (!message) return;
    if (message.t !== 'pong') return events.received(message);
    clearTimeout(deadline);
    attempt = 0;
    if (message.c !== undefined) events.lag(performance.now() - message.c);
    nextPing = setTimeout(() => ping(socket), pingEvery);
  };

  function open(): void {
    clearTimeout(retry);
    const socket = new WebSocket(url, 'castled.v1');
    link = socket;
    deadline = setTimeout(() => drop(socket), openWithin);
    socket.onopen = () => {
      clearTimeout(deadline);
      events.opened();
      ping(socket);
    };
    socket.onmessage = event => heard(socket, event.data);
    socket.onclose = () => drop(socket);
  }

  open();
  return {
    send(request) {
      if (link?.readyState !== WebSocket.OPEN) return false;
      link.send(JSON.stringify(request));
      return true;
    },
    hurry() {
      if (!link) open();
      else if (link.readyState === WebSocket.OPEN) ping(link);
    },
  };
}
