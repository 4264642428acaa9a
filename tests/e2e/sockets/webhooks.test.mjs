// webhooks.test.mjs - other programs are told of what happens: signed, in the end always, never where they must not.
//
// The other program is a server of this test, which checks signatures by Node's crypto as Standard Webhooks says.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import http from 'node:http';
import { test } from 'node:test';

import { database, get, runCastled, until, withCastled } from './castled.mjs';
import { foolsMate } from './games.mjs';
import { browser } from './http_client.mjs';
import { lichess } from './lichess_client.mjs';
import { connect, pair, playAll } from './player.mjs';

const HERE = ['--outbound-private', '127.0.0.0/8'];

// A server that keeps what comes: { id, seconds, signature, text, json }, and answers with 'status'; 0: not at all.
async function receiver(body) {
  const self = { came: [], status: 204, headers: {} };
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', data => (text += data));
    request.on('end', () => {
      const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = request.headers;
      assert.equal(request.headers['content-type'], 'application/json');
      self.came.push({ id, seconds, signature, text, json: JSON.parse(text), method: request.method, path: request.url });
      if (self.status) response.writeHead(self.status, self.headers).end();
    });
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  self.url = `http://127.0.0.1:${server.address().port}/hook`;
  self.types = () => self.came.map(one => one.json.type);
  self.has = count => until(() => self.came.length >= count, `${count} deliveries have come, not ${self.came.length}`);
  try {
    await body(self);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

// https://www.standardwebhooks.com, "Verifying signatures"
function verify(secret, { id, seconds, signature, text }) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const sum = createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64');
  assert.equal(signature, `v1,${sum}`);
}

const admin = (server, ...words) => runCastled(['admin', ...database(server.directory), ...words]);

async function does(server, ...words) {
  const { code, stdout, stderr } = await admin(server, ...words);
  assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
  return stdout;
}

async function refuses(server, ...words) {
  const { code, stderr } = await admin(server, ...words);
  assert.equal(code, 1, `${words.join(' ')}: ${stderr}`);
  return stderr;
}

async function add(server, ...words) {
  const told = await does(server, 'webhook-add', ...words);
  const [, id] = /^Webhook (\w{8}) has been made/.exec(told);
  const [, secret] = /shown only now: (whsec_\S+)$/m.exec(told);
  return { id, secret };
}

const deliveries = async (server, hook) => (await does(server, 'webhook-deliveries', hook.id)).split('\n').filter(Boolean);

test('a game, a seek and a tournament are told of, signed, to whoever listens to them', () =>
  receiver(async other =>
    withCastled({ args: HERE }, async server => {
      const hook = await add(server, other.url);
      const games = await add(server, `${other.url}/games`, 'game.ended');
      assert.notEqual(hook.secret, games.secret);
      const listed = await does(server, 'webhooks');
      assert.ok(!listed.includes('whsec_'), 'the secret is shown once');
      assert.match(listed, /game\.ended,round\.began,round\.ended,tournament\.ended,seek\.opened/);
      const table = await pair(server);
      await other.has(1); // the first of the two seeks: the second found it
      await playAll(table, foolsMate);
      await other.has(3);
      const [seek, ...ends] = other.came;
      for (const one of other.came) verify(one.path === '/hook' ? hook.secret : games.secret, one);
      assert.deepEqual([seek.method, seek.path, seek.json.type], ['POST', '/hook', 'seek.opened']);
      assert.deepEqual([seek.json.data.person.guest, seek.json.data.clock.initial], [true, 300_000]);
      assert.deepEqual(ends.map(one => one.path).sort(), ['/hook', '/hook/games']);
      const { type, timestamp, data } = ends[0].json;
      assert.equal(type, 'game.ended');
      assert.ok(Math.abs(Date.parse(timestamp) - Number(ends[0].seconds) * 1000) < 60_000);
      assert.deepEqual([data.game, data.status, data.winner, data.plies, data.rated], [table.game, 'mate', 'black', 4, false]);
      assert.equal(data.black.id, table.black.welcome.you.id);

      // A tournament of two.
      const [one, two] = [await lichess(server, 'Anna', { scopes: 'tournament:write board:play' }), await lichess(server, 'Bodo', { scopes: 'tournament:write board:play' })];
      const players = [await connect(server, { token: one.token }), await connect(server, { token: two.token })];
      const fields = new URLSearchParams({ name: 'Club evening', format: 'roundrobin', cycles: 1, 'clock.limit': 300, 'clock.increment': 3, interval: 0, rated: 'false' });
      const { id } = (await one.post('/api/v1/tournaments', fields.toString())).json;
      const at = `/api/v1/tournaments/${id}`;
      for (const each of [one, two]) assert.equal((await each.post(`${at}/join`, '')).status, 200);
      assert.equal((await one.post(`${at}/acts`, 'act=start')).status, 200);
      const { game } = await players[0].kind('start');
      await players[0].ok({ t: 'resign', game });
      await other.has(8);
      assert.deepEqual(other.types().slice(3).filter(word => word !== 'game.ended'), ['round.began', 'round.ended', 'tournament.ended']);
      const [began, ended, end] = other.came.slice(3).filter(each => each.json.type !== 'game.ended').map(each => each.json.data);
      assert.deepEqual([began.tournament, began.name, began.format, began.round, began.rounds], [id, 'Club evening', 'roundrobin', 1, 1]);
      assert.deepEqual([ended.round, end.status, end.players], [1, 'finished', 2]);
    })));

test('what did not arrive is tried again later, also after kill -9, with the same id', () =>
  receiver(async other =>
    withCastled({ args: HERE, slow: true }, async server => {
      const hook = await add(server, other.url, 'game.ended');
      other.status = 500;
      await playAll(await pair(server), foolsMate);
      await other.has(1);
      await until(async () => /it answered 500; next try/.test((await deliveries(server, hook))[0]), 'it is to be tried again');
      await server.restart();
      await server.pass(7000); // 5 s, and a fifth more at most
      await other.has(2);
      other.status = 200;
      await until(async () => /tried 2x/.test((await deliveries(server, hook))[0]), 'the second try is over');
      assert.match(await does(server, 'webhooks'), /nothing has arrived since/);
      await server.pass(40_000);
      await other.has(3);
      const [first, second, third] = other.came;
      assert.deepEqual([second.id, third.id], [first.id, first.id]);
      assert.deepEqual([second.text, third.text], [first.text, first.text]);
      assert.ok(Number(third.seconds) >= Number(first.seconds) + 28, 'each try has its own timestamp');
      for (const one of other.came) verify(hook.secret, one);
      await until(async () => /tried 3x {2}it answered 200$/.test((await deliveries(server, hook))[0]), 'it has arrived');
      assert.doesNotMatch(await does(server, 'webhooks'), /nothing has arrived/);

      // It asks us to wait for longer.
      Object.assign(other, { status: 503, headers: { 'retry-after': '3600' } });
      await does(server, 'webhook-test', hook.id);
      await other.has(4);
      await until(async () => /503/.test((await deliveries(server, hook))[0]), 'the answer is noted');
      Object.assign(other, { status: 200, headers: {} });
      await server.pass(60_000);
      assert.match((await deliveries(server, hook))[0], /webhook\.test +tried 1x/);
      server.clock.add(3_600_000);
      await get(server.port, '/healthz');
      await other.has(5);
    })));

test('one that never answers well is turned off after days and says why; 410 does so at once', () =>
  receiver(async other =>
    withCastled({ args: HERE, slow: true }, async server => {
      const hook = await add(server, other.url, 'game.ended');
      other.status = 404;
      await does(server, 'webhook-test', hook.id);
      for (let tries = 1; tries <= 10; tries++) {
        await other.has(tries);
        await until(async () => new RegExp(`tried ${tries}x`).test((await deliveries(server, hook))[0]), `${tries} tries are over`);
        if (tries < 10) assert.match((await deliveries(server, hook))[0], /next try/);
        server.clock.add(29 * 3_600_000); // more than the longest wait
        await get(server.port, '/healthz');
      }
      assert.match(await does(server, 'webhooks'), /off .*\n.*\n.*nothing has arrived for more than a day: it answered 404/);
      assert.match(await refuses(server, 'webhook-test', hook.id), /It is off/);
      await server.restart();
      assert.match(await does(server, 'webhooks'), /off /);
      assert.equal((await deliveries(server, hook)).length, 1);

      await does(server, 'webhook-on', hook.id);
      other.status = 410;
      await does(server, 'webhook-test', hook.id);
      await until(async () => /410 Gone/.test(await does(server, 'webhooks')), 'it is turned off');
      assert.equal(other.came.length, 11);
      assert.match(await does(server, 'acts'), /webhook-on/);
    })));

test('a private address is reached only when the operator of the machine has named it', () =>
  receiver(async other =>
    withCastled({}, async server => {
      const hook = await add(server, other.url, 'seek.opened');
      await does(server, 'webhook-test', hook.id);
      await until(async () => /private address/.test((await deliveries(server, hook))[0]), 'it was refused');
      assert.equal(other.came.length, 0);
      for (const url of ['ftp://127.0.0.1/', 'https://', 'club.example', 'http://user:word@club.example/', 'http://club.example/ü', `https://club.example/${'x'.repeat(500)}`])
        assert.match(await refuses(server, 'webhook-add', url), /Give a URL/);
      assert.match(await refuses(server, 'webhook-add', other.url, 'game.began'), /Give all, or some of/);
      for (const command of ['webhook-remove', 'webhook-on', 'webhook-off', 'webhook-test', 'webhook-deliveries'])
        assert.match(await refuses(server, command, 'Ab12Cd34'), /No webhook has that id/);
      await does(server, 'webhook-remove', hook.id);
      assert.equal(await does(server, 'webhooks'), 'There is nothing to list.\n');
      await server.stop();
      assert.match(await refuses(server, 'webhooks'), /not running/);
      await server.start();
    })));

test('operators do the same by HTTP; there are at most 16, with at most 500 deliveries on their way, and 25 that are over', () =>
  receiver(async other =>
    withCastled({ args: HERE }, async server => {
      const boss = browser(server);
      assert.equal((await boss.post('/api/account', { name: 'Overseer', password: 'correct-horse' })).status, 201);
      await does(server, 'operator', 'Overseer');
      const act = (command, ...word) => boss.post(`/api/admin/${command}`, { word });
      const list = async (command, word) => (await boss.get(`/api/admin/${command}${word ? `?word=${word}` : ''}`)).json;
      for (let i = 0; i < 16; i++) {
        const made = await act('webhook-add', `${other.url}/${i}`, 'seek.opened');
        assert.equal(made.status, 200, made.body);
        assert.match(made.json.text, /whsec_/);
      }
      const full = await act('webhook-add', other.url);
      assert.deepEqual([full.status, full.json.code], [400, 'refused']);
      const hooks = await list('webhooks');
      assert.equal(hooks.length, 16);
      assert.deepEqual({ ...hooks[0], id: '', made: 0 }, { id: '', url: `${other.url}/0`, events: ['seek.opened'], made: 0, on: true, waiting: 0, leftOut: 0 });
      other.status = 0; // no answer: one is on its way, the others wait
      const [{ id }] = hooks;
      for (let i = 0; i < 500; i++) assert.equal((await act('webhook-test', id)).status, 200);
      assert.match((await act('webhook-test', id)).json.error, /Too many deliveries/);
      const [{ waiting, leftOut }] = await list('webhooks');
      assert.deepEqual([waiting, leftOut], [500, 1]);
      await act('webhook-off', id);
      const rows = await list('webhook-deliveries', id);
      assert.equal(rows.length, 25);
      assert.ok(rows.every(row => row.over && row.outcome === 'the webhook was turned off'));
      const [newest] = (await list('acts')).filter(row => row.act === 'webhook-off');
      assert.equal((await act('undo', String(newest.number))).status, 200);
      assert.equal((await list('webhooks'))[0].on, true);
    })));
