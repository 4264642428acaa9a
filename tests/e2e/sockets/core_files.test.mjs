// core_files.test.mjs - a server that fails, where core files are wanted, leaves one with its stacks and without a secret.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import fs from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { test } from 'node:test';

import { binary, castled, newDirectory, takePort } from './castled.mjs';
import { newPostOffice } from './post_office.mjs';
import { countInMemory } from './process_memory.mjs';
import { newProvider } from './provider.mjs';

// Why this system writes no file where the program runs; or nothing.
const pattern = fs.readFileSync('/proc/sys/kernel/core_pattern', 'utf8').trim();
const skip = /^[|@/]/.test(pattern) && `core files go elsewhere here (${pattern})`;
const hardLimit = pid => /^Max core file size +\S+ +(\S+)/m.exec(fs.readFileSync(`/proc/${pid}/limits`, 'utf8'))[1];

const PASSWORD = 'correct-horse-battery';

// ---- a server with many secrets ----

function makeCertificate(directory, kind) {
  const [key, certificate] = ['key.pem', 'cert.pem'].map(name => path.join(directory, name));
  execFileSync('openssl', ['req', '-x509', ...kind, '-nodes', '-keyout', key, '-out', certificate, '-days', '2',
    '-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1'], { stdio: 'ignore' });
  return { key, certificate };
}

// Started where its core file may lie.
function programIn(folder) {
  const file = path.join(newDirectory(), 'castled');
  fs.writeFileSync(file, `#!/bin/sh\ncd '${folder}' && ulimit -c "$(ulimit -Hc)" && exec '${path.resolve(binary)}' "$@"\n`, { mode: 0o755 });
  return file;
}

async function secretive(kind, env = {}, more = []) {
  const [directory, folder] = [newDirectory(), newDirectory()];
  const office = await newPostOffice({ password: 'the word for the post office' });
  const provider = await newProvider({ secret: 'the word for the provider' });
  const tls = makeCertificate(folder, kind);
  const write = (name, text) => (fs.writeFileSync(path.join(folder, name), text), path.join(folder, name));
  const port = await takePort();
  const base = `https://127.0.0.1:${port}`;
  const server = castled({
    directory, program: programIn(folder), env: { PGPASSWORD: 'a word in the environment', ...env },
    flags: ['--site-name', 'An-argument', '--host', '127.0.0.1', '--port', String(port), '--data', directory, '--limits', 'off', '--public-url', base,
      '--tls-cert', tls.certificate, '--tls-key', tls.key,
      '--smtp', office.url, '--smtp-tls', 'on', '--smtp-user', office.user, '--mail-from', 'chess@club.example',
      '--smtp-password-file', write('smtp', `${office.password}\n`),
      '--oidc-issuer', provider.issuer, '--oidc-client-id', provider.client, '--oidc-client-secret-file', write('oidc', `${provider.secret}\n`),
      '--outbound-ca', write('ca.pem', fs.readFileSync(office.ca, 'utf8') + fs.readFileSync(provider.ca, 'utf8')),
      '--watchdog-core', 'on', ...more],
  });
  server.port = port;
  assert.ok(await server.spawn());
  const close = async () => {
    office.close();
    provider.close();
    await server.remove();
  };
  return { server, office, provider, folder, tls, base, close };
}

// One connection for each request, so that the key is used as often.
function visitor(base) {
  const self = { cookie: '' };
  self.ask = (method, where, fields = {}) => new Promise((resolve, reject) => {
    const headers = { origin: base, cookie: self.cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const request = https.request(`${base}${where}`, { method, headers, agent: false, rejectUnauthorized: false }, response => {
      let body = '';
      response.on('data', text => (body += text));
      response.on('end', () => {
        const [cookie] = response.headers['set-cookie'] ?? [];
        if (cookie) self.cookie = cookie.split(';')[0];
        resolve({ status: response.statusCode, json: JSON.parse(body) });
      });
    });
    request.on('error', reject);
    request.end(new URLSearchParams(fields).toString());
  });
  return self;
}

// A letter is sent, and somebody comes back from the provider: the secrets have been used. Returns what must be kept.
async function useSecrets({ office, provider, base }) {
  const anna = visitor(base);
  assert.equal((await anna.ask('POST', '/api/account', { name: 'Anna', password: PASSWORD })).status, 201);
  assert.equal((await anna.ask('PUT', '/api/mail', { address: 'anna@club.example', password: PASSWORD, language: 'en' })).status, 200);
  await office.has(1);
  const other = visitor(base);
  const { redirect, state, code } = provider.signIn((await other.ask('POST', '/api/oidc')).json.url, 'id-1');
  assert.equal(redirect, `${base}/sign-in`);
  assert.equal((await other.ask('POST', '/api/oidc/finish', { state, code })).json.code, 'choose_name');
  const [, confirm] = /#confirm=([\w-]+)/.exec(office.newest().text);
  return { token: anna.cookie.split('=')[1], confirm };
}

// ---- what is looked for ----

// Numbers of the key, as they are written and as a processor keeps them; halves, so that what is partly overwritten counts.
function piecesOfKey(file) {
  const { d, p, q } = createPrivateKey(fs.readFileSync(file)).export({ format: 'jwk' });
  return [d, p, q].filter(Boolean).flatMap(number => {
    const bytes = Buffer.from(number, 'base64url');
    const half = bytes.length / 2;
    return [bytes, Buffer.from(bytes).reverse()].flatMap(each => [each.subarray(0, half), each.subarray(half)]);
  });
}

const READ_SECRET = 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("SELECT hex(secret) FROM castled").fetchone()[0])';
const secretOfStore = directory =>
  Buffer.from(execFileSync('python3', ['-c', READ_SECRET, path.join(directory, 'castled.db')], { encoding: 'utf8' }).trim(), 'hex');

function secretsOf({ server, office, provider, tls }, { token, confirm }) {
  const basic = Buffer.from(`${encodeURIComponent(provider.client)}:${encodeURIComponent(provider.secret)}`).toString('base64');
  return {
    'the key of TLS': piecesOfKey(tls.key),
    'the password of SMTP': [office.password],
    'the secret of OIDC': [provider.secret, basic],
    'the secret of the database': [secretOfStore(server.directory)],
    'a password': [PASSWORD],
    'a token': [token],
    'the token of a letter': [confirm],
    'the environment': ['a word in the environment'],
    'the arguments': ['An-argument'],
  };
}

// Those that the test would find if they were there: they stay in memory while the server runs.
const KEPT = ['the key of TLS', 'the password of SMTP', 'the secret of OIDC', 'the secret of the database', 'the environment', 'the arguments'];
const isInMemory = (pid, pieces) => pieces.some(piece => countInMemory(pid, piece) > 0);

// ---- the core file ----

function readCore(folder) {
  const files = fs.readdirSync(folder).map(name => path.join(folder, name));
  const cores = files.map(file => fs.readFileSync(file)).filter(bytes => bytes.subarray(0, 4).equals(Buffer.from('\x7fELF')));
  assert.equal(cores.length, 1, 'there is one core file');
  return cores[0];
}

// Of a 64-bit ELF file (elf(5)).
function segmentsOf(core) {
  const [at, size, count] = [Number(core.readBigUInt64LE(32)), core.readUInt16LE(54), core.readUInt16LE(56)];
  return Array.from({ length: count }, (_, i) => core.subarray(at + i * size, at + (i + 1) * size)).map(head => ({
    isNote: head.readUInt32LE(0) === 4, at: Number(head.readBigUInt64LE(8)), address: head.readBigUInt64LE(16), size: Number(head.readBigUInt64LE(32)) }));
}

// Where the stack of the process's first thread ends, from its NT_PRSTATUS: pr_pid, and the stack's pointer among the registers.
function stackPointer(core, pid) {
  const register = { 62: 264, 183: 360 }[core.readUInt16LE(18)]; // x86-64, AArch64
  const notes = segmentsOf(core).find(({ isNote }) => isNote);
  for (let at = notes.at; at < notes.at + notes.size;) {
    const [nameSize, size, type] = [0, 4, 8].map(offset => core.readUInt32LE(at + offset));
    const body = at + 12 + Math.ceil(nameSize / 4) * 4;
    if (type === 1 && core.readUInt32LE(body + 32) === pid) return register && core.readBigUInt64LE(body + register);
    at = body + Math.ceil(size / 4) * 4;
  }
  assert.fail('the first thread is missing');
}

function expectStack(core, pid) {
  const pointer = stackPointer(core, pid);
  if (pointer)
    assert.ok(segmentsOf(core).some(({ address, size }) => address <= pointer && pointer < address + BigInt(size)), 'the stack of the loop is there');
}

async function expectCore(t, it, fail, signal) {
  try {
    const used = await useSecrets(it);
    const { child } = it.server;
    if (hardLimit(child.pid) === '0') return t.skip('this build, or this system, writes no core files');
    const secrets = secretsOf(it, used);
    for (const what of KEPT) assert.ok(isInMemory(child.pid, secrets[what]), `${what} is in memory`);
    child.asked = true; // it is meant to end
    fail(child);
    assert.deepEqual(await child.closed, [null, signal]);
    const core = readCore(it.folder);
    expectStack(core, child.pid);
    assert.deepEqual(Object.keys(secrets).filter(what => secrets[what].some(piece => core.includes(piece))), [], 'no secret is in it');
  } finally {
    await it.close();
  }
}

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
const RSA = ['-newkey', 'rsa:2048'];

test('ended by a signal, its core file has its stack and no secret; its key is of an elliptic curve', { skip }, async t => {
  await expectCore(t, await secretive(EC), child => child.kill('SIGQUIT'), 'SIGQUIT');
});

test('broken where it stands, the same; its key is of RSA', { skip }, async t => {
  await expectCore(t, await secretive(RSA), child => child.kill('SIGSEGV'), 'SIGSEGV');
});

test('ended by the watchdog, the same', { skip }, async t => {
  const file = path.join(newDirectory(), 'hang');
  const it = await secretive(EC, { LD_PRELOAD: process.env.CASTLED_HANG, HANG_WHEN: file }, ['--watchdog', '1']);
  const hang = () => {
    fs.writeFileSync(file, '');
    visitor(it.base).ask('GET', '/api/player').catch(() => {}); // a turn, at whose end it hangs
  };
  await expectCore(t, it, hang, 'SIGABRT');
});
