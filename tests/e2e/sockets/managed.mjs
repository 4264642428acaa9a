// managed.mjs - castled under a service manager (manager.py), which follows it through takeovers: server.replace() has a new process
// take over, and resolves when it serves.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';

import { binary, newDirectory, patience, takePort, until } from './castled.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));
const NUMBERS = { SIGHUP: 1, SIGKILL: 9, SIGUSR2: 12, SIGTERM: 15 };

// Words before a program that is to be process 1 of a world of its own: unshare's child.
export const unshare = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
export const canUnshare = spawnSync(unshare[0], [...unshare.slice(1), 'true']).status === 0;
export const childrenOf = pid =>
  fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

// A program by a path of its own, which can be made to lead elsewhere.
export function newProgram(target = binary) {
  const program = path.join(newDirectory(), 'castled');
  const change = make => {
    fs.rmSync(program, { force: true });
    make();
  };
  change(() => fs.symlinkSync(target, program));
  return {
    path: program,
    link: (to = binary) => change(() => fs.symlinkSync(to, program)),
    script: text => change(() => fs.writeFileSync(program, `#!/bin/sh\n${text}\n`, { mode: 0o755 })),
    remove: () => change(() => {}),
    // What stands between (between.py).
    between(plan) {
      const file = path.join(newDirectory(), 'plan');
      fs.writeFileSync(file, JSON.stringify({ program: binary, ...plan }));
      this.script(`exec python3 ${path.join(folder, 'between.py')} ${file} "$@"`);
    },
  };
}

// Its doors are those of 'args'. 'wrap': words before the program, such as those of unshare. 'listens': the manager gives it the socket.
export async function managed({
  directory = newDirectory(), program = binary, args = [], env = {}, own = [], notifies = true, listens = false, wrap = [],
} = {}) {
  const server = { directory, port: await takePort(), stdout: '', stderr: '', said: [], main: undefined };
  const words = [...wrap, program, '--host', '127.0.0.1', '--port', String(server.port), '--data', directory, '--limits', 'off', ...args];
  const options = { notify: notifies ? path.join(newDirectory(), 'notify') : null, env, own, listen: listens ? server.port : null };
  const child = spawn('python3', [path.join(folder, 'manager.py'), JSON.stringify(options), ...words], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
  child.stdout.on('data', text => (server.stdout += text));
  child.stderr.on('data', text => (server.stderr += text));
  child.stdin.on('error', () => {});
  readline.createInterface(child.stdio[3]).on('line', line => {
    const what = JSON.parse(line);
    server.said.push(what);
    if (what.main) server.main = what.main;
  });
  const closed = once(child, 'close');
  const count = text => server.stdout.split(text).length - 1;

  Object.assign(server, {
    hears: text => until(() => server.stderr.includes(text), `castled says "${text}": ${server.stderr}`),
    isServing: times => until(() => {
      assert.equal(server.status(server.main), undefined, server.stderr);
      return count('is ready on') >= times;
    }, `castled is ready for the ${times}th time`).catch(error => { throw new Error(`${error.message}: ${server.stderr}`); }),
    signal: name => child.stdin.write(`${NUMBERS[name]}\n`),
    end: pid => until(() => server.said.some(what => what.ended === pid), `process ${pid} ends`),
    status: pid => server.said.find(what => what.ended === pid)?.status,
    expectNoReport: () => assert.doesNotMatch(server.stderr, /Sanitizer|runtime error|Assertion|\bbug:/),
    // The pid of the process that serves from now on.
    async replace() {
      const times = count('is ready on'), before = server.stderr.split('has taken over').length;
      server.signal('SIGUSR2');
      await server.isServing(times + 1);
      await until(() => server.stderr.split('has taken over').length > before, server.stderr);
      return Number(/process (\d+), has taken over(?![\s\S]*has taken over)/.exec(server.stderr)[1]);
    },
    async remove() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), patience);
      await closed;
      clearTimeout(timer);
      server.expectNoReport();
      fs.rmSync(directory, { recursive: true, force: true });
    },
  });
  await server.isServing(1);
  return server;
}

export async function withManaged(options, body) {
  const server = await managed(options);
  try {
    await body(server);
  } finally {
    await server.remove();
  }
}
