// What every visitor downloads, compressed as the server sends it: node wasm_size.mjs FILE LIMIT [FILE LIMIT ...]
// Exits with 1 when one is not below its limit in bytes.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const words = process.argv.slice(2);
for (let i = 0; i < words.length; i += 2) {
  const packed = brotliCompressSync(readFileSync(words[i])).length;
  console.log(`${basename(words[i])}: ${packed} bytes with brotli, below ${words[i + 1]} asked`);
  if (!(packed < Number(words[i + 1]))) process.exitCode = 1;
}
