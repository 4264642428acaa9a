// trace.test.mjs - what developers can see of a running server: --log and --trace.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { get, newDirectory, runCastled, until, withCastled } from './castled.mjs';
import { connect, pair, play } from './player.mjs';

// The lines of a trace without their times: { session, way, game, text }.
const read = text =>
  text.split('\n').filter(line => /Z session /.test(line)).map(line => {
    const parts = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z session (\d+) (\S+)(?: (\S+) (.*))?$/.exec(line);
    assert.ok(parts, line);
    return { session: Number(parts[1]), way: parts[2], game: parts[3], text: parts[4] };
  });

test('each frame is in the trace, with its game and without its token', async () => {
  const file = path.join(newDirectory(), 'trace');
  await withCastled({ args: ['--trace', file] }, async server => {
    const table = await pair(server);
    await play(table, 0, 'e2e4');
    for (const player of [table.white, table.black]) await player.settle();
    // A frame is in the trace once it has been sent: its reader may be faster than the trace.
    const isWhole = text => [table.white, table.black].every(player => text.includes(`${player.texts.at(-1)}\n`));
    await until(() => isWhole(fs.readFileSync(file, 'utf8')), 'both pongs are in the trace');
    const text = fs.readFileSync(file, 'utf8');
    const lines = read(text);
    assert.equal(lines.length, text.trimEnd().split('\n').length, 'nothing else is in it');
    for (const player of [table.white, table.black]) {
      const { you, token } = player.welcome;
      assert.ok(!text.includes(token), 'the token is not in it');
      const opened = text.split('\n').find(line => line.includes(` = ${you.name} (${you.id}) at 127.0.0.1`));
      const session = Number(/session (\d+)/.exec(opened)[1]);
      const told = lines.filter(line => line.session === session && line.way === '<');
      // Everything that the player was sent, in this order, except the token.
      const texts = player.texts.map(each => each.replace(`"token":"${token}"`, '"token":"***"'));
      assert.deepEqual(told.map(line => line.text), texts);
      for (const line of told) assert.equal(line.game, JSON.parse(line.text).game ?? '-');
      assert.ok(texts.some(each => each.includes('"token":"***"')));
    }
    const moves = lines.filter(line => line.way === '>' && line.game === table.game);
    assert.deepEqual(moves.map(line => JSON.parse(line.text).uci), ['e2e4']);
    await table.black.close();
    await table.white.settle();
    server.expectSound();
  });
  assert.match(fs.readFileSync(file, 'utf8'), /Z session \d+ closed\n/);
});

test('on stderr, beside the log', () =>
  withCastled({ args: ['--trace', '-'] }, async server => {
    const player = await connect(server);
    await player.settle();
    const welcome = player.texts[0].replace(`"token":"${player.welcome.token}"`, '"token":"***"');
    await until(() => server.stderr.includes(` < - ${welcome}\n`));
    assert.deepEqual(read(server.stderr).map(line => line.way).slice(0, 2), ['=', '<']);
  }));

test('a trace that cannot be written is refused at the start', async () => {
  const { code, stderr } = await runCastled(['--trace', '/nonexistent/trace', '--data', newDirectory()]);
  assert.equal(code, 1);
  assert.match(stderr, /^castled: --trace \/nonexistent\/trace: No such file or directory$/m);
});

test('--log debug reports sessions, requests and games; --log warning nothing normal', async () => {
  await withCastled({ args: ['--log', 'debug'] }, async server => {
    const table = await pair(server);
    await get(server.port, '/api/nothing%0acastled:%20here?token=x');
    await table.white.ok({ t: 'abort', game: table.game });
    const { you } = table.white.welcome;
    for (const line of [
      `session \\d+ begins: ${you.name} \\(${you.id}\\) at 127\\.0\\.0\\.1`,
      'http \\d+: GET /healthz from 127\\.0\\.0\\.1',
      'http \\d+: answered 200',
      'http \\d+: GET /api/nothing\\?castled: here from 127\\.0\\.0\\.1',
      `game ${table.game} begins: .*${you.name}.*`,
      `game ${table.game} has ended: aborted`,
    ])
      await until(() => new RegExp(`^castled: debug: ${line}(?: \\[request [0-9A-Za-z]{16}\\])?$`, 'm').test(server.stderr), line);
    await table.white.close();
    await until(() => /^castled: debug: session \d+ has ended$/m.test(server.stderr));
  });
  await withCastled({ args: ['--log', 'warning'] }, async server => {
    await (await connect(server)).settle();
    assert.equal(server.stderr, '');
  });
});
