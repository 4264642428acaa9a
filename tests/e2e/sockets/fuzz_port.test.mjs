// fuzz_port.test.mjs - the listening port fuzzed: thousands of streams, several at once; after each batch the server is
// well, answers a fresh connection and comes to rest.
//
//   CASTLED_SEED      what they are made from (1)
//   CASTLED_STREAMS   how many (1500)
//   CASTLED_REPLAY    only these: "17", or "17,18,40", each to a server of its own; with CASTLED_TLS=1 by https
//
// A batch that fails is sent again to a new server, one stream at a time, and the one that fails alone is printed in
// hexadecimal; if none does, the whole batch is.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

import { castled, newDirectory, takePort } from './castled.mjs';
import { parseFrames } from './frames.mjs';
import { untilIdle } from './process.mjs';
import { askOnce, dial, parseAnswers, prober, UNKNOWN } from './raw_http.mjs';
import { stream } from './streams.mjs';

const seed = Number(process.env.CASTLED_SEED ?? 1);
const streams = Number(process.env.CASTLED_STREAMS ?? 1500);
const LANES = 12; // connections at once, and those of the batch that stay open
const BATCH = 120;
const IDLE_EACH = 10; // batches after which the loop must come to rest

const newCount = () => ({ streams: 0, bytes: 0, answers: 0, sockets: 0, frames: 0, statuses: {}, codes: {} });
const tally = (counts, key) => (counts[key] = (counts[key] ?? 0) + 1);

// What came must be answers, and frames after a 101; unless the connection was cut off they are whole.
function expectWellFormed(wire, count) {
  const { answers, rest } = parseAnswers(wire.bytes, [], UNKNOWN);
  count.answers += answers.length;
  for (const { status } of answers) tally(count.statuses, status);
  if (answers.at(-1)?.status !== 101) return;
  const { frames, code } = parseFrames(rest);
  count.sockets++;
  count.frames += frames.length;
  tally(count.codes, code);
}

// A valid upgrade is answered soon; one that is the body of something else, or mutated, is not.
async function opened(wire, probe) {
  for (let i = 0; i < 20 && !wire.ended && !wire.bytes.includes('HTTP/1.1 101 '); i++) await probe();
}

async function send({ port, how, probe, count }, { pieces, ending }, staying, secure) {
  const wire = dial(port, { ...how, secure });
  for (const { bytes, then } of pieces) {
    if (wire.closed) break;
    if (bytes.length) wire.write(bytes);
    if (then === 'open') await opened(wire, probe);
    else if (then) await probe();
  }
  if (ending === 'finish') {
    wire.finish();
    await wire.until(w => w.ended, 'the server to hang up behind a client that has finished');
    if (!secure) assert.ok(!wire.failed, `no connection: ${wire.failed}`);
    if (secure === how.secure) expectWellFormed(wire, count);
    wire.destroy();
  } else if (ending === 'cut') wire.cut();
  else if (ending === 'leave') wire.destroy();
  else {
    wire.socket.pause();
    staying.push(wire);
  }
}

async function run(server, indices) {
  const staying = [];
  const work = indices.values();
  const lane = async () => {
    for (const index of work) {
      const made = stream(seed, index);
      server.count.streams++;
      server.count.bytes += made.pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
      try {
        await send(server, made, staying, server.how.secure && index % 4 > 0); // a quarter is not TLS at all
      } catch (error) {
        error.index ??= index;
        throw error;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
    assert.equal((await askOnce(server.port, '/healthz', server.how)).status, 200);
    server.expectSound();
  } finally {
    for (const wire of staying) wire.destroy();
  }
}

// A server that speaks https.
async function startSecure() {
  const directory = newDirectory();
  const [certificate, key] = ['cert.pem', 'key.pem'].map(name => path.join(directory, name));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
    '-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=fuzz'], { stdio: 'ignore' });
  const port = await takePort();
  const server = castled({ directory, flags: ['--host', '127.0.0.1', '--port', String(port), '--data', directory,
    '--limits', 'off', '--tls-cert', certificate, '--tls-key', key] });
  server.port = port;
  assert.ok(await server.spawn());
  return server;
}

async function withServer(secure, body) {
  const server = secure ? await startSecure() : await castled().start();
  server.how = { secure };
  server.count = newCount();
  const { probe, close } = prober(server.port, server.how);
  server.probe = probe;
  let failure;
  try {
    await body(server);
  } catch (error) {
    failure = error;
  }
  close();
  if (!failure) return server.remove();
  server.end('SIGKILL');
  await server.child.closed;
  failure.message += `\n${server.stderr.slice(0, 4000)}`;
  await server.remove();
  throw failure;
}

const replayed = (secure, index) => withServer(secure, async server => {
  await run(server, [index]);
  await untilIdle(server, `after stream ${index}`);
});

// Finds which of them fails alone, as a text.
async function find(secure, indices) {
  for (const index of indices) {
    try {
      await replayed(secure, index);
    } catch (error) {
      return `CASTLED_SEED=${seed}${secure ? ' CASTLED_TLS=1' : ''} CASTLED_REPLAY=${index} fails alone: ${error.message}\n` +
        `${JSON.stringify(stream(seed, index).ending)}, pieces in hexadecimal:\n` +
        stream(seed, index).pieces.map(({ bytes, then }) => `${bytes.toString('hex')} ${then}`).join('\n');
    }
  }
  return `none fails alone; CASTLED_SEED=${seed} CASTLED_REPLAY=${indices.join(',')}`;
}

const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);

async function fuzz(t, secure, total) {
  const count = newCount();
  let batch;
  try {
    await withServer(secure, async server => {
      server.count = count;
      for (let from = 0; from < total; from += BATCH) {
        batch = range(from, Math.min(total, from + BATCH));
        await run(server, batch);
        if ((from / BATCH) % IDLE_EACH === 0) await untilIdle(server, `after stream ${batch.at(-1)}`);
      }
      await untilIdle(server, 'behind the last stream');
    });
  } catch (error) {
    error.message += `\n${await find(secure, error.index === undefined ? batch : [error.index, ...batch])}`;
    throw error;
  }
  t.diagnostic(`seed ${seed}: ${count.streams} streams, ${count.bytes} bytes, ${count.answers} answers, ` +
    `${count.sockets} WebSockets with ${count.frames} frames; statuses ${JSON.stringify(count.statuses)}, ` +
    `close codes ${JSON.stringify(count.codes)}`);
}

const byTls = process.env.CASTLED_TLS === '1';
if (process.env.CASTLED_REPLAY) {
  for (const index of process.env.CASTLED_REPLAY.split(',').map(Number))
    test(`stream ${index} of seed ${seed}`, () => replayed(byTls, index));
} else {
  test('the port withstands whatever comes', t => fuzz(t, false, streams));
  test('so does the https port', t => fuzz(t, true, Math.ceil(streams / 5)));
}
