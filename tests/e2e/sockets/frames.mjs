// frames.mjs - frames of RFC 6455 as bytes: valid and invalid ones are made, and those of a server read strictly.

import assert from 'node:assert/strict';

export const TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10;

// A client's frame. 'told': the length that it claims to have; 'bits': the size of that length (7, 16, 64).
export function frame(payload, { opcode = TEXT, fin = true, rsv = 0, masked = true, mask = [1, 2, 3, 4], told, bits } = {}) {
  const body = Buffer.from(payload);
  const length = BigInt(told ?? body.length);
  const size = bits ?? (length < 126n ? 7 : length < 65536n ? 16 : 64);
  const begin = [(fin ? 0x80 : 0) | (rsv << 4) | opcode];
  const flag = masked ? 0x80 : 0;
  if (size === 7) begin.push(flag | Number(length & 127n));
  else {
    begin.push(flag | (size === 16 ? 126 : 127));
    for (let shift = size - 8; shift >= 0; shift -= 8) begin.push(Number((length >> BigInt(shift)) & 255n));
  }
  if (masked) begin.push(...mask);
  return Buffer.concat([Buffer.from(begin), masked ? body.map((byte, i) => byte ^ mask[i % 4]) : body]);
}

export const text = (value, options) => frame(typeof value === 'string' ? value : JSON.stringify(value), options);

export const close = (code, reason = '') =>
  frame(code === undefined ? '' : Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]), { opcode: CLOSE });

const utf8 = new TextDecoder('utf-8', { fatal: true });

// What a server of castled.v1 has sent: { frames, code, rest }, with the 'code' of its close frame. Fails on what it must not send.
export function parseFrames(bytes) {
  const frames = [];
  let at = 0;
  let code;
  while (at + 2 <= bytes.length && code === undefined) {
    const [first, second] = [bytes[at], bytes[at + 1]];
    assert.equal(first & 0xf0, 0x80, `a server's frame is whole and has no RSV bits: ${first}`);
    assert.equal(second & 0x80, 0, 'a server masks nothing');
    const opcode = first & 15;
    assert.ok([TEXT, CLOSE, PING, PONG].includes(opcode), `opcode ${opcode}`);
    let length = second;
    let start = at + 2;
    if (length === 126) {
      if (start + 2 > bytes.length) break;
      length = bytes.readUInt16BE(start);
      assert.ok(length >= 126, 'the length is as short as can be');
      start += 2;
    } else if (length === 127) {
      if (start + 8 > bytes.length) break;
      length = Number(bytes.readBigUInt64BE(start));
      assert.ok(length >= 65536, 'the length is as short as can be');
      start += 8;
    }
    assert.ok(opcode < 8 || length <= 125, 'control frames are short');
    if (start + length > bytes.length) break;
    const payload = bytes.subarray(start, start + length);
    if (opcode === TEXT) frames.push({ opcode, message: JSON.parse(utf8.decode(payload)) });
    else frames.push({ opcode, payload });
    if (opcode === CLOSE) {
      assert.notEqual(length, 1, 'a code has two bytes');
      code = length ? payload.readUInt16BE(0) : 1005;
    }
    at = start + length;
  }
  return { frames, code, rest: bytes.subarray(at) };
}
