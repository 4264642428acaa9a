// streams.mjs - streams of bytes for the listening port, made from a seed: requests and WebSocket frames, good and bad,
// combined, mutated and cut.
//
// stream(seed, index) is always the same: { pieces: [{ bytes, then }], ending }.

import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

import { BINARY, CLOSE, close, frame, PING, PONG, text } from './frames.mjs';
import { seeded } from './games.mjs';
import kinds from './http_kinds.mjs';
import { head } from './raw_http.mjs';

const read = path => fs.readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const requests = [...read('server/protocol/PROTOCOL.md').matchAll(/^→ (\{.*\})$/gm)].map(match => match[1]);
const routes = ['api/internal/routes.c', 'lichess/internal/lichess_routes.c'].flatMap(table =>
  [...read(`server/${table}`).matchAll(/\{HTTP_([A-Z]+),\s*"([^"]+)"/g)].map(m => [m[1], m[2].replaceAll('{}', 'Alice')]));
const short = kinds.filter(kind => kind.bytes.length < 3000);
const upgrades = kinds.filter(kind => kind.then === 'upgrade' && kind.pongs === undefined);

// Sizes at which parsers have edges.
const WORDS = ['\r\n', '\r\n\r\n', '\n', '\r', '\0', ' ', '\t', ':', ',', ';', '%', '%00', '%ff', '/', '//', '/..', '?', '&', '=', '#', '*',
  'HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', 'GET ', 'POST ', 'HEAD ', 'Host: x\r\n', 'Content-Length: 0\r\n', 'Content-Length: 1\r\n',
  'Content-Length: 4294967296\r\n', 'Transfer-Encoding: chunked\r\n', 'Connection: close\r\n', 'Connection: keep-alive\r\n',
  'Connection: Upgrade\r\n', 'Upgrade: websocket\r\n', 'Expect: 100-continue\r\n', 'Sec-WebSocket-Key: \r\n', 'Cookie: castled_session=\r\n',
  'Authorization: Bearer \r\n', 'X-Forwarded-For: ::1\r\n', 'Accept-Encoding: br;q=0, gzip\r\n', 'If-None-Match: *\r\n',
  'Range: bytes=0-\r\n', '0\r\n\r\n', 'ffffffff', '-1', '99999999999999999999', '"', '\\', '{', '[', '\u00ff', 'a'.repeat(300)];

export function stream(seed, index) {
  const random = seeded((Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0);
  const below = n => Math.floor(random() * n);
  const pick = list => list[below(list.length)];
  const chance = part => random() < part;
  const noise = size => Buffer.from(Array.from({ length: size }, () => below(256)));

  const body = () => pick([
    () => Buffer.from(pick(requests)),
    () => Buffer.from(`name=${'a'.repeat(below(30))}&password=${'b'.repeat(below(40))}`),
    () => Buffer.from(`{"name":"Bob","password":"${'x'.repeat(below(200))}"}`),
    () => noise(below(200)),
    () => Buffer.from(pick(short).bytes),
    () => Buffer.alloc(below(20_000), 97),
  ])();

  function request() {
    if (chance(0.5)) return pick(chance(0.05) ? kinds : short).bytes;
    const [method, path] = pick(routes);
    const content = chance(0.5) && method !== 'GET' ? body() : Buffer.alloc(0);
    const told = content.length + (chance(0.1) ? below(20) - 10 : 0);
    const headers = [];
    if (method !== 'GET' || chance(0.05)) headers.push(`Content-Length: ${told}`);
    if (chance(0.1)) headers.push(`Connection: ${pick(['close', 'keep-alive', 'upgrade', 'close, upgrade'])}`);
    if (chance(0.1)) headers.push(`Cookie: castled_session=${'v'.repeat(below(120))}`);
    if (chance(0.1)) headers.push(`Accept-Encoding: ${pick(['gzip', 'br', '*;q=0', ',,,', 'gzip;q=x'])}`);
    return Buffer.concat([Buffer.from(head(method, path + (chance(0.3) ? '?max=2&sort=dateAsc&since=1' : ''), ...headers), 'latin1'), content]);
  }

  const payload = () => (chance(0.8) ? Buffer.from(pick(requests)) : chance(0.5) ? noise(below(300)) : Buffer.alloc(below(6000), 123));
  const frames = [
    () => { // one message in fragments, control frames between them
      const whole = payload();
      const at = below(whole.length + 1);
      return Buffer.concat([
        frame(whole.subarray(0, at), { fin: false }),
        chance(0.5) ? frame('are you there', { opcode: PING }) : Buffer.alloc(0),
        frame(whole.subarray(at), { opcode: chance(0.9) ? 0 : 1, fin: chance(0.8) }),
      ]);
    },
    () => Buffer.concat(Array.from({ length: below(300) }, () => frame('', { opcode: PING }))),
    () => frame(noise(below(126)), { opcode: pick([PING, PONG]) }),
    () => frame(noise(126 + below(200)), { opcode: pick([PING, PONG, CLOSE]) }),
    () => frame(payload(), { opcode: pick([PING, CLOSE, PONG]), fin: false }),
    () => frame(payload(), { opcode: below(16), rsv: chance(0.3) ? below(8) : 0 }),
    () => frame(payload(), { rsv: 1 + below(7) }),
    () => frame(payload(), { masked: false }),
    () => frame(payload(), { opcode: BINARY }),
    () => frame(payload(), { opcode: 0 }),
    () => frame(payload(), { told: pick([0, 1, 125, 126, 127, 4096, 4097, 65535, 65536, 2 ** 31, 2 ** 32, 2 ** 53]) }),
    () => frame(payload(), { told: 0xffffffffffffffffn }),
    () => frame(payload(), { told: 0x8000000000000000n }),
    () => frame('{"t":"ping"}', { bits: pick([16, 64]) }), // longer than necessary
    () => frame(pick([[0xff], [0xc3, 0x28], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]])),
    () => Buffer.concat([frame([0xf0, 0x9f], { fin: false }), frame([0x98, 0x80].slice(below(3)), { opcode: 0 })]),
    () => close(pick([undefined, 0, 999, 1000, 1001, 1004, 1005, 1006, 1011, 1015, 2999, 3000, 4999, 5000, 65535]), 'x'.repeat(below(124))),
    () => frame([3], { opcode: CLOSE }),
    () => frame([3, 232, 0xff, 0xfe], { opcode: CLOSE }),
    () => text('['.repeat(below(4096))),
    () => noise(below(100)),
  ];

  // A part of a stream: it 'opens' another WebSocket, and what follows is sent when that is answered.
  const part = (bytes, opens = false) => ({ bytes, opens });
  function socket() {
    const parts = [part(pick(upgrades).bytes, chance(0.95)), part(Buffer.alloc(0))];
    for (let i = below(8); i >= 0; i--) parts[1].bytes = Buffer.concat([parts[1].bytes, chance(0.6) ? text(pick(requests)) : pick(frames)()]);
    return parts;
  }

  function mutate(bytes) {
    const at = below(bytes.length + 1);
    const to = Math.min(bytes.length, at + below(chance(0.8) ? 8 : 400));
    const put = middle => Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(to)]);
    switch (below(8)) {
      case 0: return put(Buffer.from(pick(WORDS), 'latin1'));
      case 1: return put(Buffer.concat([Buffer.from(pick(WORDS), 'latin1'), bytes.subarray(at, to)]));
      case 2: return put(Buffer.alloc(0));
      case 3: return put(noise(to - at));
      case 4: return put(Buffer.concat([bytes.subarray(at, to), bytes.subarray(at, to)]));
      case 5: return put(request().subarray(0, below(200)));
      case 6: { // another number
        const found = [...bytes.toString('latin1').matchAll(/\d+/g)];
        if (!found.length) return bytes;
        const { 0: digits, index: from } = pick(found);
        const other = pick(['0', '1', String(Number(digits) + 1), String(Number(digits) - 1), `0${digits}`, '4096', '65536', '2147483648']);
        return Buffer.concat([bytes.subarray(0, from), Buffer.from(other), bytes.subarray(from + digits.length)]);
      }
      default: {
        if (!bytes.length) return bytes;
        const copy = Buffer.from(bytes);
        for (let i = below(4); i >= 0; i--) copy[below(copy.length)] ^= 1 << below(8);
        return copy;
      }
    }
  }

  function cut(bytes) {
    const count = chance(0.4) ? 0 : below(chance(0.9) ? 5 : 60);
    const places = [...new Set(Array.from({ length: count }, () => below(bytes.length + 1)))].sort((a, b) => a - b);
    return [0, ...places].map((from, i) => bytes.subarray(from, places[i] ?? bytes.length));
  }

  const parts = [];
  for (let i = chance(0.4) ? 0 : below(5); i >= 0; i--) parts.push(...(chance(0.35) ? socket() : [part(request())]));
  if (chance(0.65))
    for (let i = below(chance(0.8) ? 4 : 20); i >= 0; i--) {
      const one = pick(parts);
      if (!one.opens || chance(0.1)) one.bytes = mutate(one.bytes);
    }
  // 'then': what to wait for after a piece: nothing, that the server has read it, or an upgrade's answer.
  const pieces = parts.flatMap(({ bytes, opens }) =>
    cut(bytes).map((piece, i, all) => ({ bytes: piece, then: opens && i === all.length - 1 ? 'open' : chance(0.5) ? 'read' : '' })));
  return {
    pieces,
    // finish: half-closed, and read to the end; cut: reset at once; leave: gone at once, politely; stay: nothing more is
    // sent or read until others are done.
    ending: pick(['finish', 'finish', 'finish', 'cut', 'leave', 'stay']),
  };
}
