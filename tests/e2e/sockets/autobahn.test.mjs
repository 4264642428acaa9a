// autobahn.test.mjs - the framing, UTF-8 and close cases of the Autobahn testsuite, against an echo on the server's own
// sockets (echo.c). The cases are rewritten from their descriptions, and have its numbers.
//
// A case is what is sent, and what must come back: messages, pongs, and the code of the close frame. Each is sent in one
// piece, and again byte by byte, or in pieces of 997 bytes where it is long. Messages and pongs are each in order; the RFC
// does not say which of the two comes first, except between fragments. This server does not take binary messages (1.2):
// they must be refused with 1003.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { patience, spawnCastled } from './castled.mjs';
import { BINARY, CLOSE, close, frame, PING, PONG, TEXT } from './frames.mjs';
import { dial } from './raw_http.mjs';

let echo;
let port;
before(async () => {
  echo = spawnCastled([], { stdio: ['ignore', 'pipe', 'inherit'] }, process.env.CASTLED_ECHO);
  port = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the echo does not start')), patience);
    let said = '';
    echo.stdout.on('data', text => {
      said += text;
      const found = /ready on port (\d+)\n/.exec(said);
      if (found) resolve(Number(found[1]), clearTimeout(timer));
    });
  });
});
after(() => echo.kill('SIGKILL'));

// ---- what is sent ----

const say = (payload, options) => frame(payload, options);
const begin = (payload, options) => frame(payload, { ...options, fin: false });
const go = payload => frame(payload, { opcode: 0, fin: false });
const end = payload => frame(payload, { opcode: 0 });
const ping = payload => frame(payload, { opcode: PING });
const pong = payload => frame(payload, { opcode: PONG });
const bye = close(1000);
const fragments = (payload, size) => {
  const all = Buffer.from(payload);
  const parts = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.subarray(at, at + size));
  return parts.map((part, i) => frame(part, { opcode: i ? 0 : TEXT, fin: i === parts.length - 1 }));
};

// ---- the cases ----

const cases = [];
// For these 'sent' frames come these messages and pongs, then a close frame with 'code' (null: without a code).
const add = (name, sent, { messages = [], pongs = [], code = 1000 } = {}) => cases.push({ name, sent, messages, pongs, code });
const bad = (name, sent, rest = {}) => add(name, sent, { code: 1002, ...rest });

for (const [i, size] of [0, 125, 126, 127, 128, 65_535, 65_536].entries()) {
  add(`1.1.${i + 1} a text of ${size} bytes`, [say('*'.repeat(size)), bye], { messages: ['*'.repeat(size)] });
  bad(`1.2.${i + 1} ${size} bytes of binary`, [frame(Buffer.alloc(size, 0xfe), { opcode: BINARY }), bye], { code: 1003 });
}

const OCTETS = Buffer.from([0x00, 0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0x00, 0xff]);
add('2.1 a ping without payload', [ping(''), bye], { pongs: [''] });
add('2.2 a ping with a text', [ping('Hello, world!'), bye], { pongs: ['Hello, world!'] });
add('2.3 a ping that is no text', [ping(OCTETS), bye], { pongs: [OCTETS] });
add('2.4 a ping of 125 bytes', [ping(Buffer.alloc(125, 0xfe)), bye], { pongs: [Buffer.alloc(125, 0xfe)] });
bad('2.5 a ping of 126 bytes', [ping(Buffer.alloc(126, 0xfe)), bye]);
add('2.7 a pong that nobody asked for', [pong(''), bye]);
add('2.8 one with a payload', [pong('unsolicited'), bye]);
add('2.9 one, and a ping behind it', [pong('unsolicited'), ping('ours'), bye], { pongs: ['ours'] });
const ten = Array.from({ length: 10 }, (_, i) => `payload-${i}`);
add('2.10 ten pings', [...ten.map(ping), bye], { pongs: ten });

bad('3.1 RSV 1', [say('small', { rsv: 1 }), bye]);
bad('3.2 RSV 2 behind a message', [say('small'), say('small', { rsv: 2 }), ping(''), bye], { messages: ['small'] });
bad('3.3 RSV 3 behind a message', [say('small'), say('small', { rsv: 3 }), ping(''), bye], { messages: ['small'] });
bad('3.4 RSV 4 behind a message', [say('small'), say('small', { rsv: 4 }), ping(''), bye], { messages: ['small'] });
bad('3.5 RSV 5 of binary', [frame(OCTETS, { opcode: BINARY, rsv: 5 }), bye]);
bad('3.6 RSV 6 of a ping', [frame('ping', { opcode: PING, rsv: 6 }), bye]);
bad('3.7 RSV 7 of a close frame', [frame([3, 232], { opcode: CLOSE, rsv: 7 }), bye]);

for (const [i, opcode] of [3, 4, 5, 6, 7].entries()) {
  const before = i < 2 ? [] : [say('small')];
  bad(`4.1.${i + 1} opcode ${opcode}`, [...before, frame(i % 2 ? 'payload' : '', { opcode }), ping(''), bye], { messages: before.map(() => 'small') });
}
for (const [i, opcode] of [11, 12, 13, 14, 15].entries()) {
  const before = i < 2 ? [] : [say('small')];
  bad(`4.2.${i + 1} opcode ${opcode}`, [...before, frame(i % 2 ? 'payload' : '', { opcode }), ping(''), bye], { messages: before.map(() => 'small') });
}

bad('5.1 a ping in two fragments', [frame('frag', { opcode: PING, fin: false }), end('ment'), bye]);
bad('5.2 a pong in two fragments', [frame('frag', { opcode: PONG, fin: false }), end('ment'), bye]);
add('5.3 a text in two fragments', [begin('fragment1'), end('fragment2'), bye], { messages: ['fragment1fragment2'] });
add('5.6 and a ping between', [begin('fragment1'), ping('ping'), end('fragment2'), bye], { messages: ['fragment1fragment2'], pongs: ['ping'] });
bad('5.9 a continuation of nothing, that ends', [end('non-continuation'), say('Hello, world!'), bye]);
bad('5.12 a continuation of nothing, that goes on', [go('non-continuation'), say('Hello, world!'), bye]);
bad('5.15 a continuation behind the end of a message', [begin('fragment1'), end('fragment2'), go('fragment3'), end('fragment4'), bye], { messages: ['fragment1fragment2'] });
bad('5.16 continuations that go on, and texts', [go('fragment1'), say('fragment2'), go('fragment3'), end('fragment4'), bye]);
bad('5.17 continuations that end, and texts', [end('fragment1'), say('fragment2'), end('fragment3'), bye]);
bad('5.18 a text within a text', [begin('fragment1'), say('fragment2'), bye]);
add('5.19 five fragments and pings between', [begin('fragment1'), go('fragment2'), ping('pongme 1!'), go('fragment3'), ping('pongme 2!'), go('fragment4'), end('fragment5'), bye],
  { messages: ['fragment1fragment2fragment3fragment4fragment5'], pongs: ['pongme 1!', 'pongme 2!'] });

add('6.1.1 an empty text', [say(''), bye], { messages: [''] });
add('6.1.2 three empty fragments', [begin(''), go(''), end(''), bye], { messages: [''] });
add('6.1.3 one between two empty ones', [begin(''), go('middle frame payload'), end(''), bye], { messages: ['middle frame payload'] });
const greek = 'Hello-µ@ßöäüàá-UTF-8!!';
const cosme = '\u03ba\u1f79\u03c3\u03bc\u03b5';
add('6.2.1 UTF-8', [say(greek), bye], { messages: [greek] });
add('6.2.2 in two fragments, cut at a character', [begin('Hello-µ@ßöä'), end('üàá-UTF-8!!'), bye], { messages: [greek] });
add('6.2.3 in fragments of a byte', [...fragments(greek, 1), bye], { messages: [greek] });
add('6.2.4 in fragments of a byte', [...fragments(cosme, 1), bye], { messages: [cosme] });
const broken = Buffer.concat([Buffer.from(cosme), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('edited')]);
const wrong = (name, sent) => add(name, sent, { code: 1007 });
wrong('6.3.1 a surrogate', [say(broken), bye]);
wrong('6.3.2 in fragments of a byte', [...fragments(broken, 1), bye]);
// The rest after a bad fragment is never sent: the fragment must be refused without it.
wrong('6.4.1 a bad fragment in the middle', [begin(cosme), go([0xf4, 0x90, 0x80, 0x80])]);
wrong('6.4.2 a character that can only become bad', [begin(Buffer.concat([Buffer.from(cosme), Buffer.from([0xf4])])), go([0x90])]);
wrong('6.4.3 within a frame', [frame(Buffer.concat([Buffer.from(cosme), Buffer.from([0xf4, 0x90, 0x80, 0x80]), Buffer.from('edited')])).subarray(0, 6 + 15)]);
wrong('6.4.4 within a frame, as early as can be', [frame(Buffer.concat([Buffer.from(cosme), Buffer.from([0xf4, 0x90, 0x80, 0x80]), Buffer.from('edited')])).subarray(0, 6 + 13)]);

// Markus Kuhn's "UTF-8 decoder capability and stress test", as Autobahn's 6.5 to 6.23 have it.
const hex = text => Buffer.from(text.replaceAll(' ', ''), 'hex');
const GOOD = {
  '6.5': ['cebae1bdb9cf83cebcceb5'],
  '6.7': ['00', 'c280', 'e0a080', 'f0908080'],
  '6.9': ['7f', 'dfbf', 'efbfbf', 'f48fbfbf'],
  '6.11': ['ed9fbf', 'ee8080', 'efbfbd', 'f48fbfbf'],
  '6.22': ['efbfbe', 'efbfbf', 'f09fbfbe', 'f09fbfbf', 'f0afbfbe', 'f0afbfbf', 'f48fbfbe', 'f48fbfbf'],
  '6.23': ['efbfb9', 'efbfba', 'efbfbb', 'efbfbc', 'efbfbd', 'efbfbe', 'efbfbf'],
};
const BAD = {
  '6.6': ['ce', 'cebae1', 'cebae1bd', 'cebae1bdb9cf', 'cebae1bdb9cf83ce', 'cebae1bdb9cf83cebcce'],
  '6.8': ['f888808080', 'fc8480808080'],
  '6.10': ['f7bfbfbf', 'fbbfbfbfbf', 'fdbfbfbfbfbf'],
  '6.11': ['f4908080'],
  '6.12': ['80', 'bf', '80bf', '80bf80', '80bf80bf', '80bf80bf80', '80bf80bf80bf', Array.from({ length: 64 }, (_, i) => (128 + i).toString(16)).join('')],
  '6.13': [Array.from({ length: 32 }, (_, i) => `${(0xc0 + i).toString(16)}20`).join(''), Array.from({ length: 16 }, (_, i) => `${(0xe0 + i).toString(16)}20`).join(''),
    Array.from({ length: 8 }, (_, i) => `${(0xf0 + i).toString(16)}20`).join(''), 'f820f920fa20fb20', 'fc20fd20'],
  '6.14': ['c0', 'e080', 'f08080', 'f8808080', 'fc80808080', 'df', 'efbf', 'f7bfbf', 'fbbfbfbf', 'fdbfbfbfbf'],
  '6.15': ['c0e080f08080f8808080fc80808080dfefbff7bfbffbbfbfbffdbfbfbfbf'],
  '6.16': ['fe', 'ff', 'fefeffff'],
  '6.17': ['c0af', 'e080af', 'f08080af', 'f8808080af', 'fc80808080af'],
  '6.18': ['c1bf', 'e09fbf', 'f08fbfbf', 'f887bfbfbf', 'fc83bfbfbfbf'],
  '6.19': ['c080', 'e08080', 'f0808080', 'f880808080', 'fc8080808080'],
  '6.20': ['eda080', 'edadbf', 'edae80', 'edafbf', 'edb080', 'edbe80', 'edbfbf'],
  '6.21': ['eda080edb080', 'eda080edbfbf', 'edadbfedb080', 'edadbfedbfbf', 'edae80edb080', 'edae80edbfbf', 'edafbfedb080', 'edafbfedbfbf'],
};
for (const [section, list] of Object.entries(GOOD))
  for (const [i, bytes] of list.entries()) add(`${section}, the ${i + 1}th that is good`, [say(hex(bytes)), bye], { messages: [hex(bytes)] });
for (const [section, list] of Object.entries(BAD))
  for (const [i, bytes] of list.entries()) wrong(`${section}, the ${i + 1}th that is bad`, [say(hex(bytes)), bye]);

add('7.1.1 a message and a close frame', [say('Hello World!'), bye], { messages: ['Hello World!'] });
add('7.1.2 two close frames', [bye, close(1000)]);
add('7.1.3 a ping behind a close frame', [bye, ping('')]);
add('7.1.4 a text behind a close frame', [bye, say('Hello World!')]);
add('7.1.5 a close frame within a message', [begin('fragment1'), bye, end('fragment2')]);
add('7.1.6 a long message, a close frame and a ping', [say('BAsd7&jh23'.repeat(26_214)), bye, ping('')], { messages: ['BAsd7&jh23'.repeat(26_214)] });
add('7.3.1 a close frame without payload', [frame('', { opcode: CLOSE })], { code: null });
bad('7.3.2 of one byte', [frame('a', { opcode: CLOSE })]);
add('7.3.3 of a code', [close(1000)]);
add('7.3.4 of a code and a reason', [close(1000, 'Hello World!')]);
add('7.3.5 with the longest reason', [close(1000, '*'.repeat(123))]);
bad('7.3.6 with a longer one', [close(1000, '*'.repeat(124))]);
wrong('7.5.1 with a reason that is no UTF-8', [frame(Buffer.concat([Buffer.from([3, 232]), broken]), { opcode: CLOSE })]);
for (const [i, code] of [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].entries())
  add(`7.7.${i + 1} the code ${code}`, [close(code)], { code });
for (const [i, code] of [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].entries())
  bad(`7.9.${i + 1} the code ${code}`, [close(code)]);

for (const [i, size] of [64, 256, 1024, 4096, 16_384, 65_536].entries())
  add(`9.3.${i + 1} 256 KiB in fragments of ${size} bytes`, [...fragments('*'.repeat(262_144), size), bye], { messages: ['*'.repeat(262_144)] });
const hundred = Array.from({ length: 100 }, (_, i) => `message ${i} ${'x'.repeat(i * 20)}`);
add('9.7 a hundred messages', [...hundred.map(each => say(each)), bye], { messages: hundred });
add('10.1.1 65,536 bytes in fragments of 1,300', [...fragments('*'.repeat(65_536), 1300), bye], { messages: ['*'.repeat(65_536)] });

// More from RFC 6455.
bad('a frame that is not masked (5.1)', [frame('hello', { masked: false }), bye]);
bad('a length of 5 in 16 bits (5.2)', [frame('hello', { bits: 16 }), bye]);
bad('a length of 5 in 64 bits (5.2)', [frame('hello', { bits: 64 }), bye]);
bad('a length of 2^63 (5.2)', [frame('hello', { told: 0x8000000000000000n }), bye]);
add('a message that is too long (7.4.1)', [frame('hello', { told: 1_048_576 })], { code: 1009 });

// ---- what comes back ----

// The server's frames as messages, pongs and the code of the close frame, after which nothing may come.
function read(bytes) {
  const found = { messages: [], pongs: [], code: undefined };
  for (let at = 0; at + 2 <= bytes.length; ) {
    assert.equal(found.code, undefined, 'nothing comes behind a close frame');
    const opcode = bytes[at] & 15;
    assert.equal(bytes[at] & 0xf0, 0x80, "a server's frame is whole and has no RSV bits");
    assert.equal(bytes[at + 1] & 0x80, 0, 'a server masks nothing');
    const wide = { 126: 2, 127: 8 }[bytes[at + 1]] ?? 0;
    if (at + 2 + wide > bytes.length) break;
    const length = wide === 8 ? Number(bytes.readBigUInt64BE(at + 2)) : wide === 2 ? bytes.readUInt16BE(at + 2) : bytes[at + 1];
    const payload = bytes.subarray(at + 2 + wide, at + 2 + wide + length);
    if (payload.length < length) break;
    if (opcode === TEXT) found.messages.push(payload);
    else if (opcode === PONG) found.pongs.push(payload);
    else if (opcode === CLOSE) found.code = length ? payload.readUInt16BE(0) : null;
    else assert.fail(`opcode ${opcode}`);
    at += 2 + wide + length;
  }
  return found;
}

const HANDSHAKE = 'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

function pieces(sent, size) {
  const all = Buffer.concat(sent);
  const list = [];
  for (let at = 0; at < all.length; at += size) list.push(all.subarray(at, at + size));
  return list;
}

async function run({ name, sent, messages, pongs, code }, size) {
  const wire = dial(port);
  wire.write(HANDSHAKE);
  const head = await wire.until(w => w.bytes.includes('\r\n\r\n') && w.bytes.indexOf('\r\n\r\n') + 4, 'a 101');
  assert.match(wire.bytes.toString('latin1'), /^HTTP\/1\.1 101 [^]*\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n/);
  for (const piece of pieces(sent, size)) wire.write(piece);
  await wire.until(w => w.ended, `the end of ${name}`); // it is the server that closes first (7.1.1)
  const found = read(wire.bytes.subarray(head));
  wire.destroy();
  const bytes = list => list.map(each => Buffer.from(each).toString('latin1'));
  assert.deepEqual(bytes(found.messages), bytes(messages));
  assert.deepEqual(bytes(found.pongs), bytes(pongs));
  assert.equal(found.code, code);
  assert.ok(!wire.reset, 'the connection was reset');
}

async function runAll(sizeOf) {
  const failures = [];
  const rest = [...cases];
  const lane = async () => {
    for (let next = rest.shift(); next; next = rest.shift())
      await run(next, sizeOf(next.sent)).catch(error => failures.push(`${next.name}: ${error.message.slice(0, 300)}`));
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  assert.equal(failures.length, 0, failures.join('\n'));
  return cases.length;
}

const lengthOf = sent => sent.reduce((sum, each) => sum + each.length, 0);

test('each case in one piece', async t => t.diagnostic(`${await runAll(lengthOf)} cases`));
test('each case byte by byte', async t => t.diagnostic(`${await runAll(sent => (lengthOf(sent) < 1000 ? 1 : 997))} cases`));
