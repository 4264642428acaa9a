// raw_http.mjs - HTTP/1.1 as bytes: sends any bytes in any pieces, and reads answers as strictly as RFC 9112 defines them.

import assert from 'node:assert/strict';
import net from 'node:net';
import tls from 'node:tls';

import { patience } from './castled.mjs';

// A connection, with TLS if 'secure'. until(fits) resolves when 'fits', which is checked whenever something has changed,
// is true.
export function dial(port, { host = '127.0.0.1', from, secure = false } = {}) {
  const where = { port, host, localAddress: from, allowHalfOpen: true, noDelay: true };
  const socket = secure ? tls.connect({ ...where, rejectUnauthorized: false }) : net.connect(where);
  const chunks = [];
  const waiting = new Set();
  let whole = Buffer.alloc(0);
  const changed = () => {
    for (const look of [...waiting]) look();
  };
  const self = {
    socket,
    open: false,
    ended: false, // the server has closed its side, or the connection is gone
    reset: false, // and it was reset
    get bytes() {
      if (chunks.length) whole = Buffer.concat([whole, ...chunks.splice(0)]);
      return whole;
    },
    write: bytes => !socket.destroyed && socket.writable && socket.write(bytes),
    finish: () => socket.end(),
    cut: () => (secure ? socket.destroy() : socket.resetAndDestroy()),
    destroy: () => socket.destroy(),

    until(fits, what) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`waited in vain for ${what}; so far: ${JSON.stringify(self.bytes.toString('latin1').slice(-600))}`));
        }, patience);
        const look = () => {
          let answer;
          try {
            answer = fits(self);
          } catch (error) {
            clearTimeout(timer);
            waiting.delete(look);
            reject(error);
            return;
          }
          if (!answer) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(answer);
        };
        waiting.add(look);
        look();
      });
    },
  };
  socket.on(secure ? 'secureConnect' : 'connect', () => ((self.open = true), changed()));
  socket.on('data', data => (chunks.push(data), changed()));
  socket.on('end', () => ((self.ended = true), changed()));
  socket.on('error', error => {
    if (error.code === 'ECONNRESET') self.reset = true;
    else if (error.code !== 'EPIPE') self.failed = error.code;
  });
  socket.on('close', () => ((self.ended = self.closed = true), changed()));
  return self;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[ \t\x21-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

function parseHead(text) {
  const [statusLine, ...lines] = text.split('\r\n');
  const status = /^HTTP\/1\.1 ([1-5]\d\d) [\t \x21-\x7e]*$/.exec(statusLine);
  assert.ok(status, `no status line: ${JSON.stringify(statusLine)}`);
  const headers = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon), line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')];
    assert.ok(colon > 0 && TOKEN.test(name) && VALUE.test(value), `no header: ${JSON.stringify(line)}`);
    const key = name.toLowerCase();
    assert.ok(!(key in headers) || key === 'set-cookie', `${name} stands twice`);
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  return { status: Number(status[1]), headers };
}

// The decoded body and where it ends; undefined while it is incomplete.
function parseChunks(bytes, at) {
  const parts = [];
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const size = bytes.toString('latin1', at, end);
    assert.match(size, /^[0-9a-fA-F]{1,8}$/, 'a chunk begins with its size');
    const length = parseInt(size, 16);
    at = end + 2;
    if (bytes.length < at + length + 2) return undefined;
    parts.push(bytes.subarray(at, at + length));
    assert.equal(bytes.toString('latin1', at + length, at + length + 2), '\r\n', 'a chunk ends with an empty line');
    at += length + 2;
    if (length === 0) return { body: Buffer.concat(parts), end: at };
  }
}

const begins = (bytes, at) => /^HTTP\/1\.1 \d\d\d /.test(bytes.toString('latin1', at, at + 13));

function parseBody(bytes, at, { status, headers }, method) {
  const coding = headers['transfer-encoding'];
  const length = headers['content-length'];
  assert.ok(coding === undefined || length === undefined, 'an answer tells its length once');
  if (coding !== undefined) assert.equal(coding, 'chunked');
  if (length !== undefined) assert.match(length, /^\d+$/);
  if (method === UNKNOWN) method = at === bytes.length || begins(bytes, at) ? 'HEAD' : 'GET';
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { body: Buffer.alloc(0), end: at };
  if (coding) return parseChunks(bytes, at);
  if (length === undefined && status === 200 && closes({ headers })) return { body: bytes.subarray(at), end: bytes.length };
  assert.notEqual(length, undefined, `an answer with ${status} says how long it is`);
  const end = at + Number(length);
  return bytes.length < end ? undefined : { body: bytes.subarray(at, end), end };
}

// For 'method': an answer without its body may belong to a HEAD.
export const UNKNOWN = 'unknown';

// All complete answers in the bytes, in order: { status, headers, body }, of which those to a HEAD have no body; 'methods'
// are those of the requests, and 'method' is for the ones that are not given. 'rest': what is left, the beginning of one
// more, or frames after a 101. Fails on anything that a server must not send, and on bytes after "Connection: close".
export function parseAnswers(bytes, methods = [], method = 'GET') {
  const answers = [];
  let at = 0;
  for (;;) {
    const last = answers.at(-1);
    if (last?.status === 101) break;
    if (last && closes(last)) assert.equal(bytes.length, at, `bytes behind the last answer: ${bytes.toString('latin1', at, at + 200)}`);
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) break;
    const head = parseHead(bytes.toString('latin1', at, end));
    const body = parseBody(bytes, end + 4, head, methods[answers.length] ?? method);
    if (!body) break;
    at = body.end;
    if (head.status === 100) continue;
    answers.push({ ...head, body: body.body });
  }
  return { answers, rest: bytes.subarray(at) };
}

export const closes = answer => /(^|[ ,])close([ ,]|$)/i.test(answer.headers.connection ?? '');

export const head = (method, path, ...headers) =>
  `${method} ${path} HTTP/1.1\r\nHost: castled\r\n${headers.map(h => h + '\r\n').join('')}\r\n`;

// One request on a connection of its own: its answer. The server must close the connection after it.
export async function askOnce(port, target = '/healthz', { headers = [], ...how } = {}) {
  const wire = dial(port, how);
  wire.write(head('GET', target, ...headers, 'Connection: close'));
  await wire.until(w => w.ended, `the answer to ${target} on a new connection`);
  wire.destroy();
  const { answers, rest } = parseAnswers(wire.bytes);
  assert.ok(!wire.failed, `no connection: ${wire.failed}`);
  assert.equal(answers.length, 1, `a fresh connection to ${target} is answered: ${JSON.stringify(wire.bytes.toString('latin1'))}`);
  assert.equal(rest.length, 0);
  return answers[0];
}

// A persistent connection for one question after the other: when an answer is here, the server has read whatever had
// reached it before on other connections.
export function prober(port, how) {
  const question = head('GET', '/healthz');
  let wire = dial(port, how);
  let seen = 0;
  let turn = Promise.resolve();
  const ask = async () => {
    if (seen > 100_000) {
      wire.destroy();
      wire = dial(port, how);
      seen = 0;
    }
    wire.write(question);
    const { answers, rest } = await wire.until(
      w => {
        const found = parseAnswers(w.bytes.subarray(seen));
        return (found.answers.length || w.ended) && found;
      },
      'a probe to be answered',
    );
    assert.equal(answers.length, 1, `a kept connection was cut off: ${rest}`);
    seen = wire.bytes.length;
  };
  return {
    probe: () => (turn = turn.then(ask)),
    close: () => wire.destroy(),
  };
}
