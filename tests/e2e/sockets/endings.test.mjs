// endings.test.mjs - --endings make: the server makes its tablebase in the data directory, in a process of its own that gives
// way to everything, and plays without when that fails. The whole computation, a minute of a processor, is in tests/soak.sh.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { binary, get, newDirectory, until, withCastled } from './castled.mjs';

const made = path.join(path.dirname(binary), 'castled.endings');

// The program in a folder without a tablebase.
function bareProgram() {
  const program = path.join(newDirectory('castled-bare-'), 'castled');
  fs.copyFileSync(binary, program);
  return program;
}

// The server's children, by the words of their command lines.
const childrenOf = pid =>
  spawnSync('ps', ['--ppid', pid, '-o', 'pid=,cls=,args=']).stdout.toString().split('\n').filter(Boolean)
    .map(line => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line)).map(([, child, policy, words]) => ({ pid: Number(child), policy, words }));
const maker = server => childrenOf(server.child.pid).find(({ words }) => words.includes('endings-process'));

const withMaker = (directory, body) =>
  withCastled({ directory, program: bareProgram(), args: ['--endings', 'make'] }, async server => {
    const file = path.join(directory, 'castled.endings');
    // The process has its partial file open before it computes, and has stepped back before that.
    await until(() => maker(server) && fs.existsSync(`${file}.${maker(server).pid}`), 'the file has been begun');
    await body(server, maker(server), file);
  });

test('the endings are made by a process that gives way; if it is killed the server goes on without', () =>
  withMaker(newDirectory(), async (server, { pid, policy, words }, file) => {
    assert.equal(policy, 'IDL', 'SCHED_IDLE: sched(7)');
    assert.ok(words.endsWith(` ${server.child.pid} ${file}`), words);
    await until(() => server.stderr.includes(`the endings are being made in ${file}, in the background`), 'the log says so');
    process.kill(pid, 'SIGKILL');
    await until(() => /warning: the endings could not be made in .*: signal 9 ended it; the computer plays without/.test(server.stderr),
      'the log says so');
    assert.deepEqual(fs.readdirSync(server.directory).filter(name => name.startsWith('castled.endings')), []);
    assert.equal((await get(server.port, '/readyz')).status, 200);
  }));

test('it ends with the server, however that ends, and the next start clears up and begins again', async () => {
  const directory = newDirectory();
  fs.writeFileSync(path.join(directory, 'castled.endings'), 'castled endings\nbut no more than that');
  fs.writeFileSync(path.join(directory, 'castled.endings.99'), 'left by a process that was killed');
  fs.writeFileSync(path.join(directory, 'castled.endings.old'), 'somebody else’s');
  await withMaker(directory, async (server, { pid }) => {
    await until(() => /castled\.endings: .*; it is made again/.test(server.stderr), 'the log says so');
    assert.equal(fs.existsSync(path.join(directory, 'castled.endings.99')), false);
    assert.equal(fs.existsSync(path.join(directory, 'castled.endings.old')), true);
    await server.kill();
    await until(() => spawnSync('ps', ['-p', String(pid), '-o', 'stat=']).stdout.toString().replace(/^Z.*/, '').trim() === '',
      'the process is gone');
    await server.start();
    await until(() => maker(server), 'another begins');
    await server.stop();
  });
});

test('what has been made is used at once, and at the next start', { skip: !fs.existsSync(made) && 'no tablebase in this build' },
  async () => {
    const directory = newDirectory();
    const isUsed = server => server.stderr.includes(`tablebase of up to four pieces: ${directory}/castled.endings`);
    await withMaker(directory, async (server, { pid }, file) => {
      assert.equal(isUsed(server), false);
      fs.copyFileSync(made, file);
      process.kill(pid, 'SIGKILL'); // what counts is the file, whole and sound
      await until(() => isUsed(server), 'the log says so');
      await server.stop();
      await server.start();
      assert.ok(isUsed(server));
      assert.equal(maker(server), undefined);
    });
  });

test('--endings none makes none', async () => {
  const program = bareProgram();
  await withCastled({ program, args: ['--endings', 'none'] }, async server => {
    assert.equal(maker(server), undefined);
    assert.doesNotMatch(server.stderr, /endings/);
  });
});

test('what it makes is what the build makes', { skip: process.env.CASTLED_LONG !== 'yes' && 'it takes minutes: tests/soak.sh' }, () =>
  withMaker(newDirectory(), async (server, _, file) => {
    for (const end = Date.now() + 3_600_000; !fs.existsSync(file) && Date.now() < end; )
      await new Promise(resolve => setTimeout(resolve, 500));
    await until(() => server.stderr.includes(`tablebase of up to four pieces: ${file}`), 'it is used');
    assert.ok(fs.readFileSync(file).equals(fs.readFileSync(made)));
  }));
