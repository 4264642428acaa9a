// backups.test.mjs - castled backup, check and restore, and scheduled backups, while people play.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { castled, newDirectory, runCastled, spawnCastled, until, withCastled } from './castled.mjs';
import { playOn } from './play_on.mjs';
import { connect, pair, play } from './player.mjs';

async function run(...words) {
  const { code, stdout, stderr } = await runCastled(words);
  assert.equal(code, 0, `castled ${words.join(' ')}: ${stderr}`);
  return stdout;
}

// What castled replay tells of a game, an event a line, without the last one, which sums up.
async function eventsOf(directory, game) {
  const text = await run('replay', game, '--data', directory);
  return text.split('\n\n')[1].split('\n').slice(1).filter(line => !/^\d+ events, rebuilt/.test(line));
}

test('copies made while people play have every move seen before, and no half move', () =>
  withCastled({}, async server => {
    const games = await playOn(server);
    const copies = [];
    for (let i = 0; i < 3; i++) {
      await games.goesOn(12);
      const seen = new Map(games.moves);
      const directory = newDirectory();
      await run('backup', path.join(directory, 'castled.db'), '--data', server.directory);
      copies.push({ directory, seen });
    }
    await games.goesOn(4); // the server has gone on
    await games.stop();
    const whole = new Map();
    for (const game of games.moves.keys()) whole.set(game, await eventsOf(server.directory, game));
    for (const { directory, seen } of copies) {
      assert.match(await run('check', '--data', directory), /castled\.db is sound: [1-9]\d* games? with [1-9]/);
      for (const [game, count] of seen) {
        const copied = await eventsOf(directory, game);
        assert.ok(copied.length >= count, `${game}: ${copied.length} events, ${count} had been seen`);
        assert.deepEqual(copied, whole.get(game).slice(0, copied.length), game);
      }
    }
    assert.match(await run('check', '--data', server.directory), /is sound/);
  }));

test('a copy is restored: games continue where they were, and the old database is kept', async () => {
  const server = await castled({}).start();
  const copy = path.join(newDirectory(), 'copy.db');
  const table = await pair(server);
  await play(table, 0, 'e2e4');
  await run('backup', copy, '--data', server.directory);
  await play(table, 1, 'e7e5');
  const running = await runCastled(['restore', copy, '--data', server.directory]);
  assert.deepEqual([running.code, running.stdout], [1, '']);
  assert.match(running.stderr, /^castled: .*: another castled is using this data directory\n$/);
  await server.kill(); // its newest moves are in its log only
  const said = await run('restore', copy, '--data', server.directory);
  const kept = /the old database is kept as (.*)\n/.exec(said)[1];
  assert.match(await run('check', kept), /is sound: 1 games/);
  await server.start();
  const history = await run('replay', table.game, '--data', server.directory);
  assert.match(history, / 1\. e4 /);
  assert.match(history, /^1 events, .*: 1 moves/m); // the second was made after the copy
  await server.remove();
});

test('a copy can be sent to another program', () =>
  withCastled({}, async server => {
    const file = path.join(newDirectory(), 'sent.db');
    const out = fs.openSync(file, 'w');
    const child = spawnCastled(['backup', '-', '--data', server.directory], { stdio: ['ignore', out, 'inherit'] });
    assert.deepEqual(await once(child, 'close'), [0, null]);
    fs.closeSync(out);
    assert.match(await run('check', file), /is sound/);
    assert.deepEqual(fs.readdirSync(server.directory).filter(name => name.includes('backup')), []);
  }));

test('refusals are one line, with the exit status 1', () =>
  withCastled({}, async server => {
    const directory = newDirectory();
    const copy = path.join(directory, 'copy.db');
    const junk = path.join(directory, 'junk.db');
    fs.writeFileSync(junk, 'Not a database of any kind, but more than a header is long. '.repeat(40));
    await run('backup', copy, '--data', server.directory);
    const damaged = path.join(directory, 'damaged.db');
    const bytes = fs.readFileSync(copy);
    bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 4096);
    fs.writeFileSync(damaged, bytes);
    const data = ['--data', server.directory];
    for (const [words, says] of [
      [['backup', copy, ...data], /the file already exists/],
      [['backup', path.join(directory, 'none', 'copy.db'), ...data], /no such file or directory/],
      [['backup', path.join(directory, 'b.db'), '--data', path.join(directory, 'none')], /no such file or directory/],
      [['restore', junk, '--data', newDirectory()], /not a castled database/],
      [['restore', path.join(directory, 'none.db'), '--data', newDirectory()], /no such file or directory/],
      [['check', junk], /not a castled database/],
      [['check', path.join(directory, 'none.db')], /no such file or directory/],
    ]) {
      const { code, stdout, stderr } = await runCastled(words);
      assert.deepEqual([code, stdout], [1, ''], words.join(' '));
      assert.match(stderr, /^castled: [^\n]*\n$/);
      assert.match(stderr, says);
    }
    for (const words of [['check', damaged], ['restore', damaged, '--data', newDirectory()]]) {
      const { code, stdout, stderr } = await runCastled(words);
      assert.deepEqual([code, stdout], [1, ''], words.join(' '));
      assert.match(stderr, /damaged/);
    }
    for (const words of [['backup'], ['backup', 'a', 'b'], ['restore'], ['check', 'a', 'b']])
      assert.equal((await runCastled(words)).code, 2, words.join(' '));
  }));

const counted = (text, name) => Number(new RegExp(`^castled_${name} (\\d+)$`, 'm').exec(text)[1]);

test('scheduled backups: one at once, then one each time, and the oldest are deleted', async () => {
  const directory = newDirectory();
  fs.writeFileSync(path.join(directory, 'mine.db'), '');
  const args = ['--backup-dir', directory, '--backup-every', '3600', '--backup-keep', '2', '--metrics-port', '0'];
  const copies = () => fs.readdirSync(directory).filter(name => /^castled-\d{8}T\d{6}Z\.db$/.test(name)).sort();
  const server = await castled({ slow: true, args }).start();
  const made = async count => until(async () => counted(await server.metrics(), 'backups_total') === count);
  await made(1);
  const [first] = copies();
  await server.pass(3_500_000);
  assert.equal(counted(await server.metrics(), 'backups_total'), 1);
  for (let count = 2; count <= 4; count++) {
    await server.pass(3_601_000);
    await made(count);
  }
  assert.equal(copies().length, 2);
  assert.ok(!copies().includes(first));
  assert.ok(fs.existsSync(path.join(directory, 'mine.db')));
  assert.match(await run('check', path.join(directory, copies()[1])), /is sound/);
  const newest = counted(await server.metrics(), 'newest_backup_seconds');
  const [, year, month, day, hour, minute, second] = /(\d{4})(..)(..)T(..)(..)(..)Z/.exec(copies()[1]).map(Number);
  assert.equal(newest, Date.UTC(year, month - 1, day, hour, minute, second) / 1000);

  // After a restart the next one is due when it would have been. (Its clock goes faster while it stops.)
  await server.stop();
  await server.start();
  await server.pass(1000);
  assert.equal(counted(await server.metrics(), 'backups_total'), 0);

  // One that fails is reported, and the next one is made.
  fs.renameSync(directory, `${directory}.away`);
  for (let minute = 0; counted(await server.metrics(), 'backup_failures_total') === 0; minute++) {
    assert.ok(minute < 120, 'a backup fails');
    await server.pass(60_000);
  }
  await until(() => /no backup: .*no such file or directory; the next attempt is in 600 s/.test(server.stderr), 'the log says so');
  fs.renameSync(`${directory}.away`, directory);
  await server.pass(601_000);
  await made(1);
  await server.remove();
});

test('a directory for backups that cannot be used is refused at the start', async () => {
  const directory = newDirectory();
  const file = path.join(directory, 'file');
  fs.writeFileSync(file, '');
  const { code, stderr } = await runCastled(['--port', '0', '--host', '127.0.0.1', '--data', directory,
    '--backup-dir', path.join(file, 'below')]);
  assert.equal(code, 1);
  assert.match(stderr, /^castled: --backup-dir .*: Not a directory$/m);
});
