// castled.mjs - the server under test, as a process: started on a free port, stopped, killed, started again.
//
// The binary is CASTLED_BINARY. A sanitizer's report on stderr or an exit that nobody asked for fails the test.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const binary = process.env.CASTLED_BINARY ?? path.join(root, 'build/release/castled');

// How long anything may take; builds with sanitizers are slower.
export const patience = Number(process.env.CASTLED_PATIENCE ?? 10_000);

// A test that failed may leave something open that would keep the run from ending.
after(() => setTimeout(() => process.exit(), patience + 2000).unref());

export const newDirectory = () => fs.mkdtempSync(path.join(os.tmpdir(), 'castled-e2e-'));
// Below what the kernel hands out to outgoing connections (from 32,768 on).
export const randomPort = () => 20_000 + Math.floor(Math.random() * 12_000);

// Runs the program to its end: for what must not start.
export async function runCastled(args, options = {}) {
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', text => (stdout += text));
  child.stderr.on('data', text => (stderr += text));
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  return { code, signal, stdout, stderr };
}

export const get = (port, target, headers = {}) =>
  new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path: target, headers }, response => {
      let body = '';
      response.on('data', text => (body += text));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body }),
      );
    });
    request.on('error', reject);
  });

// Resolves when the server says that it is ready, with false when it ended because its port was taken.
async function isReady(server) {
  const { child } = server;
  const until = Date.now() + patience;
  while (!server.stdout.includes('is ready on')) {
    if (child.exitCode !== null && /cannot listen/.test(server.stderr)) return false;
    assert.equal(child.exitCode, null, `castled has ended: ${server.stderr}`);
    assert.equal(child.signalCode, null, `castled has died: ${server.stderr}`);
    assert.ok(Date.now() < until, `castled is not ready: ${server.stderr}`);
    await sleep(5);
  }
  return true;
}

// A server with a data directory of its own (or options.directory), and no other flags than options.flags when
// these are given. start() waits until it is ready; kill() is kill -9; stop() is SIGTERM and must end it with 0;
// remove() also deletes the directory.
export function castled({ directory = newDirectory(), args = [], limits = 'off', flags, env = {} } = {}) {
  const server = {
    directory,
    port: randomPort(),
    child: null,
    stdout: '',
    stderr: '',

    spawn() {
      const usual = ['--host', '127.0.0.1', '--port', String(server.port), '--data', directory,
        '--limits', limits, ...args];
      const child = spawn(binary, flags ?? usual, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, CASTLED_PORT: String(server.port), ...env },
      });
      server.child = child;
      server.stdout = server.stderr = '';
      child.stdout.on('data', text => (server.stdout += text));
      child.stderr.on('data', text => (server.stderr += text));
      child.closed = once(child, 'close').then(ended => {
        if (!child.asked && server.stdout)
          console.error(`castled has ended: ${ended}\n${server.stderr}`);
        return ended;
      });
      return isReady(server);
    },

    async start() {
      while (!(await server.spawn())) server.port = randomPort();
      assert.equal((await get(server.port, '/healthz')).status, 200);
      return server;
    },

    end(signal) {
      server.child.asked = true;
      server.child.kill(signal);
    },

    async kill() {
      server.expectSound();
      server.end('SIGKILL');
      await server.child.closed;
    },

    async stop() {
      server.expectSound();
      server.end('SIGTERM');
      const timer = setTimeout(() => server.child.kill('SIGKILL'), patience);
      const [code, signal] = await server.child.closed;
      clearTimeout(timer);
      assert.equal(signal, null, `castled does not stop: ${server.stderr}`);
      assert.equal(code, 0, server.stderr);
      server.expectNoReport();
    },

    async restart() {
      await server.kill();
      await server.start();
    },

    expectNoReport() {
      assert.doesNotMatch(server.stderr, /Sanitizer|runtime error|Assertion|bug:/);
    },

    // To be called whenever it should be well: it runs, and no sanitizer has complained.
    expectSound() {
      server.expectNoReport();
      assert.equal(server.child.exitCode, null, `castled has ended: ${server.stderr}`);
      assert.equal(server.child.signalCode, null, `castled has died: ${server.stderr}`);
    },

    async remove() {
      if (server.child?.exitCode === null && server.child.signalCode === null) await server.stop();
      fs.rmSync(server.directory, { recursive: true, force: true });
    },
  };
  return server;
}

// A server for the time of 'body'. When that fails, its error is the one to be told.
export async function withCastled(options, body) {
  const server = await castled(options).start();
  try {
    await body(server);
  } catch (error) {
    server.end('SIGKILL');
    await server.child.closed;
    await server.remove();
    throw error;
  }
  await server.remove();
}
