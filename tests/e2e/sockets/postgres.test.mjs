// postgres.test.mjs - one castled with --store: PostgreSQL is not there yet, it is the wrong one, or another castled has taken
// over.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { castled, newDirectory, runCastled, until } from './castled.mjs';
import { missing, newPostgres } from './cluster.mjs';

const skip = missing && `${missing} is not installed`;

test('a PostgreSQL that is away is waited for; SIGTERM ends castled meanwhile', { skip }, async t => {
  const postgres = await newPostgres();
  t.after(() => postgres.kill());
  const address = database => `postgresql://castled@127.0.0.1:${postgres.port}/${database}`;
  const server = castled({ args: ['--store', address('postgres')] });
  await postgres.kill();

  const asked = assert.rejects(server.start(), /castled has died/);
  await until(() => /Connection refused.*castled starts when it is there/.test(server.stderr), 'castled waits');
  server.end('SIGTERM');
  await asked;

  const started = server.start();
  await until(() => /castled starts when it is there/.test(server.stderr), 'castled waits again');
  await postgres.start();
  await started;

  const { code, stderr } = await runCastled(['--port', '0', '--data', newDirectory(), '--store', address('nothing')]);
  assert.equal(code, 1);
  assert.match(stderr, /"nothing" does not exist/);

  postgres.ask("UPDATE castled.leases SET node = 'another', epoch = epoch + 1");
  server.child.asked = true;
  const [status] = await server.child.closed;
  assert.equal(status, 75, server.stderr);
  assert.match(server.stderr, /another castled has taken over the database; this one ends/);
});
