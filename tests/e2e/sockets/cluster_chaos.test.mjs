// cluster_chaos.test.mjs - three nodes, many games, and faults at random: nodes are killed, stopped, suspended, cut off from
// PostgreSQL, from the bus, from both; PostgreSQL or the bus die and come back. Players and spectators are on any node.
// Then what anybody has seen is what PostgreSQL has, without a hole, nothing twice, and no clock was charged while no node
// played.
//
// CASTLED_SEED repeats a run's choices, CASTLED_FAULTS is the number of faults (default: 10), CASTLED_CLUSTER_GAMES that of
// the games at once (default: 200).

import assert from 'node:assert/strict';
import http from 'node:http';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from './castled.mjs';
import { missing, newCluster } from './cluster.mjs';
import { opera, seeded } from './games.mjs';
import { connect } from './player.mjs';

const seed = Number(process.env.CASTLED_SEED ?? Math.floor(Math.random() * 2 ** 32));
const faults = Number(process.env.CASTLED_FAULTS ?? 10);
const count = Number(process.env.CASTLED_CLUSTER_GAMES ?? 200);

const CLOCK = { initial: 3_600_000, increment: 0 };
const PACE = 5000; // ms in which each game has a move
const VIEWERS = 6;
const SIDES = ['white', 'black'];
const random = seeded(seed);
const pick = list => list[Math.floor(random() * list.length)];

// ---- what anybody has seen ----

const newGame = id => ({ id, texts: new Map(), moves: [], clock: [CLOCK.initial, CLOCK.initial], isOver: false, sent: 0, gaps: [] });
const isEvent = m => m.seq > 0 && m.t !== 'game';

// No more than the time since the last move was sent, less that without any node that played.
function expectFair(game, mover, left, now) {
  const charged = game.clock[mover] - left;
  const gone = game.gaps.reduce((sum, gap) => sum + Math.max(0, (gap.back ?? now) - Math.max(gap.from, game.sent)), 0);
  assert.ok(charged <= Math.ceil(now - game.sent - gone) + 1,
    `${charged} ms charged in ${game.id}, ${now - game.sent} passed, of them ${gone} without a node`);
}

// An event of the game, from whoever saw it. Its text is the same for everybody, at any time.
function see(world, text) {
  const m = JSON.parse(text);
  const game = world.games.get(m.game);
  if (!game || !isEvent(m)) return;
  assert.equal(game.texts.get(m.seq) ?? text, text, 'the same event with another text');
  if (game.texts.has(m.seq)) return;
  game.texts.set(m.seq, text);
  if (m.t === 'end') game.isOver = true;
  if (m.t !== 'move') return;
  assert.equal(m.uci, opera[m.ply - 1], 'a move that nobody has sent');
  const mover = (m.ply - 1) % 2;
  if (m.ply === game.moves.length + 1) {
    if (m.ply > 2) expectFair(game, mover, m.clock[SIDES[mover]], performance.now());
    game.gaps = [];
  }
  game.moves[m.ply - 1] = m.uci;
  game.clock = SIDES.map(side => m.clock[side]);
}

// ---- people ----

// Somebody who is connected to any node, and comes back by another when the connection ends.
function newPerson(world) {
  const person = {
    player: null,
    token: undefined,
    // The connection; 'game': what they listen to, from the first event on that they have not seen.
    async here(game) {
      while (!person.player || person.player.socket.readyState !== 1) {
        const began = performance.now();
        const isBack = () => game?.gaps.forEach(gap => (gap.back ??= began));
        person.player = await connect(pick(world.cluster.nodes), { token: person.token }).catch(({ message }) => {
          // After the handshake: the server has seen them, though its welcome was lost.
          if (message.startsWith('the connection was closed')) isBack();
          return null;
        });
        if (!person.player) {
          await sleep(20 + random() * 80);
          continue;
        }
        person.token = person.player.welcome.token;
        person.player.socket.on('message', data => world.see(data.toString()));
        isBack();
        if (game) await person.ask({ t: 'watch', game: game.id, since: person.newest(game) });
      }
      return person.player;
    },
    newest: game => Math.max(0, ...[...game.texts.keys()].filter(seq => seq <= gapless(game))),
    // Undefined when the connection ended before the answer.
    ask: request => person.player.ask(request).catch(() => undefined),
    close: () => person.player?.close(),
  };
  return person;
}

// The number up to which all events have been seen.
function gapless(game) {
  let seq = 0;
  while (game.texts.has(seq + 1)) seq++;
  return seq;
}

// ---- play ----

async function begin(world, table) {
  const [a, b] = table.people;
  await Promise.all([a.here(), b.here()]);
  const made = await a.ask({ t: 'challenge', to: 'link', clock: CLOCK, color: 'white' });
  if (made?.t !== 'ok') return null;
  let taken;
  while (!(taken = await b.ask({ t: 'accept', challenge: made.challenge }))) await b.here();
  if (taken.t !== 'ok') return null; // it may have begun, and the answer was lost: nobody plays that one
  const game = newGame(taken.game);
  world.games.set(game.id, game);
  game.sent = performance.now();
  for (const person of table.people)
    if (!(await person.ask({ t: 'watch', game: game.id, since: 0 }))) await person.here(game);
  return game;
}

async function move(world, table, game) {
  const ply = game.moves.length;
  const mover = table.people[ply % 2];
  await Promise.all(table.people.map(person => person.here(game)));
  if (ply < game.moves.length) return;
  const sent = performance.now();
  const answer = await mover.ask({ t: 'move', game: game.id, ply, uci: opera[ply] });
  if (answer?.t !== 'ok') {
    assert.ok(!answer || ['not_now', 'stale', 'no_such_game'].includes(answer.code), JSON.stringify(answer));
    await sleep(20);
    return;
  }
  game.acknowledged = ply + 1;
  world.moves++;
  world.lastMove = performance.now();
  await Promise.race([mover.player.next(m => m.game === game.id && (m.t === 'end' || (m.t === 'move' && m.ply > ply))).catch(() => {}),
    mover.player.closed]);
  game.sent = Math.max(game.sent, sent);
}

async function playOn(world, table) {
  await sleep(random() * PACE);
  let game = null;
  while (!world.stopping) {
    if (!game || game.isOver || game.moves.length === opera.length) game = await begin(world, table);
    else await move(world, table, game);
    await Promise.race([sleep(random() * 2 * PACE), world.stopped]);
  }
  await Promise.all(table.people.map(person => person.close()));
}

// Looks at one game after another through a stream of server-sent events.
async function view(world) {
  while (!world.stopping) {
    const id = pick([...world.games.keys()]);
    const { port } = pick(world.cluster.nodes);
    let text = '';
    await new Promise(resolve => {
      const request = http.get({ host: '127.0.0.1', port, path: `/api/game/${id}/events`, agent: false }, response => {
        response.on('data', bytes => {
          text += bytes;
          for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2))
            if (text.startsWith('data: ')) world.see(text.slice(6, end));
        });
        response.on('error', resolve).on('close', resolve);
      });
      request.on('error', resolve);
      Promise.race([sleep(random() * 4 * PACE), world.stopped]).then(() => request.destroy());
    });
    await sleep(50);
  }
}

// ---- faults ----

const seconds = (least, most) => sleep(1000 * (least + random() * (most - least)));
const others = (world, node) => world.cluster.nodes.filter(each => each !== node && each.runs());

const FAULTS = {
  async 'kill -9'(world, node) {
    node.end('SIGKILL');
    await node.child.closed;
  },
  async 'SIGTERM'(world, node) {
    node.end('SIGTERM');
    await node.child.closed;
  },
  async 'SIGSTOP'(world, node) {
    node.suspend();
    await seconds(0.2, 6);
    node.goOn();
  },
  async 'cut off from PostgreSQL'(world, node) {
    node.cut('store');
    await seconds(0.2, 6);
    node.mend();
  },
  async 'cut off from the bus'(world, node) {
    node.cut('bus');
    await seconds(0.2, 6);
    node.mend();
  },
  async 'cut off from both'(world, node) {
    node.cut('store', 'bus');
    await seconds(0.2, 6);
    node.mend();
  },
  async 'PostgreSQL dies'(world) {
    await world.cluster.postgres.kill();
    await seconds(0, 3);
    await world.cluster.postgres.start();
  },
  async 'the bus dies'(world) {
    await world.cluster.bus.kill();
    await seconds(0, 3);
    await world.cluster.bus.start();
  },
};

// As a service manager does: who has ended is started again.
async function startAgain(node) {
  const [status, signal] = await node.child.closed;
  assert.ok(signal === 'SIGKILL' || status === 0 || status === 75, `a node ended with ${status ?? signal}: ${node.stderr}`);
  node.expectNoReport();
  while (!(await node.spawn()));
}

async function restoreAll(world) {
  for (const node of world.cluster.nodes)
    await until(async () => {
      if (!node.runs()) await startAgain(node);
      return node.isReady();
    }, 'each node is ready').catch(error => { throw new Error(`${error.message}: ${node.stderr}`, { cause: error }); });
}

async function fault(world) {
  const name = pick(Object.keys(FAULTS));
  const owner = world.cluster.owner();
  const node = random() < 0.6 ? owner : pick(others(world, owner));
  const report = { name: `${name}${node === owner ? ', the owner' : ''}` };
  world.report.push(report);
  const from = performance.now();
  const moves = world.moves;
  const gap = { from: undefined };
  const happening = FAULTS[name](world, node);
  if (name === 'kill -9') await happening;
  gap.from = performance.now();
  // Where nobody has come back since the last one, its clock has stood since then, and no time counts twice.
  if (node === owner && name === 'kill -9')
    for (const game of world.games.values()) if (game.gaps.every(each => each.back !== undefined)) game.gaps.push({ ...gap });
  await until(() => world.moves > moves + 3 && world.lastMove > gap.from, 'games go on');
  report.waited = Math.round(world.lastMove - from);
  await happening;
  await restoreAll(world);
}

// ---- what must hold in the end ----

// The texts of all events of those games, by id and number. Somebody else may still take the games over meanwhile.
async function readAll(node, ids) {
  for (;;) {
    const reader = await connect(node).catch(() => sleep(50));
    if (!reader) continue;
    const answers = [];
    for (const game of ids) {
      answers.push(await reader.ask({ t: 'watch', game, since: 0 }).catch(() => null));
      await reader.ask({ t: 'unwatch', game }).catch(() => null); // so many may be watched at a time
    }
    const isWhole = answers.every(Boolean) && (await reader.settle().then(() => true, () => false));
    answers.filter(Boolean).forEach(answer => assert.equal(answer.t, 'ok', JSON.stringify(answer)));
    await reader.close();
    if (!isWhole) continue;
    const stored = new Map(ids.map(id => [id, new Map()]));
    reader.messages.forEach((m, i) => isEvent(m) && stored.get(m.game)?.set(m.seq, reader.texts[i]));
    return stored;
  }
}

async function check(world) {
  const holes = world.cluster.postgres.ask(`SELECT count(*) FROM (SELECT count(*) AS events, min(seq) AS first, max(seq) AS last
    FROM castled.events GROUP BY game) AS games WHERE first <> 1 OR last <> events`);
  assert.deepEqual(holes, ['0'], 'PostgreSQL has a hole in a game');
  for (const node of world.cluster.nodes) {
    const stored = await readAll(node, [...world.games.keys()]);
    for (const game of world.games.values()) {
      const events = stored.get(game.id);
      for (const [seq, text] of game.texts) assert.equal(events.get(seq), text, `what was seen of ${game.id} is not what is stored`);
      const moves = [...events.values()].map(text => JSON.parse(text)).filter(m => m.t === 'move');
      assert.deepEqual(moves.map(m => m.uci), opera.slice(0, moves.length), 'a move is doubled or missing');
      assert.ok(moves.length >= (game.acknowledged ?? 0), 'a move that was answered ok is gone');
    }
  }
}

it('whatever fails, nothing that anybody has seen is lost, and games go on', { skip: missing && `${missing} is not installed` }, async t => {
  t.diagnostic(`CASTLED_SEED=${seed}`);
  const world = { cluster: await newCluster(3), games: new Map(), report: [], moves: 0, lastMove: 0, stopping: false };
  world.stopped = new Promise(resolve => (world.stop = resolve));
  let failure;
  world.see = text => {
    try {
      see(world, text);
    } catch (error) {
      failure ??= error;
    }
  };
  try {
    const tables = Array.from({ length: count }, () => ({ people: [newPerson(world), newPerson(world)] }));
    const running = tables.map(table => playOn(world, table));
    await until(() => world.games.size >= VIEWERS, 'games have begun');
    running.push(...Array.from({ length: VIEWERS }, () => view(world)));
    running.forEach(each => each.catch(error => (failure ??= error)));
    while (world.report.length < faults) {
      await fault(world);
      if (failure) throw failure;
    }
    world.stopping = true;
    world.stop();
    await Promise.all(running);
    if (failure) throw failure;
    await check(world);
    const seen = [...world.games.values()].reduce((sum, game) => sum + game.texts.size, 0);
    t.diagnostic(`${world.report.length} faults, ${world.games.size} games, ${world.moves} moves answered ok, ${seen} events seen`);
    world.report.forEach(each => t.diagnostic(`${each.name}: moves again after ${each.waited} ms`));
  } catch (error) {
    error.message += `\nseed ${seed}; faults so far:\n${world.report.map(each => each.name).join('\n')}`;
    throw error;
  } finally {
    await world.cluster.close(failure);
  }
});
