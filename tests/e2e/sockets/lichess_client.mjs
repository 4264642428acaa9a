// lichess_client.mjs - a bot, or a board with sensors, as the Lichess API sees it: a token, requests in the very bytes that the
// clients send, streams of JSON lines read chunk by chunk.

import assert from 'node:assert/strict';

import { browser } from './http_client.mjs';
import { dial } from './raw_http.mjs';

const SCOPES = 'challenge:read challenge:write board:play';

// A stream: its head, its chunks as they came, its lines parsed (null for an empty one), whether it has ended. next() is the
// first line that fits, after the one that was found last.
function readStream(wire) {
  let seen = 0; // bytes up to which everything was read
  let at = 0; // the next line to look at
  const stream = {
    wire,
    head: undefined,
    chunks: [],
    lines: [],
    ended: false,
    read() {
      const bytes = wire.bytes;
      if (!stream.head) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) return;
        stream.head = bytes.toString('latin1', 0, end);
        seen = end + 4;
      }
      if (!/transfer-encoding: chunked/i.test(stream.head)) return;
      for (;;) {
        const end = bytes.indexOf('\r\n', seen);
        if (end < 0) return;
        const size = parseInt(bytes.toString('latin1', seen, end), 16);
        if (bytes.length < end + 2 + size + 2) return;
        seen = end + 2 + size + 2;
        if (size === 0) {
          stream.ended = true;
          return;
        }
        const chunk = bytes.toString('utf8', end + 2, end + 2 + size);
        stream.chunks.push(chunk);
        for (const line of chunk.split('\n').slice(0, -1)) stream.lines.push(line === '' ? null : JSON.parse(line));
      }
    },
    next: (fits, what = String(fits)) =>
      wire.until(() => {
        stream.read();
        for (; at < stream.lines.length; at++) if (stream.lines[at] && fits(stream.lines[at])) return stream.lines[at++];
        return undefined;
      }, `${what} on the stream; so far ${JSON.stringify(stream.lines.slice(-5))}`),
    type: type => stream.next(line => line.type === type, type),
    state: fits => stream.next(line => line.type === 'gameState' && fits(line), `a state with ${fits}`),
    idle: () => wire.until(() => (stream.read(), stream.lines.at(-1) === null), 'an empty line'),
    opened: () => wire.until(() => (stream.read(), stream.head), 'the head of a stream'),
    end: () => wire.until(() => (stream.read(), stream.ended), 'the end of the stream'),
    close: () => wire.destroy(),
  };
  return stream;
}

// Any path as a stream, with or without a token.
export function openStream(server, path, { token, method = 'GET', body = '', headers = [] } = {}) {
  const wire = dial(server.port);
  const lines = [`Host: 127.0.0.1:${server.port}`, 'Accept: application/json', 'Accept-Encoding: gzip, deflate', ...headers];
  if (token) lines.push(`Authorization: Bearer ${token}`);
  if (method !== 'GET') lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  wire.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  return readStream(wire);
}

// An account with a token; 'bot' makes it a program's.
export async function lichess(server, name, { bot = false, scopes = bot ? `${SCOPES} bot:play` : SCOPES } = {}) {
  const page = browser(server);
  assert.equal((await page.post('/api/account', { name, password: 'correct-horse' })).status, 201);
  const made = await page.post('/api/tokens', { description: 'client', scopes: scopes.split(' ') });
  assert.equal(made.status, 201);
  const api = browser(server, { token: made.json.token, agent: `lichess-bot/2026.8.2.1 user:${name}` });
  const self = {
    name,
    page,
    token: made.json.token,
    kind: bot ? 'bot' : 'board',
    get: api.get,
    post: api.post,
    delete: path => api.ask('DELETE', path),
    ask: api.ask,
    // A POST that must be answered {"ok":true}.
    async ok(path, body, extra) {
      const answer = await api.post(path, body, extra);
      assert.deepEqual([answer.status, answer.json], [200, { ok: true }], `${path}: ${answer.body}`);
      assert.match(answer.headers['content-type'], /^application\/json/);
    },
    stream: (path, how) => openStream(server, path, { ...how, token: made.json.token }),
    async events() {
      self.event = self.stream('/api/stream/event');
      await self.event.opened();
      return self.event;
    },
    game: id => self.stream(`/api/${self.kind}/game/stream/${id}`),
    play: (id, what, body) => self.ok(`/api/${self.kind}/game/${id}/${what}`, body),
  };
  if (bot) await self.ok('/api/bot/account/upgrade');
  return self;
}

// One challenges the other, who accepts: the game's id, and both of its streams.
export async function begin(one, other, terms = {}) {
  const asked = { rated: false, 'clock.limit': 300, 'clock.increment': 2, color: 'white', ...terms };
  const made = await one.post(`/api/challenge/${other.name}`, asked);
  assert.equal(made.status, 200, made.body);
  await other.event.next(line => line.type === 'challenge' && line.challenge.id === made.json.id, 'the challenge');
  await other.ok(`/api/challenge/${made.json.id}/accept`);
  await other.event.next(line => line.type === 'gameStart' && line.game.id === made.json.id, 'gameStart');
  const game = { id: made.json.id, one: one.game(made.json.id), other: other.game(made.json.id) };
  game.full = await game.one.type('gameFull');
  await game.other.type('gameFull');
  return game;
}

// A challenge that is open to anybody, which whoever makes it has joined: its JSON.
export async function openToAll(player, terms, color) {
  const made = await player.post('/api/challenge/open', terms);
  assert.equal(made.status, 200, made.body);
  await player.ok(`/api/challenge/${made.json.id}/accept${color ? `?color=${color}` : ''}`);
  return made.json;
}

// Each member, by its path, is there and of that type; '|' stands between types.
export function hasMembers(thing, members) {
  const kind = value => (value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value);
  for (const [path, types] of Object.entries(members)) {
    const value = path.split('.').reduce((at, name) => at?.[name], thing);
    assert.ok(types.split('|').includes(kind(value)), `${path} is ${JSON.stringify(value)}, not ${types}: ${JSON.stringify(thing)}`);
  }
}
