// http_kinds.mjs - one of every kind of request that a server gets, good, odd, broken and hostile, as bytes.
//
// { name, bytes, then, status, method, says }. 'then' is what RFC 9112, RFC 6455 and PROTOCOL.md require of the server:
//   keep     one answer with 'status' (and with 'says' in its body), and the connection goes on
//   close    one answer with 'status' that says "Connection: close", then the end
//   either   one answer; whether the connection goes on is the server's choice, but what the answer says of it holds
//   part     not whole: an answer comes at most when more comes or the client ends it
//   upgrade  101, and from then on frames; or, since a client must wait for the answer (RFC 6455, 4.1), an end as for
//            'close' when anything followed it before that
// 'missing' bytes of a body are still to come after a part; 'pongs' is how many of the frames after an upgrade are answered.

import { close, frame, PING, text } from './frames.mjs';
import { head } from './raw_http.mjs';

// The request hidden in bodies, which must never be answered: only its answer has the word.
export const HIDDEN = head('GET', '/api/opening?moves=f2f4');
export const HIDDEN_ANSWER = /Bird/;
// The request at the end, which shows whether the connection stays open.
export const LAST = head('GET', '/api/opening?moves=d2d4', 'Connection: close');
export const LAST_ANSWER = /Queen/;

const kinds = [];
const add = (then, name, bytes, more = {}) =>
  kinds.push({ name, bytes: Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes, 'latin1'), then, ...more });
const ERROR = [400, 401, 403, 404, 405, 408, 411, 413, 414, 417, 426, 431, 501, 505];

const post = (body, ...headers) => head('POST', '/api/token/test', 'Content-Length: ' + body.length, ...headers) + body;
const opening = '/api/opening?moves=e2e4';

// ---- good ones ----

add('keep', 'GET', head('GET', opening), { status: [200], says: /King/ });
add('keep', 'HEAD', head('HEAD', opening), { status: [200], method: 'HEAD' });
add('keep', 'GET of nothing', head('GET', '/api/none'), { status: [404] });
add('keep', 'POST', post('marker1'), { status: [200], says: /marker1/ });
add('keep', 'POST with a body that is a request', post(HIDDEN), { status: [200] });
add('keep', 'POST with a body that is an upgrade', post(upgrade()), { status: [200] });
add('keep', 'POST with a body that is an answer', post('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), { status: [200] });
add('keep', 'POST with a body of line ends', post('\r\n\r\n\r\n\r\n'), { status: [200] });
add('keep', 'POST with a body of every byte', post(Buffer.from(Array.from({ length: 256 }, (_, i) => i)).toString('latin1')), { status: [200] });
add('keep', 'POST with spaces around its length', head('POST', '/api/token/test', 'Content-Length: \t 5 \t') + 'mark5', { status: [200], says: /mark5/ });
add('keep', 'POST with an empty body', head('POST', '/api/session', 'Content-Length: 0'), { status: [400, 401] });
add('either', 'POST without a length', head('POST', '/api/session'));
add('keep', 'PUT', head('PUT', '/api/account/settings', 'Content-Length: 2') + '{}', { status: [401] });
add('keep', 'DELETE', head('DELETE', '/api/session'), { status: [401] });
add('keep', 'wrong method', head('DELETE', '/healthz'), { status: [405] });
add('either', 'OPTIONS', head('OPTIONS', '/api/session'));
add('either', 'OPTIONS *', head('OPTIONS', '*'));
add('either', 'unknown method', head('BREW', '/coffee'));
add('either', 'method in small letters', head('get', opening));
add('keep', 'absolute form', head('GET', `http://castled${opening}`), { status: [200], says: /King/ });
add('keep', 'forty headers', head('GET', opening, ...Array.from({ length: 40 }, (_, i) => `X-Header-${i}: ${i}`)), { status: [200] });
add('keep', 'header without a value', head('GET', opening, 'X-Empty:', 'Accept:'), { status: [200] });
add('keep', 'header of bytes beyond ASCII', head('GET', opening, 'X-Name: J\xfcrgen \xff'), { status: [200] });
add('keep', 'an empty line first', '\r\n' + head('GET', opening), { status: [200] });
add('either', 'empty lines first', '\r\n\r\n\r\n' + head('GET', opening));
add('either', 'percent codes cut', head('GET', '/api/%'));
add('either', 'percent codes that are none', head('GET', '/api/%zz%4'));
add('either', '%00 in the path', head('GET', '/api/game/Ab%00.pgn'));
add('either', '.. in the path', head('GET', '/../../../../etc/passwd'));
add('either', '.. as percent codes', head('GET', '/%2e%2e/%2e%2e/etc%2fpasswd'));
add('either', 'fragment in the target', head('GET', '/#board'));
add('close', 'Connection: close', head('GET', opening, 'Connection: close'), { status: [200], says: /King/ });
add('close', 'Connection: close among others', head('GET', opening, 'Connection: x , CLOSE,y'), { status: [200] });
add('close', 'POST with Connection: close', post('marker2', 'Connection: close'), { status: [200], says: /marker2/ });
add('close', 'HTTP/1.0', `GET ${opening} HTTP/1.0\r\n\r\n`, { status: [200], says: /King/ });
add('close', 'HTTP/1.0 POST', 'POST /api/token/test HTTP/1.0\r\nContent-Length: 7\r\n\r\nmarker3', { status: [200], says: /marker3/ });
add('either', 'HTTP/1.0 that would be kept', `GET ${opening} HTTP/1.0\r\nHost: castled\r\nConnection: keep-alive\r\n\r\n`);
add('either', 'HTTP/1.9', `GET ${opening} HTTP/1.9\r\nHost: castled\r\n\r\n`);

// ---- bodies where none is usual ----

for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'BREW']) {
  add('either', `${method} with a body`, head(method, opening, `Content-Length: ${HIDDEN.length}`) + HIDDEN, { method });
  add('either', `${method} with an empty body`, head(method, opening, 'Content-Length: 0'), { method });
  add('part', `${method} with part of its body`, head(method, opening, 'Content-Length: 300') + 'abc', { method, missing: 297 });
}
add('either', 'Expect: 100-continue', post('marker4', 'Expect: 100-continue'));
add('either', 'an unknown Expect', post('marker5', 'Expect: miracles'));
add('keep', 'a body that is too long', head('POST', '/api/session', 'Content-Length: 17000') + HIDDEN.repeat(400).slice(0, 17_000), { status: [413] });

// ---- lengths ----

const lengths = (name, ...headers) => add('close', name, head('POST', '/api/token/test', ...headers) + HIDDEN, { status: ERROR });
lengths('two different lengths', 'Content-Length: 5', `Content-Length: ${HIDDEN.length}`);
lengths('two different lengths in one header', `Content-Length: 5, ${HIDDEN.length}`);
for (const value of ['+5', '0x5', '-5', '5x', '5 5', '5;', '"5"', '5.0', '1e1', '', '\x0b5', '5\x0c', '\xb2'])
  lengths(`Content-Length: ${JSON.stringify(value)}`, `Content-Length: ${value}`);
for (const value of ['18446744073709551621', '9223372036854775813', '4294967301', '9'.repeat(400), '1048577'])
  lengths(`a length of ${value.slice(0, 25)}`, `Content-Length: ${value}`);
add('either', 'two equal lengths', head('POST', '/api/token/test', 'Content-Length: 7', 'Content-Length: 7') + 'marker6');
add('either', 'a length with zeros before it', head('POST', '/api/token/test', 'Content-Length: 00000007') + 'marker7');
add('part', 'POST with part of its body', head('POST', '/api/token/test', 'Content-Length: 900') + 'name=', { missing: 895 });
add('part', 'POST whose body is not begun', head('POST', '/api/token/test', 'Content-Length: 700'), { missing: 700 });
add('part', 'POST with all of its body but a byte', post('marker8').slice(0, -1), { missing: 1 });
add('part', 'POST of ten bytes, of which five came', head('POST', '/api/session', 'Content-Length: 10') + 'name=', { missing: 5 });

// ---- codings ----

const chunks = 'Transfer-Encoding: chunked';
const asChunks = (...parts) => parts.map(part => `${part.length.toString(16)}\r\n${part}\r\n`).join('') + '0\r\n\r\n';
const coded = (then, name, headers, body) =>
  add(then, name, head('POST', '/api/token/test', ...[headers].flat()) + body, { status: { close: ERROR, keep: [200] }[then] });
coded('keep', 'chunked', chunks, asChunks('mark', '10'));
coded('keep', 'chunked, in capitals', 'TRANSFER-ENCODING: CHUNKED', asChunks('mark11'));
coded('keep', 'chunked with requests as its chunks', chunks, asChunks(HIDDEN, HIDDEN));
coded('keep', 'chunked with an extension', chunks, '6;a=b;c="d"\r\nmark12\r\n0\r\n\r\n');
coded('keep', 'chunked with trailers', chunks, '6\r\nmark13\r\n0\r\nContent-Length: 500\r\nTransfer-Encoding: x\r\n\r\n');
coded('keep', 'chunked, sizes with zeros and in capitals', chunks, `0000A\r\n0123456789\r\n00\r\n\r\n`);
coded('part', 'chunked, without a body', chunks, '');
coded('part', 'chunked, cut in a size', chunks, '5');
coded('part', 'chunked, cut in a chunk', chunks, '500\r\nma');
coded('part', 'chunked, cut before its last line', chunks, '6\r\nmark14\r\n0\r\n');
for (const size of ['x', '-1', '+5', '0x5', ' 5', '5 ', '\t5', '', '\n5', '5\n', '5,', 'ffffffffffffffff', '10000000000000005', '100000000', '0'.repeat(5000)])
  coded('close', `chunked with the size ${JSON.stringify(size.slice(0, 20))}`, chunks, `${size}\r\nmark9\r\n0\r\n\r\n${HIDDEN}`);
coded('close', 'a chunk that is longer than it says', chunks, `5\r\nmark15\r\n0\r\n\r\n${HIDDEN}`);
coded('close', 'chunked with bare LF', chunks, `5\nmark9\n0\n\n${HIDDEN}`);
coded('close', 'chunked with a line end in an extension', chunks, `5;a="\r\n"\r\nmark9\r\n0\r\n\r\n${HIDDEN}`);
coded('close', 'chunked with a bare CR in an extension', chunks, `5;a\rb\r\nmark9\r\n0\r\n\r\n${HIDDEN}`);
coded('close', 'chunked with an extension without an end', chunks, `5;${'a'.repeat(100_000)}`);
coded('close', 'chunked with trailers without an end', chunks, `0\r\n${'X-More: and more\r\n'.repeat(6000)}`);
add('keep', 'chunked, longer than a body may be', head('POST', '/api/session', chunks) + asChunks(...Array(320).fill(HIDDEN)), { status: [413] });
coded('close', 'both lengths', [chunks, 'Content-Length: 5'], `0\r\n\r\n${HIDDEN}`);
coded('close', 'both lengths, the other first', [`Content-Length: ${HIDDEN.length}`, chunks], HIDDEN);
for (const coding of ['identity', 'gzip', 'gzip, chunked', 'chunked, identity', 'chunked, chunked', 'xchunked', 'chunked;q=1', '', '\x0bchunked', '"chunked"'])
  coded('close', `Transfer-Encoding: ${JSON.stringify(coding)}`, `Transfer-Encoding: ${coding}`, `0\r\n\r\n${HIDDEN}`);
coded('close', 'Transfer-Encoding twice', [chunks, 'Transfer-Encoding: identity'], `0\r\n\r\n${HIDDEN}`);
coded('close', 'chunked twice', [chunks, chunks], `0\r\n\r\n${HIDDEN}`);
coded('close', 'Transfer-Encoding with a space before its colon', ['Transfer-Encoding : chunked', 'Content-Length: 5'], `0\r\n\r\n${HIDDEN}`);
coded('close', 'Transfer-Encoding in a folded line', ['Transfer-Encoding:', ' chunked'], `0\r\n\r\n${HIDDEN}`);
add('close', 'chunked in HTTP/1.0', `POST /api/token/test HTTP/1.0\r\n${chunks}\r\n\r\n0\r\n\r\n${HIDDEN}`, { status: ERROR });
add('either', 'chunked GET', head('GET', opening, chunks) + asChunks(HIDDEN));

// ---- upgrades ----

function upgrade({ path = '/ws', method = 'GET', version = '13', key = 'dGhlIHNhbXBsZSBub25jZQ==', to = 'websocket', more = [] } = {}) {
  const headers = [`Upgrade: ${to}`, 'Connection: Upgrade', ...more];
  if (version) headers.push(`Sec-WebSocket-Version: ${version}`);
  if (key !== null) headers.push(`Sec-WebSocket-Key: ${key}`);
  return head(method, path, ...headers);
}
const frames = Buffer.concat([text({ t: 'ping', c: 1 }), frame('', { opcode: PING }), text({ t: 'ping', c: 2 })]);
const withBytes = (before, after) => Buffer.concat([Buffer.from(before, 'latin1'), Buffer.from(after, 'latin1')]);
add('upgrade', 'upgrade', upgrade());
add('upgrade', 'upgrade with frames behind it', withBytes(upgrade(), frames), { pongs: 2 });
add('upgrade', 'upgrade with a close frame behind it', withBytes(upgrade(), close(1000)), { pongs: 0 });
add('upgrade', 'upgrade with part of a frame', withBytes(upgrade(), frames.subarray(0, 9)), { pongs: 0 });
add('upgrade', 'upgrade with castled.v1', upgrade({ more: ['Sec-WebSocket-Protocol: chat, castled.v1', 'Sec-WebSocket-Extensions: permessage-deflate'] }));
const refused = (name, what, status = ERROR, body = '') => add('close', name, upgrade(what) + body, { status });
refused('upgrade without a key', { key: null });
refused('upgrade with an empty key', { key: '' });
refused('upgrade with a key that is none', { key: 'x' });
refused('upgrade without a version', { version: '' });
refused('upgrade of another version', { version: '8' }, [426, 400]);
refused('upgrade of another path', { path: '/api/opening' }, [404, 400]);
refused('upgrade for another subprotocol', { more: ['Sec-WebSocket-Protocol: chat'] }, [400]);
refused('upgrade with a bad token', { more: ['Authorization: Bearer nonsense'] }, [401, 400]);
refused('upgrade with a bad token and a request behind it', { more: ['Authorization: Bearer nonsense'] }, [400, 401], HIDDEN);
refused('upgrade from another origin', { more: ['Origin: https://evil.example'] }, [403, 400]);
refused('upgrade by POST', { method: 'POST', more: ['Content-Length: 0'] });
refused('upgrade with a body', { more: [`Content-Length: ${HIDDEN.length}`] }, ERROR, HIDDEN);
refused('upgrade with a chunked body', { more: [chunks] }, ERROR, `0\r\n\r\n${HIDDEN}`);
refused('refused upgrade with a body', { path: '/nowhere', more: [`Content-Length: ${HIDDEN.length}`] }, ERROR, HIDDEN);
refused('upgrade in HTTP/1.0', { path: '/ws HTTP/1.0\r\nX: y' });
add('either', 'Upgrade: foo', head('GET', opening, 'Upgrade: foo', 'Connection: Upgrade'));
add('either', 'Upgrade: foo on a POST', post(HIDDEN, 'Upgrade: foo', 'Connection: Upgrade'));
add('either', 'Upgrade: h2c', head('GET', opening, 'Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'));
add('either', 'Upgrade that Connection does not name', upgrade().replace('Connection: Upgrade\r\n', ''));
add('either', 'WebSocket without Upgrade', head('GET', '/ws'));

// ---- what is not a request ----

const broken = (name, bytes) => add('close', name, bytes, { status: ERROR });
broken('HTTP/0.9', `GET ${opening}\r\n\r\n`);
broken('HTTP/2 by name', `GET ${opening} HTTP/2.0\r\nHost: castled\r\n\r\n`);
broken('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00');
broken('http/1.1 in small letters', `GET ${opening} http/1.1\r\nHost: castled\r\n\r\n`);
broken('HTTP/1.1 with more', `GET ${opening} HTTP/1.1 x\r\nHost: castled\r\n\r\n`);
broken('HTTP/11', `GET ${opening} HTTP/11\r\nHost: castled\r\n\r\n`);
broken('no version', 'GET\r\nHost: castled\r\n\r\n');
broken('two spaces', `GET  ${opening} HTTP/1.1\r\nHost: castled\r\n\r\n`);
broken('a tab in place of a space', `GET\t${opening}\tHTTP/1.1\r\nHost: castled\r\n\r\n`);
broken('a space first', ` GET ${opening} HTTP/1.1\r\nHost: castled\r\n\r\n`);
broken('a method that is no token', `G(T ${opening} HTTP/1.1\r\nHost: castled\r\n\r\n`);
broken('a space in the target', `GET /api/opening moves HTTP/1.1\r\nHost: castled\r\n\r\n`);
broken('control characters in the target', `GET /api/\x01\x7f HTTP/1.1\r\nHost: castled\r\n\r\n`);
broken('NUL in the target', `GET /api/\0x HTTP/1.1\r\nHost: castled\r\n\r\n`);
broken('a target without a slash', 'GET api/opening HTTP/1.1\r\nHost: castled\r\n\r\n');
add('either', 'CONNECT', 'CONNECT castled:443 HTTP/1.1\r\nHost: castled:443\r\n\r\n', { refused: true });
broken('GET *', head('GET', '*'));
broken('junk', `\x80\xff\x00\x01${'\xaa\x55'.repeat(100)}\r\n\r\n`);
broken('an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
broken('TLS', Buffer.concat([Buffer.from('1603010200010001fc0303', 'hex'), Buffer.alloc(508, 0x5a), Buffer.from('\r\n\r\n')]));
broken('a line without an end', `GET /${'a'.repeat(100_000)}`);
broken('a header without an end', `GET / HTTP/1.1\r\nHost: castled\r\nX: ${'a'.repeat(100_000)}`);
broken('headers without an end', `GET / HTTP/1.1\r\nHost: castled\r\n${'X-More: and more\r\n'.repeat(6000)}`);
broken('a thousand headers', head('GET', opening, ...Array.from({ length: 1000 }, (_, i) => `X-${i}: y`)));
broken('a method without an end', 'G'.repeat(100_000));
add('either', 'a cookie header of 3,000 bytes', head('GET', opening, `Cookie: a=${'b'.repeat(3000)}`));

const headerLine = (name, line) => broken(name, `GET ${opening} HTTP/1.1\r\nHost: castled\r\n${line}\r\n\r\n`);
headerLine('NUL in a header', 'X-Evil: a\0b');
headerLine('a control character in a header', 'X-Evil: a\x01b');
headerLine('a bare CR in a header', 'X-Evil: a\rContent-Length: 5');
headerLine('a space before the colon', 'Content-Length : 5');
headerLine('a header without a colon', 'X-Evil');
headerLine('a header without a name', ': x');
headerLine('a header whose name is no token', 'X(Evil): x');
headerLine('a name with bytes beyond ASCII', 'Content-L\xe9ngth: 5');
headerLine('a folded line', 'X-Long: a\r\n b');
headerLine('a folded line of a tab', 'X-Long: a\r\n\tContent-Length: 5');
broken('a folded line first', `GET ${opening} HTTP/1.1\r\n Host: castled\r\n\r\n`);
add('either', 'lines that end with LF', `GET ${opening} HTTP/1.1\nHost: castled\n\n`);
add('either', 'a header line that ends with LF', `GET ${opening} HTTP/1.1\r\nHost: castled\nX: y\r\n\r\n`);
broken('lines that end with CR', `GET ${opening} HTTP/1.1\rHost: castled\r\r\n\r\n`);
broken('no Host', `GET ${opening} HTTP/1.1\r\n\r\n`);
broken('two Hosts', head('GET', opening, 'Host: other'));
broken('a Host that is none', `GET ${opening} HTTP/1.1\r\nHost: a b@/\r\n\r\n`);

// ---- what is cut off ----

const whole = head('GET', opening, 'Accept: */*');
add('part', 'nothing', '');
add('part', 'a request line cut', whole.slice(0, 12));
add('part', 'a request line without its end', whole.slice(0, whole.indexOf('\r\n')));
add('part', 'a header cut', whole.slice(0, whole.indexOf('castled') + 3));
add('part', 'a head without its last line', whole.slice(0, -2));
add('part', 'a head cut between CR and LF', whole.slice(0, -1));
add('part', 'an empty line', '\r\n');

export default kinds;
