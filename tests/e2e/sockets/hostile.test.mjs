// hostile.test.mjs - no sequence of bytes stops the server or makes it answer what was not asked.
//
// All pairs of the kinds in http_kinds.mjs, one after the other on a connection, in one segment, in two, or cut anywhere.
// The quick form draws pairs and one way to send each; CASTLED_HOSTILE=all sends every pair in one, in two and in four,
// CASTLED_HOSTILE=cuts draws pairs and cuts each at every single place. CASTLED_PAIRS is how many are drawn, another
// CASTLED_SEED draws others.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { castled } from './castled.mjs';
import { BINARY, CLOSE, close, frame, parseFrames, PING, PONG, text } from './frames.mjs';
import { seeded } from './games.mjs';
import kinds, { HIDDEN_ANSWER, LAST, LAST_ANSWER } from './http_kinds.mjs';
import { untilIdle } from './process.mjs';
import { askOnce, closes, dial, head, parseAnswers, prober, UNKNOWN } from './raw_http.mjs';

const form = process.env.CASTLED_HOSTILE ?? 'quick';
const seed = Number(process.env.CASTLED_SEED ?? 1);
const LANES = 8; // connections at a time

let server;
let probe;
before(async () => {
  server = await castled().start();
  probe = prober(server.port);
});
after(async () => {
  probe.close();
  await server.remove();
});

// ---- one connection ----

const show = bytes => JSON.stringify(bytes.toString('latin1').slice(0, 1500));

// Whether bytes may follow an upgrade before it is answered.
const followed = (asked, i) => asked[i].pongs !== undefined || asked.slice(i + 1).some(kind => kind.bytes.length > 0);

// Nobody knows what a part becomes with the bytes after it.
const methodsOf = asked => asked.map((kind, i) => (asked.slice(0, i + 1).some(before => before.then === 'part') ? UNKNOWN : kind.method));

// Whether a body swallows the whole head of what comes after it: then the rest of that may well be requests.
const isBeheaded = ([a, b]) => Boolean(b?.bytes.includes('\r\n\r\n')) && a.missing >= b.bytes.indexOf('\r\n\r\n') + 4;

// Checks the answers so far against the requests; returns how many there are, and whether the last one ends the connection.
function check(asked, wire) {
  const { answers, rest } = parseAnswers(wire.bytes, methodsOf(asked));
  assert.ok(answers.length <= asked.length || isBeheaded(asked), `${answers.length} answers to ${asked.length} requests`);
  for (const [i, answer] of answers.entries()) {
    if (!isBeheaded(asked)) assert.doesNotMatch(answer.body.toString('latin1'), HIDDEN_ANSWER, 'a request hidden in a body was answered');
    if (asked.slice(0, i + 1).some(kind => kind.then === 'part')) continue; // what comes after it completes it, or breaks it
    const { name, then, status, says, refused } = asked[i];
    const told = `${name}: ${answer.status} ${answer.body.toString('latin1').slice(0, 120)}`;
    if (then === 'upgrade' && followed(asked, i)) assert.ok(answer.status === 101 || (answer.status === 400 && closes(answer)), told);
    else if (then === 'upgrade') assert.equal(answer.status, 101, told);
    else assert.notEqual(answer.status, 101, told);
    if (status) assert.ok(status.includes(answer.status), told);
    if (says) assert.match(answer.body.toString('latin1'), says, told);
    if (then === 'close') assert.equal(answer.headers['set-cookie'], undefined, `${told}, with a cookie`);
    if (refused) assert.ok(answer.status >= 400, told);
    if (then === 'keep') assert.ok(!closes(answer), `${told}, and the connection ends`);
    if (then === 'close') assert.ok(closes(answer), `${told}, without Connection: close`);
    assert.ok(answer.status < 500 || [501, 505].includes(answer.status), told);
  }
  const last = answers.at(-1);
  return { count: answers.length, over: Boolean(last && closes(last)), frames: last?.status === 101 ? rest : undefined };
}

// Where the answers to 'asked' may stop: after a part, or when the connection has become a WebSocket.
function whole(asked) {
  const stop = asked.findIndex(kind => kind.then === 'part' || kind.then === 'upgrade');
  return stop < 0 ? { count: asked.length } : { count: stop + (asked[stop].then === 'upgrade' ? 1 : 0), open: asked[stop].then };
}

const LAST_KIND = { name: 'the last', bytes: Buffer.from(LAST), then: 'close', status: [200], says: LAST_ANSWER };

// Whether the WebSocket that answer number 'count' opened has got its welcome, and the answers to the frames sent along.
function isServed(asked, count, bytes) {
  const { frames } = parseFrames(bytes);
  const pongs = count === asked.length ? (asked[count - 1].pongs ?? 0) : 0;
  return frames[0]?.message?.t === 'welcome' && frames.filter(f => f.message?.t === 'pong').length >= pongs &&
    frames.filter(f => f.opcode === PONG).length >= Math.min(1, pongs);
}

// Sends the requests in these pieces, each when the server has read the one before, and checks that each gets its answer.
async function converse(asked, pieces) {
  const wire = dial(server.port);
  for (const [i, piece] of pieces.entries()) {
    if (piece.length) wire.write(piece);
    if (i + 1 < pieces.length) await probe.probe();
  }
  const { count, open } = whole(asked);
  const seen = () => check(asked, wire);
  const first = await wire.until(() => {
    const now = seen();
    return (now.count >= count || now.over || wire.ended) && now;
  }, 'answers');
  let answered = first;
  if (!wire.ended && !first.over && !open) {
    asked = [...asked, LAST_KIND];
    wire.write(LAST);
  } else if (open && !first.over) {
    await probe.probe();
    if (open === 'upgrade') await wire.until(() => wire.ended || isServed(asked, count, seen().frames), 'a welcome');
    wire.finish();
  }
  await wire.until(w => w.ended, first.over ? 'the server to hang up behind its last answer' : 'the end');
  answered = seen();
  wire.destroy();
  assert.ok(!wire.failed, `no connection: ${wire.failed}`);
  if (answered.frames) {
    parseFrames(answered.frames);
    if (count === asked.length) assert.ok(isServed(asked, count, answered.frames), 'frames that came along are not answered');
  } else assert.equal(parseAnswers(wire.bytes, methodsOf(asked)).rest.length, 0, 'an answer was cut');
  if (!open && !answered.over) assert.fail(`the connection ended without a word behind ${answered.count} answers`);
  if (!open && !first.over) assert.equal(answered.count, asked.length, 'every request is answered');
  return { answers: answered.count, reset: wire.reset, asked };
}

// An incomplete body swallows what comes after it, and the rest of that is another request.
function expectSwallowed([a, b], answers) {
  if (a.missing > b.bytes.length) assert.ok(answers <= 1, 'what belongs to a body was answered');
}

const count = { connections: 0, answers: 0, resets: 0, pieces: 0 };

async function tryOut(asked, pieces) {
  try {
    const { answers, reset } = await converse(asked, pieces);
    if (asked.length === 2) expectSwallowed(asked, answers);
    assert.equal((await askOnce(server.port)).status, 200);
    server.expectSound();
    count.connections++;
    count.answers += answers;
    count.pieces += pieces.length;
    if (reset) count.resets++;
  } catch (error) {
    const names = asked.map(kind => `"${kind.name}"`).join(', then ');
    error.message = `${names}, in ${pieces.length} pieces (${pieces.map(p => p.length)}): ${error.message}\n${pieces.map(show).join('\n')}`;
    throw error;
  }
}

// ---- which pairs ----

function cut(bytes, places) {
  const at = [...new Set(places)].filter(place => place > 0 && place < bytes.length).sort((a, b) => a - b);
  return [0, ...at].map((from, i) => bytes.subarray(from, at[i] ?? bytes.length));
}

const together = asked => Buffer.concat(asked.map(kind => kind.bytes));

function drawnCut(asked, random) {
  const bytes = together(asked);
  // Long requests are cut where something happens: mostly near an end.
  const place = () => {
    const near = random() < 0.5 ? asked[0].bytes.length : bytes.length;
    const back = Math.floor(random() * Math.min(near, 300));
    return Math.max(1, near - back + (random() < 0.2 ? 5 : 0));
  };
  return cut(bytes, Array.from({ length: 1 + Math.floor(random() * 3) }, place));
}

function* forms(asked, random) {
  const bytes = together(asked);
  if (form === 'cuts') {
    for (let at = 1; at < bytes.length; at += bytes.length > 4000 ? 997 : 1) yield cut(bytes, [at]);
    return;
  }
  const choice = random();
  if (form === 'all' || choice < 0.4) yield [bytes];
  if (form === 'all' || (choice >= 0.4 && choice < 0.55)) yield asked.map(kind => kind.bytes);
  if (form === 'all' || choice >= 0.55) yield drawnCut(asked, random);
  if (form === 'all') yield* [drawnCut(asked, random), drawnCut(asked, random)];
}

// Each kind is paired with that many others as the first and, by the draw, as many as the second.
const pairsWanted = Number(process.env.CASTLED_PAIRS ?? { quick: 2000, cuts: 1000, all: Infinity }[form]);
const others = pairsWanted / kinds.length;

async function inLanes(work) {
  const lane = async () => {
    for (let next = work.next(); !next.done; next = work.next()) await tryOut(...next.value);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

test('each kind of request by itself', async () => {
  const failures = [];
  for (const kind of kinds) {
    await tryOut([kind], [kind.bytes]).catch(error => failures.push(error.message));
    if (failures.length) await askOnce(server.port);
  }
  assert.equal(failures.length, 0, failures.join('\n\n'));
  await untilIdle(server, 'when all connections are closed');
});

test(`pairs of requests (${form})`, async t => {
  const random = seeded(seed);
  let pairs = 0;
  for (const a of kinds) {
    function* row() {
      for (const b of kinds) {
        if (random() * kinds.length >= others) continue;
        pairs++;
        for (const pieces of forms([a, b], random)) yield [[a, b], pieces];
      }
    }
    await inLanes(row());
    await untilIdle(server, `after all that began with "${a.name}"`);
  }
  t.diagnostic(`seed ${seed}: ${kinds.length} kinds, ${pairs} pairs, ${count.connections} connections in ` +
    `${count.pieces} pieces, ${count.answers} answers, ${count.resets} resets, as many fresh connections answered`);
});

// ---- the usual traffic ----

test('3,000 POSTs one after the other keep their connection', async t => {
  const wire = dial(server.port);
  let seen = 0;
  for (let i = 0; i < 3000; i++) {
    const body = `marker${i}`;
    wire.write(head('POST', '/api/token/test', `Content-Length: ${body.length}`) + body);
    const { answers } = await wire.until(w => {
      const found = parseAnswers(w.bytes.subarray(seen));
      return (found.answers.length || w.ended) && found;
    }, `the answer to POST ${i}`);
    assert.equal(answers.length, 1, `the connection ended at POST ${i}`);
    assert.deepEqual(JSON.parse(answers[0].body), { [body]: null });
    assert.ok(!closes(answers[0]));
    seen = wire.bytes.length;
  }
  wire.destroy();
  t.diagnostic('3,000 POSTs on one connection, each answered');
});

test('a hundred requests in one segment are answered in their order', async () => {
  const wire = dial(server.port);
  const ask = i => (i % 2 ? head('GET', `/api/user/marker${i}`) : head('POST', '/api/token/test', 'Content-Length: 8') + `mark${1000 + i}`);
  wire.write(Array.from({ length: 100 }, (_, i) => ask(i)).join('') + LAST);
  await wire.until(w => w.ended, 'a hundred answers');
  const { answers, rest } = parseAnswers(wire.bytes);
  assert.equal(rest.length, 0);
  assert.deepEqual(answers.map(a => a.status), [...Array.from({ length: 100 }, (_, i) => (i % 2 ? 404 : 200)), 200]);
  for (let i = 0; i < 100; i += 2) assert.deepEqual(JSON.parse(answers[i].body), { [`mark${1000 + i}`]: null });
  wire.destroy();
});

// ---- frames ----

const UPGRADE = kinds.find(kind => kind.name === 'upgrade').bytes;
const ping = Buffer.from('{"t":"ping","c":7}');
// What RFC 6455 does not allow, and the code with which a server fails the connection (7.4.1). More in autobahn.test.mjs.
const BAD_FRAMES = [
  ...[1, 2, 4, 7].map(rsv => [`RSV bits ${rsv}`, frame(ping, { rsv }), 1002]),
  ...[3, 7, 11, 15].map(opcode => [`opcode ${opcode}`, frame(ping, { opcode }), 1002]),
  ['a ping in fragments', frame('', { opcode: PING, fin: false }), 1002],
  ['a ping of 126 bytes', frame(Buffer.alloc(126), { opcode: PING }), 1002],
  ['a close frame of 126 bytes', frame(Buffer.alloc(126, 3), { opcode: CLOSE }), 1002],
  ['a continuation of nothing', frame(ping, { opcode: 0 }), 1002],
  ['a message within a message', Buffer.concat([frame(ping, { fin: false }), frame(ping)]), 1002],
  ['a reason that is no UTF-8', frame([3, 232, 0xff], { opcode: CLOSE }), 1007],
  ['a length of 2^63', frame(ping, { told: 0x8000000000000000n }), 1002],
  ['a frame that is not masked', frame(ping, { masked: false }), 1002],
  ['a length in more bytes than it needs', frame(ping, { bits: 64 }), 1002],
  ['a close code that is never sent', close(1005), 1002],
  ['text that is no UTF-8', frame([0xc3, 0x28]), 1007],
  ['binary', frame(ping, { opcode: BINARY }), 1003],
  ['4,097 bytes', frame(Buffer.alloc(4097, 32)), 1009],
];

// Opens a connection, sends the frames; the code with which it was closed.
async function sendFrames(bytes, what) {
  const wire = dial(server.port);
  wire.write(UPGRADE);
  await wire.until(w => parseAnswers(w.bytes).answers.length, 'a 101');
  wire.write(bytes);
  const seen = () => parseFrames(parseAnswers(wire.bytes).rest);
  await wire.until(w => w.ended || seen().code !== undefined, `the end behind ${what}`);
  wire.write(close(1000)); // the server may wait for it
  wire.finish();
  await wire.until(w => w.ended, `the end of the connection behind ${what}`);
  wire.destroy();
  return seen();
}

test('a forbidden frame ends the connection, and nothing after it is read', async t => {
  const codes = {};
  const failures = [];
  for (const [name, bad, code] of BAD_FRAMES) {
    try {
      const seen = await sendFrames(Buffer.concat([text({ t: 'ping', c: 1 }), bad, text({ t: 'ping', c: 2 })]), `"${name}"`);
      const pongs = seen.frames.filter(f => f.message?.t === 'pong').map(f => f.message.c);
      assert.ok(!pongs.includes(2), 'what came after it was read');
      assert.ok(!pongs.includes(7), 'it was taken for a message');
      codes[name] = seen.code;
      assert.equal(seen.code, code);
    } catch (error) {
      failures.push(`${name}: ${error.message.slice(0, 60)}`);
    }
  }
  await untilIdle(server, 'behind bad frames');
  assert.equal(failures.length, 0, failures.join('\n'));
  t.diagnostic(JSON.stringify(codes));
});

test('whoever sends on behind an answer without an end, and hangs up, is noticed', async () => {
  const wire = dial(server.port);
  wire.write('POST /api/stream/games/Nobody HTTP/1.1\r\nHost: castled\r\nContent-Length: 0\r\n\r\n');
  await wire.until(w => w.bytes.includes(' 200 '), 'the head of the stream');
  wire.write('x'.repeat(1 << 16)); // more than the server reads ahead
  wire.finish();
  await wire.until(w => w.ended, 'the server to hang up');
  wire.destroy();
});
