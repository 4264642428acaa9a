// process.mjs - a process as /proc shows it (Linux): whether its loop sleeps, and what it holds.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { patience } from './castled.mjs';

const read = path => fs.readFileSync(path, 'utf8');
const stat = path => read(path).slice(read(path).lastIndexOf(')') + 2).split(' ');

// The main thread: its state (R, S, D ...) and the nanoseconds for which it has run.
function mainThread(pid) {
  const task = `/proc/${pid}/task/${pid}`;
  return { state: stat(`${task}/stat`)[0], ran: Number(read(`${task}/schedstat`).split(' ')[0]) };
}

export const openFiles = pid => fs.readdirSync(`/proc/${pid}/fd`).length;
export const residentKiB = pid => Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))[1]);

// Waits until the loop sleeps: within 50 ms it has hardly run, and sleeps at both ends. A spinning loop never does.
export async function untilIdle(server, what) {
  const until = Date.now() + patience;
  for (;;) {
    server.expectSound();
    const before = mainThread(server.child.pid);
    await sleep(50);
    const now = mainThread(server.child.pid);
    if (before.state === 'S' && now.state === 'S' && now.ran - before.ran < 10e6) return;
    assert.ok(Date.now() < until, `the loop does not come to rest ${what}`);
  }
}
