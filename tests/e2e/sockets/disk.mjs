// disk.mjs - a disk that tests control (disk.c): calls fail, syncs are slow or held, the process dies within a write, and a
// loss of power takes what was not synced.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { binary, newDirectory, until } from './castled.mjs';

const library = process.env.CASTLED_DISK_LIBRARY ?? path.join(path.dirname(binary), 'tests/e2e/libtest_disk.so');

// The kinds of calls, as in disk.c.
export const CALLS = { open: 1, read: 2, write: 4, sync: 8, truncate: 16, stat: 32, map: 64, lock: 128, unlock: 256 };
export const ALL_CALLS = Object.values(CALLS).reduce((all, bit) => all | bit);

// From Linux's errno.h (asm-generic/errno-base.h).
export const EIO = 5;
export const ENOSPC = 28;
export const EROFS = 30;
export const ENOLCK = 37;

const NUMBERS = ['kinds', 'calls', 'failFrom', 'failTo', 'error', 'failed', 'killAt', 'killShare', 'delay', 'held',
  'waiting', 'syncs'];
const FOR_EVER = 2 ** 50;

// The disk of one server; 'env' is for it. With records: true a kill can be turned into a loss of power (losePower).
export function newDisk({ records = false } = {}) {
  assert.ok(fs.existsSync(library), `${library} is not built`);
  const folder = newDirectory('castled-disk-');
  const file = path.join(folder, 'control');
  const log = path.join(folder, 'records');
  const handle = fs.openSync(file, 'w+');
  fs.writeSync(handle, Buffer.alloc(8 * NUMBERS.length));
  if (records) fs.writeFileSync(log, '');
  const at = name => 8 * NUMBERS.indexOf(name);

  const disk = {
    env: { LD_PRELOAD: library, CASTLED_DISK: file, ...(records && { CASTLED_DISK_LOG: log }) },
    get(name) {
      const bytes = Buffer.alloc(8);
      fs.readSync(handle, bytes, 0, 8, at(name));
      return Number(bytes.readBigInt64LE());
    },
    set(name, value) {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(value));
      fs.writeSync(handle, bytes, 0, 8, at(name));
    },
    // Counts calls of these kinds from 1 on; none fails or kills.
    count(kinds = ALL_CALLS) {
      for (const name of ['failFrom', 'killAt', 'kinds', 'calls', 'failed']) disk.set(name, 0);
      disk.set('kinds', kinds);
    },
    // The call of that number, counted from now on, fails, and 'times' calls in all.
    fail(error, { kinds = ALL_CALLS, from = 1, times = FOR_EVER } = {}) {
      disk.count(0);
      disk.set('error', error);
      disk.set('failTo', from + times - 1);
      disk.set('failFrom', from);
      disk.set('kinds', kinds);
    },
    heal: () => disk.count(0),
    // The process dies at the call of that number, after writing that many per mille of its bytes.
    killAt(number, share = 0) {
      disk.count(0);
      disk.set('killShare', share);
      disk.set('killAt', number);
      disk.set('kinds', CALLS.write | CALLS.sync | CALLS.truncate);
    },
    // Syncs wait until release(); resolves when one does.
    hold: () => disk.set('held', 1),
    isHeld: () => until(() => disk.get('waiting') > 0, 'a sync waits'),
    release: () => disk.set('held', 0),

    // After the process has ended: changes its files into what the disk may have after a loss of power.
    losePower: (directory, random, way) => losePower(directory, log, random, way),
    forget: () => records && fs.truncateSync(log),
    close: () => fs.closeSync(handle),
  };
  return disk;
}

// ---- a loss of power ----

const FILES = ['castled.db', 'castled.db-wal', 'castled.db-journal'];
const WRITE = 1, SIZE = 2, SYNC = 3, FAILED_SYNC = 4;
const HEAD = 40;
const SECTOR = 512; // the unit that a disk writes whole or not at all

function readRecords(log) {
  const bytes = fs.readFileSync(log);
  const records = [];
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const number = offset => Number(bytes.readBigUInt64LE(at + offset));
    const record = { kind: bytes.readUInt32LE(at), file: bytes.readUInt32LE(at + 4), offset: number(8), size: number(16) };
    const [before, after] = [number(24), number(32)];
    at += HEAD;
    record.before = bytes.subarray(at, at + before);
    record.after = bytes.subarray(at + before, at + before + after);
    at += before + after;
    records.push(record);
  }
  return records;
}

// Marks what a sync has made durable. What was written before a failed sync may be lost even though a later one
// succeeds: Linux marks such pages as clean.
function markSynced(records) {
  const waiting = FILES.map(() => []);
  for (const record of records) {
    const { kind, file } = record;
    if (kind === WRITE || kind === SIZE) {
      waiting[file].push(record);
      continue;
    }
    for (const each of waiting[file]) each.isSynced = kind === SYNC;
    waiting[file] = [];
  }
}

// The contents of a file, in memory that grows in steps.
function newImage(file) {
  let bytes = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0);
  let { length } = bytes;
  const image = {
    resize(size) {
      if (size > bytes.length) bytes = Buffer.concat([bytes.subarray(0, length)], 2 * size);
      if (size > length) bytes.fill(0, length, size);
      length = size;
    },
    put(offset, piece) {
      image.resize(Math.max(length, offset + piece.length));
      piece.copy(bytes, offset);
    },
    save: () => fs.existsSync(file) && fs.writeFileSync(file, bytes.subarray(0, length)),
  };
  return image;
}

// What can happen to unsynced writes. Each gives the pieces of a write that arrive, as [from, to].
const WAYS = {
  // None of them was written.
  lost: () => () => [],
  // The first ones were, the next one in part, the others not at all.
  torn(random, count) {
    let left = Math.floor(random() * (count + 1));
    return length => (left-- > 0 ? [[0, length]] : left === -1 ? [[0, Math.floor(random() * (length + 1))]] : []);
  },
  // Any of them, in any order: some sectors arrived, some did not.
  scattered: random => length => {
    const pieces = [];
    for (let at = 0; at < length; at += SECTOR)
      if (random() < 0.5) pieces.push([at, Math.min(length, at + SECTOR)]);
    return pieces;
  },
};
export const POWER_WAYS = Object.keys(WAYS);

function losePower(directory, log, random, way) {
  const records = readRecords(log);
  markSynced(records);
  const images = FILES.map(name => newImage(path.join(directory, name)));
  // Back to where the records start ...
  for (const { kind, file, offset, size, before } of [...records].reverse()) {
    if (kind !== WRITE && kind !== SIZE) continue;
    images[file].put(offset, before);
    images[file].resize(size);
  }
  // ... and forward again, as far as it got.
  const unsynced = records.filter(each => (each.kind === WRITE || each.kind === SIZE) && !each.isSynced);
  const arrives = WAYS[way](random, unsynced.length);
  let lost = 0;
  for (const { kind, file, offset, after, isSynced } of records) {
    if (kind === SIZE && (isSynced || arrives(1).length)) images[file].resize(offset);
    if (kind !== WRITE) continue;
    const pieces = isSynced ? [[0, after.length]] : arrives(after.length);
    for (const [from, to] of pieces) images[file].put(offset + from, after.subarray(from, to));
    lost += after.length - pieces.reduce((sum, [from, to]) => sum + to - from, 0);
  }
  for (const image of images) image.save();
  fs.truncateSync(log);
  // The memory that SQLite's connections share does not survive a loss of power.
  fs.rmSync(path.join(directory, 'castled.db-shm'), { force: true });
  return { lost, unsynced: unsynced.length };
}
