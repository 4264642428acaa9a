// process_memory.mjs - what a process has in its memory, for tests that look for secrets. It has to be one of the same user, and to let
// them look (--watchdog-core).

import fs from 'node:fs';

// How often the text, or these bytes, occur in the memory of the process.
export function countInMemory(pid, text) {
  const wanted = Buffer.from(text);
  const memory = fs.openSync(`/proc/${pid}/mem`, 'r');
  const piece = Buffer.alloc(1 << 20);
  let count = 0;
  for (const line of fs.readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
    if (!from || BigInt(`0x${to}`) - BigInt(`0x${from}`) > 1n << 30n) continue; // a sanitizer's map of the memory is huge
    for (let at = BigInt(`0x${from}`); at < BigInt(`0x${to}`); at += BigInt(piece.length - wanted.length)) {
      const left = BigInt(`0x${to}`) - at;
      let got = 0;
      try {
        got = fs.readSync(memory, piece, 0, Number(left < piece.length ? left : BigInt(piece.length)), at);
      } catch (error) {
        if (error.code !== 'EIO') throw error;
        break; // a page that nobody may read
      }
      for (let found = -1; (found = piece.subarray(0, got).indexOf(wanted, found + 1)) >= 0;) count++;
    }
  }
  fs.closeSync(memory);
  return count;
}
