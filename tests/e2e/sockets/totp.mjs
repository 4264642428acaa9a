// totp.mjs - what an authenticator app does.

import crypto from 'node:crypto';

export const step = 30_000; // ms

// RFC 6238 with SHA-1, six digits, from the base32 of RFC 4648.
export function codeOf(secret, at) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map(letter => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map(byte => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / step)));
  const sum = crypto.createHmac('sha1', key).update(counter).digest();
  return String((sum.readUInt32BE(sum.at(-1) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
