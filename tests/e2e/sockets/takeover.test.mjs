// takeover.test.mjs - SIGUSR2: a new castled takes over the listening sockets, the idle connections and the games, and nobody loses
// a move, a connection attempt or a millisecond. takeover_trials.test.mjs has what can go wrong.
//
// CASTLED_TAKEOVER_GAMES is the number of games at once (default: 50). Everybody comes back at the same time, and whoever has said
// nothing ten seconds after connecting is hung up on: a slow clock gives this process the time that it needs on a busy machine.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';

import WebSocket from 'ws';

import { get, newClock, newDirectory, runCastled, takePort, until } from './castled.mjs';
import { opera } from './games.mjs';
import { canUnshare, childrenOf, newProgram, unshare, withManaged } from './managed.mjs';
import { connect, expectGapless, pair, play } from './player.mjs';

const count = Number(process.env.CASTLED_TAKEOVER_GAMES ?? 50);
const RESTART = 1012; // Service Restart, of IANA's registry of close codes
const SPREAD = 900; // ms, as in the page's socket.ts

const fresh = { connection: 'close' };
const healthOf = server => get(server.port, '/healthz', fresh);

// As withManaged, with a clock that runs a hundred times slower.
async function withSlow(options, body) {
  const clock = newClock(newDirectory('castled-clock-'));
  const env = { ...clock.env, ASAN_OPTIONS: 'verify_asan_link_order=0' };
  await withManaged({ ...options, env }, server => body(server, clock));
  clock.close();
}

// ---- many games ----

// A player who comes back whenever the connection is closed.
function newPlayer(server, game, connection) {
  const player = { connection, events: [], gaps: [], codes: [], back: Promise.resolve() };
  const absorb = () => {
    for (const event of player.connection.events(game)) {
      const newest = player.events.at(-1)?.seq ?? 0;
      if (event.seq <= newest) continue;
      assert.equal(event.seq, newest + 1, 'an event is missing');
      player.events.push(event);
    }
  };
  player.plies = () => {
    absorb();
    return player.events.filter(event => event.t === 'move').length;
  };
  const comeBack = async () => {
    const lostAt = performance.now();
    absorb();
    await sleep(Math.random() * SPREAD);
    player.connection = await connect(server, { token: player.connection.welcome.token });
    stay();
    await player.connection.ok({ t: 'watch', game, since: player.events.at(-1)?.seq ?? 0 });
    player.gaps.push(performance.now() - lostAt);
  };
  const stay = () => player.connection.closed.then(code => {
    player.codes.push(code);
    player.back = comeBack();
    player.back.catch(() => {});
  });
  stay();
  return player;
}

const isClosed = player => player.connection.socket.readyState === WebSocket.CLOSED;

// The side to move plays until the line is played; an answer that does not come is settled by what the game says later.
// 'mayPlay' is waited for before each ply.
async function playLine(players, game, line, mayPlay) {
  for (let ply = 0; ply < line.length;) {
    const mover = players[ply % 2];
    await mayPlay(ply);
    do await mover.back;
    while (isClosed(mover));
    const { connection } = mover;
    try {
      while (mover.plies() < ply) await connection.next(m => m.t === 'move' && m.game === game && m.ply >= ply);
      if (mover.plies() === ply) await connection.ok({ t: 'move', game, ply, uci: line[ply] });
      ply++;
    } catch (error) {
      if (!/the connection was closed/.test(error.message)) throw error;
      await connection.closed;
    }
  }
}

// Asks again and again, each time on a new connection; none may be refused or broken. Remembers the longest time for an answer.
function askOnAndOn(server) {
  const asking = { longest: 0, count: 0, isOver: false };
  asking.done = (async () => {
    while (!asking.isOver) {
      const at = performance.now();
      assert.equal((await healthOf(server)).status, 200);
      asking.longest = Math.max(asking.longest, performance.now() - at);
      asking.count++;
    }
  })();
  asking.done.catch(() => {});
  asking.stop = () => {
    asking.isOver = true;
    return asking.done;
  };
  return asking;
}

test(`in the middle of ${count} games, three times: no move is lost or doubled, no connection refused`, () =>
  withSlow({}, async server => {
    const clock = { initial: 3_600_000, increment: 0 };
    const line = opera.slice(0, 16);
    // No game is over before the last takeover has begun, and moves are on their way during each.
    const begun = [4, 8, 12].map(ply => {
      const moment = { ply, reached: 0 };
      moment.come = new Promise(resolve => (moment.comes = resolve));
      return moment;
    });
    const mayPlay = async ply => {
      for (const moment of begun) {
        if (moment.ply === ply) moment.reached++;
        if (moment.ply <= ply) await moment.come;
      }
    };
    // Each begins at once: a game without a first move does not last.
    const games = [];
    for (let i = 0; i < count; i++) {
      const { game, white, black } = await pair(server, { clock });
      const players = [white, black].map(connection => newPlayer(server, game, connection));
      const over = playLine(players, game, line, mayPlay);
      over.catch(() => {});
      games.push({ game, players, over });
    }
    const everybody = games.flatMap(({ players }) => players);
    const asking = askOnAndOn(server);
    const all = Promise.all(games.map(({ over }) => over));
    for (const [i, moment] of begun.entries()) {
      const isBack = until(() => moment.reached >= count && everybody.every(player => player.gaps.length === i), 'all games have come so far');
      await Promise.race([all, asking.done, isBack]);
      const replaced = server.replace();
      moment.comes();
      await replaced;
    }
    await all;
    await until(() => everybody.every(player => player.gaps.length === begun.length), 'everybody is back');
    await asking.stop();
    const gaps = everybody.flatMap(player => player.gaps).sort((a, b) => a - b);
    for (const { game, players } of games) {
      await Promise.all(players.map(player => player.connection.settle()));
      assert.deepEqual(players.map(player => player.plies()), [line.length, line.length], game);
      assert.deepEqual(players[0].events, players[1].events);
      expectGapless(players[0].events);
      assert.deepEqual(players[0].events.filter(m => m.t === 'move').map(m => m.uci), line);
      for (const player of players) assert.deepEqual(player.codes, begun.map(() => RESTART));
    }
    const ms = gap => gap.toFixed(0);
    console.log(`    ${gaps.length} times somebody came back: the median was away for ${ms(gaps[gaps.length >> 1])} ms, the last for ` +
      `${ms(gaps.at(-1))} ms, of which up to ${SPREAD} ms by chance; ` +
      `${asking.count} requests on new connections, the longest took ${ms(asking.longest)} ms`);
    const { code, stdout, stderr } = await runCastled(['check', '--data', server.directory]);
    assert.equal(code, 0, stdout + stderr);
  }));

// ---- clocks ----

test('what passes while nobody serves is charged to no clock', () => {
  const program = newProgram();
  return withSlow({ program: program.path }, async (server, clock) => {
    const table = await pair(server, { clock: { initial: 300_000, increment: 0 } });
    for (let ply = 0; ply < 4; ply++) await play(table, ply, opera[ply]);
    program.between({ at: 'released', leap: clock.env.CASTLED_CLOCK, seconds: 400 });
    await server.replace();
    const [white, black] = await Promise.all([table.white, table.black].map(async player => {
      assert.equal(await player.closed, RESTART);
      return connect(server, { token: player.welcome.token });
    }));
    for (const player of [white, black]) await player.ok({ t: 'watch', game: table.game });
    const left = (await white.kind('game')).clock;
    assert.ok(left.white > 290_000 && left.black > 290_000, JSON.stringify(left));
    await play({ game: table.game, white, black }, 4, opera[4]);
    const { code, stdout } = await runCastled(['replay', table.game, '--data', server.directory]);
    assert.equal(code, 0, stdout);
  });
});

// ---- connections ----

test('idle connections go over with their requests, also those that have said nothing yet', () =>
  withManaged({}, async server => {
    const idle = net.connect(server.port, '127.0.0.1');
    const silent = net.connect(server.port, '127.0.0.1');
    await Promise.all([once(idle, 'connect'), once(silent, 'connect')]);
    const heard = { idle: '', silent: '' };
    idle.on('data', text => (heard.idle += text));
    silent.on('data', text => (heard.silent += text));
    const ask = 'GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n';
    idle.write(ask);
    await until(() => heard.idle.includes('"ok"'));
    heard.idle = '';
    for (let i = 0; i < 2; i++) {
      await server.replace();
      idle.write(ask);
      await until(() => heard.idle.includes('"ok"'));
      heard.idle = '';
    }
    silent.write(ask);
    await until(() => heard.silent.includes('"ok"'));
    idle.destroy();
    silent.destroy();
  }));

test('so do very many of them', () =>
  withManaged({}, async server => {
    const count = 2000, heard = { answers: 0, ends: 0 };
    const idle = Array.from({ length: count }, () => net.connect(server.port, '127.0.0.1').on('error', () => {})
      .on('data', () => heard.answers++).on('close', () => heard.ends++));
    await Promise.all(idle.map(each => once(each, 'connect')));
    await healthOf(server); // which is accepted after them
    await server.replace();
    idle.forEach(each => each.write('GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n'));
    await until(() => heard.answers + heard.ends >= count);
    assert.deepEqual(heard, { answers: count, ends: 0 });
    idle.forEach(each => each.destroy());
  }));

test('a request that is under way is answered before', () =>
  withSlow({}, async server => {
    const slow = net.connect(server.port, '127.0.0.1');
    await once(slow, 'connect');
    let heard = '';
    slow.on('data', text => (heard += text));
    const body = '{"name":"Patience","password":"a long enough one"}';
    slow.write(`POST /api/account HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body[0]}`);
    await healthOf(server); // so the head has come, too
    server.signal('SIGUSR2');
    await server.hears('is prepared to take over');
    slow.write(body.slice(1));
    await until(() => /^HTTP\/1\.1 \d\d\d /.test(heard));
    assert.match(heard, /^HTTP\/1\.1 201 /);
    await server.hears('has taken over');
    slow.destroy();
  }));

// ---- a service manager; TLS; process 1 ----

test('a service manager follows the main process, and is told all the time that it lives', () =>
  withManaged({ env: { WATCHDOG_USEC: '40000' }, own: ['WATCHDOG_PID'] }, async server => {
    const mains = [server.main];
    for (let i = 0; i < 2; i++) mains.push(await server.replace());
    assert.equal(new Set(mains).size, 3);
    for (const main of mains.slice(0, 2)) {
      await server.end(main);
      assert.equal(server.status(main), 0);
    }
    await until(() => server.main === mains[2]);
    const heard = () => server.said.filter(what => what.text);
    const lives = () => heard().filter(what => what.from === mains[2] && /^WATCHDOG=1/.test(what.text)).length;
    await until(() => lives() >= 2);
    assert.ok(heard().every(what => what.accepted), 'only the main process speaks');
    const first = text => heard().map(what => `${mains.indexOf(what.from)} ${what.text.split('\n')[0]}`).filter(each => text.test(each));
    assert.deepEqual(first(/READY|MAINPID|STOPPING/),
      ['0 READY=1', `0 MAINPID=${mains[1]}`, '1 READY=1', `1 MAINPID=${mains[2]}`, '2 READY=1']);
    server.signal('SIGTERM');
    await server.end(mains[2]);
    assert.equal(server.status(mains[2]), 0);
    await until(() => first(/STOPPING/).length === 1);
  }));

test('with TLS', async () => {
  const files = newDirectory();
  const [certificate, key] = ['cert.pem', 'key.pem'].map(name => path.join(files, name));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key,
    '-out', certificate, '-days', '2', '-subj', '/CN=castled', '-addext', 'subjectAltName=IP:127.0.0.1'], { stdio: 'ignore' });
  await withManaged({ args: ['--tls-cert', certificate, '--tls-key', key, '--redirect-port', '0'] }, async server => {
    const secure = { url: `https://127.0.0.1:${server.port}`, socket: { rejectUnauthorized: false } };
    const ask = () => new Promise((resolve, reject) => {
      https.get({ host: '127.0.0.1', port: server.port, path: '/healthz', rejectUnauthorized: false, agent: false }, response => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      }).on('error', reject);
    });
    const silent = net.connect(server.port, '127.0.0.1'); // its handshake begins with the new one
    await once(silent, 'connect');
    const table = await pair(secure);
    for (let ply = 0; ply < 2; ply++) await play(table, ply, opera[ply]);
    assert.equal(await ask(), 200);
    await server.replace();
    assert.equal(await ask(), 200);
    const shaken = tls.connect({ socket: silent, rejectUnauthorized: false });
    await once(shaken, 'secureConnect');
    shaken.destroy();
    for (const side of ['white', 'black']) {
      assert.equal(await table[side].closed, RESTART);
      table[side] = await connect(secure, { token: table[side].welcome.token });
      await table[side].ok({ t: 'watch', game: table.game, since: 0 });
    }
    await play(table, 2, opera[2]);
    const redirect = Number(/port (\d+) redirects/.exec(server.stderr)[1]);
    assert.equal((await get(redirect, '/', fresh)).status, 308);
    assert.equal(new Set([...server.stderr.matchAll(/port (\d+) redirects/g)].map(found => found[1])).size, 1, 'the same port');
  });
});

test('options are read again: what it listens on can change', async () => {
  const config = path.join(newDirectory(), 'castled.conf');
  fs.writeFileSync(config, '');
  await withManaged({ args: ['--config', config] }, async server => {
    const metrics = await takePort();
    fs.writeFileSync(config, `metrics-port = ${metrics}\n`);
    await server.replace();
    assert.equal((await get(metrics, '/metrics', fresh)).status, 200);
    fs.writeFileSync(config, '');
    await server.replace();
    await until(() => get(metrics, '/metrics', fresh).then(() => false, error => error.code === 'ECONNREFUSED'), 'the port is closed');
    assert.equal((await healthOf(server)).status, 200);
  });
});

test('as process 1 of a container: it stays, and the server below it is replaced',
  { skip: canUnshare ? false : 'this machine lets nobody make namespaces' }, () =>
    withManaged({ wrap: unshare }, async server => {
      const one = () => server.main; // unshare; what it starts is process 1 of a world of its own
      const [init] = childrenOf(one());
      const name = pid => fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      assert.equal(name(init), 'castled-starter');
      const servers = [];
      for (let i = 0; i < 3; i++) {
        await until(() => childrenOf(init).length === 1, 'there is one server');
        servers.push(childrenOf(init)[0]);
        const times = server.stdout.split('is ready on').length;
        process.kill(init, 'SIGUSR2');
        await server.isServing(times);
        assert.equal((await healthOf(server)).status, 200);
      }
      assert.equal(new Set(servers).size, 3);
      process.kill(init, 'SIGTERM');
      await server.end(one());
      assert.equal(server.status(one()), 0);
    }));
