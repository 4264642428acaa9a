// sandbox.test.mjs - the server reaches its own files and the system's, and no others, where the kernel has Landlock; and
// whatever needs files still works: a certificate renewed behind links, engines, a replaced program, admin.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';

import { binary, castled, get, newDirectory, runCastled, takePort, until, withCastled } from './castled.mjs';
import { connect, listed, pair, play } from './player.mjs';

const probe = process.env.CASTLED_PROBE; // probe.c
const fake = fileURLToPath(new URL('../../unit/fake_engine.sh', import.meta.url));

// What the server's own process can open: each of [way, file], as 'ok' or the error's name.
async function reaches(server, files) {
  const list = path.join(server.directory, 'probe');
  fs.writeFileSync(`${list}.new`, files.map(([way, file]) => `${way} ${file}\n`).join(''));
  fs.renameSync(`${list}.new`, list);
  await until(async () => {
    await get(server.port, '/healthz');
    return fs.existsSync(`${list}.done`);
  }, 'the server has tried');
  const results = fs.readFileSync(`${list}.done`, 'utf8').trim().split('\n');
  fs.rmSync(`${list}.done`);
  return results;
}

const probed = directory => ({ directory, env: { LD_PRELOAD: probe, PROBE: path.join(directory, 'probe') } });

test("it reads and writes its own files, and nobody else's", async t => {
  const foreign = path.join(newDirectory('castled-foreign-'), 'key');
  fs.writeFileSync(foreign, 'secret');
  const directory = newDirectory();
  const files = [
    ['r', path.join(directory, 'castled.db')],
    ['w', path.join(directory, 'new')],
    ['r', '/usr/bin/env'],
    ['w', '/dev/null'],
    ['r', foreign],
    ['w', foreign],
    ['w', path.join(path.dirname(foreign), 'new')],
    ['r', '/etc/shadow'],
    ['w', path.join(path.dirname(binary), 'new')],
  ];
  await withCastled({ ...probed(directory), keep: true }, async server => {
    if (/this kernel has no Landlock/.test(server.stderr)) return t.skip('the kernel has no Landlock');
    assert.deepEqual(await reaches(server, files), ['ok', 'ok', 'ok', 'ok', ...Array(5).fill('EACCES')]);
    assert.doesNotMatch(server.stderr, /Landlock/);
  });
  await withCastled({ ...probed(directory), args: ['--sandbox', 'off'] }, async server => {
    assert.deepEqual(await reaches(server, files.slice(0, 7)), Array(7).fill('ok'));
  });
});

// ---- what must still work ----

function makeCertificate(folder, number, name) {
  const files = { key: path.join(folder, `privkey${number}.pem`), certificate: path.join(folder, `fullchain${number}.pem`) };
  const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
    '-days', '2', '-subj', `/CN=${name}`, '-keyout', files.key, '-out', files.certificate]);
  assert.equal(made.status, 0, String(made.stderr));
}

const nameOf = port =>
  new Promise((resolve, reject) => {
    const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.on('error', reject);
  });

// As certbot does it: links in live/NAME lead to numbered files in archive/NAME, and a renewal changes the links.
test('a certificate that certbot renews is read again', async () => {
  const root = newDirectory('castled-letsencrypt-');
  const [live, archive] = ['live', 'archive'].map(name => path.join(root, name, 'club.example'));
  for (const folder of [live, archive]) fs.mkdirSync(folder, { recursive: true });
  const link = number => {
    for (const name of ['privkey', 'fullchain']) {
      const file = path.join(live, `${name}.pem`);
      fs.rmSync(file, { force: true });
      fs.symlinkSync(`../../archive/club.example/${name}${number}.pem`, file);
    }
  };
  makeCertificate(archive, 1, 'old.example');
  link(1);
  const server = castled({ args: ['--tls-cert', path.join(live, 'fullchain.pem'), '--tls-key', path.join(live, 'privkey.pem')] });
  server.port = await takePort();
  assert.ok(await server.spawn());
  assert.equal(await nameOf(server.port), 'old.example');
  makeCertificate(archive, 2, 'new.example');
  link(2);
  server.child.kill('SIGHUP');
  await until(() => /SIGHUP: the certificate has been read again/.test(server.stderr), 'it is read again');
  assert.equal(await nameOf(server.port), 'new.example');
  await server.remove();
});

test('an engine starts after the program was replaced', async () => {
  const folder = newDirectory('castled-program-');
  const program = path.join(folder, 'castled');
  fs.copyFileSync(binary, program);
  fs.copyFileSync(fake, path.join(folder, 'good'));
  fs.chmodSync(path.join(folder, 'good'), 0o755);
  const server = castled({ program, args: ['--engine', `good=${path.join(folder, 'good')}`, '--engine-write', folder] });
  await server.start();
  fs.copyFileSync(binary, `${program}.new`);
  fs.renameSync(`${program}.new`, program);
  const player = await connect(server);
  await listed(player, ['good']);
  await player.ok({ t: 'challenge', to: 'computer', engine: 'good', clock: null, color: 'black' });
  await player.next(m => m.t === 'move' && m.ply === 1);
  await server.remove();
});

test('the operator reaches it, and can read its database meanwhile', () =>
  withCastled({}, async server => {
    const table = await pair(server, { clock: null });
    await play(table, 0, 'e2e4');
    const data = ['--data', server.directory];
    assert.equal((await runCastled(['admin', ...data, 'dump', table.game])).code, 0);
    assert.equal((await runCastled(['replay', table.game, ...data])).code, 0);
    const copy = newDirectory('castled-backup-');
    for (const name of ['castled.db', 'castled.db-wal'])
      fs.copyFileSync(path.join(server.directory, name), path.join(copy, name));
    assert.equal((await runCastled(['replay', table.game, '--data', copy])).code, 0);
  }));
