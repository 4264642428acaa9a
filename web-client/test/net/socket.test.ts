import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { openSocket, retryDelay } from '../../src/net/socket';

test('attempts come quickly at first, then more slowly, and never from all pages at once', () => {
  expect(retryDelay(0, 0.5)).toBe(300);
  expect(retryDelay(2, 0.5)).toBe(1500);
  expect(retryDelay(1000, 0.5)).toBe(8000);
  for (const attempt of [0, 1, 5, 50])
    expect(retryDelay(attempt, 0)).toBeLessThan(retryDelay(attempt, 0.99));
});

/** A connection of which the test holds the other end. */
class Line {
  static all: Line[] = [];
  readyState = 0;
  sent: { t: string }[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(
    readonly url: string,
    readonly protocols: string | string[],
  ) {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const newest = (): Line => {
  const line = Line.all.at(-1);
  if (!line) throw new Error('no line');
  return line;
};

const heard: string[] = [];
const begin = () => {
  heard.length = 0;
  return openSocket('ws://here/ws', {
    opened: () => heard.push('opened'),
    closed: failures => heard.push(`closed ${failures}`),
    garbled: () => heard.push('garbled'),
    heard: () => {},
    received: ({ t }) => heard.push(t),
    lag: () => heard.push('lag'),
  });
};

describe('the line', () => {
  beforeEach(() => {
    Line.all = [];
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', Line);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('to a server that accepts and never answers is given up and tried again', () => {
    begin();
    vi.advanceTimersByTime(8_000);
    expect(heard).toEqual(['closed 0']);
    vi.advanceTimersByTime(500);
    expect(Line.all).toHaveLength(2);
    vi.advanceTimersByTime(8_000);
    expect(heard).toEqual(['closed 0', 'closed 1']);
    vi.advanceTimersByTime(1_000);
    newest().opens();
    // It opened, but nothing answers.
    vi.advanceTimersByTime(6_000);
    expect(heard).toEqual(['closed 0', 'closed 1', 'opened', 'closed 0']);
  });

  test('to a slow server is kept', () => {
    begin();
    newest().opens();
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(5_500);
      newest().says({ t: 'pong' });
    }
    expect(Line.all).toHaveLength(1);
    expect(heard).toEqual(['opened']);
  });

  test('that may have died during sleep is tested at once, and only briefly', () => {
    const socket = begin();
    newest().opens();
    newest().says({ t: 'pong' });
    socket.retryNow();
    expect(newest().sent.map(({ t }) => t)).toEqual(['ping', 'ping']);
    vi.advanceTimersByTime(2_500);
    expect(heard).toEqual(['opened', 'closed 0']);
    socket.retryNow();
    expect(Line.all).toHaveLength(2);
  });

  test('is replaced without a test when it must be dead', () => {
    const socket = begin();
    const [first] = Line.all;
    newest().opens();
    socket.renew();
    vi.advanceTimersByTime(0);
    expect(first?.closed).toBe(true);
    expect(Line.all).toHaveLength(2);
    // Messages on the dead connection are ignored.
    first?.says({ t: 'pong' });
    expect(heard).toEqual(['opened', 'closed 0']);
  });

  test('comes back within a second, at any moment of it, when another server takes over', () => {
    const when = (chance: number): number => {
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      begin();
      newest().opens();
      const lines = Line.all.length;
      newest().onclose?.({ code: 1012 });
      let waited = 0;
      for (; Line.all.length === lines; waited++) vi.advanceTimersByTime(1);
      vi.restoreAllMocks();
      return waited;
    };
    const waits = [0, 0.5, 0.999].map(when);
    expect(waits[0]).toBeLessThan(20);
    expect(waits[1]).toBeGreaterThan(400);
    expect(waits[1]).toBeLessThan(500);
    expect(waits[2]).toBeGreaterThan(800);
    expect(waits[2]).toBeLessThan(1000);
  });

  test('says who the guest was, for as long as they are one', () => {
    const socket = begin();
    expect(newest().protocols).toBe('castled.v1');
    const you = { id: 'g1', name: 'Guest-1', rating: null, guest: true };
    const welcome = { t: 'welcome', you, playing: [], seeks: [], now: 1 };
    newest().opens();
    newest().says({ ...welcome, token: 'v1.g1.2.c2ln' });
    socket.renew();
    vi.advanceTimersByTime(0);
    expect(newest().protocols).toEqual(['castled.v1', 'token.v1.g1.2.c2ln']);
    newest().opens();
    newest().says({ ...welcome, token: null });
    socket.renew();
    vi.advanceTimersByTime(0);
    expect(newest().protocols).toBe('castled.v1');
  });

  test('tells garbled messages from merely new ones', () => {
    begin();
    newest().opens();
    newest().says({ t: 'brand_new' });
    newest().says({ t: 'start', game: 5 });
    newest().onmessage?.({ data: new ArrayBuffer(8) });
    newest().onmessage?.({ data: '{"t":' });
    expect(heard).toEqual(['opened', 'garbled']);
  });

  test('keeps trying where the browser forbids it, and never throws', () => {
    vi.stubGlobal(
      'WebSocket',
      class {
        constructor() {
          throw new DOMException('forbidden', 'SecurityError');
        }
      },
    );
    const socket = begin();
    expect(socket.send({ t: 'lobby', on: true, id: 1 })).toBe(false);
    socket.retryNow();
    // By chance more or less: two after 1.25 s at the latest, the third after 1.9 s at the earliest.
    vi.advanceTimersByTime(1_300);
    expect(heard).toEqual(['closed 0', 'closed 1', 'closed 2']);
  });
});
