// player.mjs - one connection to /ws: sends requests, keeps everything received, waits for what should come.
//
// Every wait has a limit, and the message waited for may have come already: waiting starts after the message that
// was last waited for (seen).

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import WebSocket from 'ws';

import { patience } from './castled.mjs';

const within = (promise, what) => {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain for ${what()}`)), patience);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
};

// A server may be elsewhere (url), and need a socket with options of its own.
const socketUrl = server => server.url?.replace(/^http/, 'ws').concat('/ws') ?? `ws://127.0.0.1:${server.port}/ws`;

// The answer to the handshake when it is not 101: { status, headers }.
export function refusedHandshake(server, { headers = {}, protocols = ['castled.v1'], ...options } = {}) {
  const socket = new WebSocket(socketUrl(server), protocols, { ...server.socket, ...options, headers });
  return within(
    new Promise((resolve, reject) => {
      socket.on('open', () => reject(new Error('the handshake was accepted')));
      socket.on('error', () => {});
      socket.on('unexpected-response', (request, response) => {
        resolve({ status: response.statusCode, headers: response.headers });
        request.destroy();
      });
    }),
    () => 'a refusal of the handshake',
  );
}

// Connects; with a token as that person, with headers as they say, else as a new guest; from an address of this
// machine (localAddress; 127.0.0.0/8 are all its own). Resolves after welcome.
export async function connect(server, { token, headers = {}, protocols = ['castled.v1'], ...options } = {}) {
  const socket = new WebSocket(socketUrl(server), protocols, {
    ...server.socket,
    ...options,
    headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
    perMessageDeflate: false,
  });
  const waiting = new Set();
  let nextId = 1;

  const player = {
    socket,
    messages: [], // everything received, parsed
    texts: [], // and as text
    seen: 0,
    handshake: null,

    send: message =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message)),

    // The first message from 'seen' on that fits; those before it are skipped.
    async next(fits, what = () => String(fits)) {
      const look = () => {
        for (let i = player.seen; i < player.messages.length; i++) {
          if (!fits(player.messages[i])) continue;
          player.seen = i + 1;
          return player.messages[i];
        }
        return undefined;
      };
      const found = look();
      if (found) return found;
      return within(
        new Promise((resolve, reject) => {
          const watcher = { resolve, reject, look };
          waiting.add(watcher);
        }),
        () => `${what()}; the last that came: ${player.texts.slice(-4).join(' ')}`,
      );
    },

    kind: t => player.next(m => m.t === t, () => t),

    // Sends a request and resolves with its answer, ok or error, wherever it comes. Does not move 'seen'.
    async ask(request) {
      const id = nextId++;
      let at = player.messages.length;
      player.send({ ...request, id });
      const isAnswer = m => (m.t === 'ok' || m.t === 'error') && m.id === id;
      const answer = () => {
        while (at < player.messages.length && !isAnswer(player.messages[at])) at++;
        return player.messages[at];
      };
      if (answer()) return answer();
      return within(
        new Promise((resolve, reject) => waiting.add({ resolve, reject, look: answer })),
        () => `the answer to ${JSON.stringify(request)}`,
      );
    },

    async ok(request) {
      const answer = await player.ask(request);
      assert.equal(answer.t, 'ok', `${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
      return answer;
    },

    async refused(request, code) {
      const answer = await player.ask(request);
      assert.equal(answer.t, 'error', `${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
      assert.equal(answer.code, code, `${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
      assert.equal(typeof answer.message, 'string');
      return answer;
    },

    // All events of a game so far, in the order in which they came.
    events: game => player.messages.filter(m => m.game === game && m.seq > 0 && m.t !== 'game'),

    // Waits until everything sent before has been dealt with.
    async settle() {
      const c = Math.floor(Math.random() * 1e9);
      player.send({ t: 'ping', c });
      const from = player.seen;
      await player.next(m => m.t === 'pong' && m.c === c, () => 'pong');
      player.seen = from;
    },

    close() {
      socket.close();
      return player.closed;
    },
  };

  socket.on('message', (data, isBinary) => {
    assert.equal(isBinary, false);
    const text = data.toString();
    player.texts.push(text);
    player.messages.push(JSON.parse(text));
    for (const watcher of [...waiting]) {
      const found = watcher.look();
      if (!found) continue;
      waiting.delete(watcher);
      watcher.resolve(found);
    }
  });
  player.closed = new Promise(resolve => {
    socket.on('close', code => {
      for (const watcher of waiting) watcher.reject(new Error(`the connection was closed: ${code}`));
      waiting.clear();
      resolve(code);
    });
  });
  socket.on('upgrade', response => (player.handshake = response));
  await within(
    new Promise((resolve, reject) => {
      socket.on('open', resolve);
      socket.on('error', reject);
    }),
    () => 'the handshake',
  );
  socket.on('error', () => {}); // a lost connection shows in closed
  player.welcome = await player.kind('welcome');
  return player;
}

// The code with which the server closes.
export const closeCode = player => within(player.closed, () => 'the server to close');

// Waits until those external engines have answered the server; resolves with what it says about all of them, by name.
export async function listed(player, names) {
  for (let i = 0; ; i++) {
    player.send({ t: 'engines', id: 1000 + i });
    const { engines } = await player.kind('engines');
    const byName = new Map(engines.map(engine => [engine.name, engine]));
    if (names.every(name => byName.has(name))) return byName;
    await sleep(50);
  }
}

// Two new guests in a game with each other: { white, black, game }, where game is its id.
export async function pair(server, seek = {}, players) {
  const [a, b] = players ?? [await connect(server), await connect(server)];
  const request = { t: 'seek', clock: { initial: 300_000, increment: 3000 }, fallback: null, ...seek };
  const marks = [a.messages.length, b.messages.length];
  await a.ok({ ...request, color: 'white' });
  await b.ok({ ...request, color: 'black' });
  const starts = await Promise.all([a, b].map((player, i) => {
    player.seen = Math.max(player.seen, marks[i]);
    return player.kind('start');
  }));
  assert.equal(starts[0].game, starts[1].game);
  assert.deepEqual(starts.map(s => s.color), ['white', 'black']);
  return { game: starts[0].game, white: a, black: b };
}

// The side to move plays; resolves when both have seen the event.
export async function play({ game, white, black }, ply, uci) {
  const mover = ply % 2 ? black : white;
  await mover.ok({ t: 'move', game, ply, uci });
  const isIt = m => m.t === 'move' && m.game === game && m.ply === ply + 1;
  return (await Promise.all([white.next(isIt), black.next(isIt)]))[0];
}

export async function playAll(table, moves, from = 0) {
  for (let ply = from; ply < moves.length; ply++) await play(table, ply, moves[ply]);
}

// The new connection of a player who was away: gets all that they lack of the game.
export async function catchUp(player, back, game) {
  const events = player.events(game);
  await back.ok({ t: 'watch', game, since: events.at(-1).seq });
  await back.settle();
  expectGapless([...events, ...back.events(game)], events[0].seq);
}

// Fails unless the events are numbered from 'first' on without a gap.
export function expectGapless(events, first = 1) {
  events.forEach((event, i) =>
    assert.equal(event.seq, first + i, `gap or repetition at ${JSON.stringify(event)}`),
  );
}
