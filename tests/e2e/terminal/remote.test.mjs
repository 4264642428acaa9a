// remote.test.mjs - "castled play URL": games on a real server, in a terminal of tmux and through a pipe, against people who
// come by WebSocket as the page does.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { test } from 'node:test';

import { castled, newDirectory, runCastled, takePort, withCastled } from '../sockets/castled.mjs';
import { connect } from '../sockets/player.mjs';
import { piped } from './piped.mjs';
import { terminal } from './tmux.mjs';

const CLOCK = { initial: 300_000, increment: 3000 };
const urlOf = server => `http://127.0.0.1:${server.port}`;
const seat = (t, server, options) => terminal(t, ['--pieces', 'ascii', urlOf(server)], { rows: 60, ...options });

async function answered(screen, line, words) {
  screen.type(line);
  await screen.answers(words);
}

test('a person in a terminal meets one who came by WebSocket: lobby, moves, chat, a draw refused, mate, rematch', t =>
  withCastled({}, async server => {
    const ann = await connect(server);
    await ann.ok({ t: 'seek', clock: CLOCK, color: 'white', fallback: null });
    const screen = seat(t, server);
    await screen.answers('You are Guest-');
    await answered(screen, 'lobby', '1: Guest-');
    await answered(screen, 'join 1', 'you play Black');
    const { game } = await ann.kind('start');
    const move = (ply, uci) => ann.ok({ t: 'move', game, ply, uci });
    await move(0, 'f2f3');
    await screen.answers('1. f3');
    await answered(screen, 'e4', 'No pawn of Black can go to e4.');
    await answered(screen, 'e5', '1... e5');
    await answered(screen, 'e6', "It is your opponent's turn.");
    await ann.ok({ t: 'chat', game, text: 'Good luck!' });
    await screen.answers('says: Good luck!');
    await answered(screen, 'say you too', 'says: you too');
    assert.equal((await ann.next(m => m.t === 'chat' && m.text === 'you too')).room, 'players');
    await move(2, 'g2g4');
    await screen.answers('2. g4');
    const offer = (await ann.ok({ t: 'draw', game }), await ann.next(m => m.t === 'draw'));
    await screen.answers('offers a draw: "accept" or "decline".');
    await answered(screen, 'decline', 'The draw was declined.');
    assert.equal((await ann.kind('refuse')).offer, offer.seq);
    await answered(screen, 'Qh4#', 'Checkmate: Black wins. 0-1');
    assert.equal((await ann.kind('end')).status, 'mate');
    await answered(screen, 'rematch', 'offers a rematch');
    const rematch = await ann.kind('rematch');
    await ann.ok({ t: 'rematch', game, offer: rematch.seq });
    await screen.answers('you play White');
    screen.type('quit');
    await screen.sees('ended with 0');
    await ann.close();
  }));

test('somebody watches, and two takebacks: asked for and granted', t =>
  withCastled({}, async server => {
    const [ann, bob] = [await connect(server), await connect(server)];
    await ann.ok({ t: 'seek', clock: CLOCK, color: 'white', fallback: null });
    await bob.ok({ t: 'seek', clock: CLOCK, color: 'black', fallback: null });
    const { game } = await ann.kind('start');
    await bob.kind('start');
    await ann.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
    await bob.ok({ t: 'move', game, ply: 1, uci: 'e7e5' });
    const screen = seat(t, server);
    await screen.answers('You are Guest-');
    await answered(screen, 'games', `1: ${game}, Guest-`);
    await answered(screen, 'watch 1', `Game ${game}:`);
    await answered(screen, 'e4', 'You are only watching this game.');
    await ann.ok({ t: 'takeback', game });
    const { seq } = await bob.kind('takeback');
    await screen.answers('asks to take a move back');
    await bob.ok({ t: 'takeback', game, offer: seq });
    await screen.answers('The takeback was accepted. White is to move.');
    await ann.ok({ t: 'move', game, ply: 0, uci: 'd2d4' });
    await screen.answers('1. d4');
    await answered(screen, 'say hello', 'says: hello');
    await bob.ok({ t: 'resign', game });
    await screen.answers('Resigned: White wins. 1-0');
    await answered(screen, 'unwatch', 'No game is shown any more.');
    await ann.close();
    await bob.close();
  }));

test('a script plays the computer through a pipe', () =>
  withCastled({}, async server => {
    const file = `${newDirectory()}/game.pgn`;
    const { code, said } = await piped(['--plain', 'on', urlOf(server)], ['nonsense', 'e4', 'computer 1 none white', 'Ke2', 'e4',
      'd4', 'clock', `save ${file}`, 'resign', 'rematch', 'computer 99', 'seek 99999', 'accept', 'quit']);
    assert.equal(code, 0, said);
    for (const words of ['neither a command nor a move', 'No game is shown.', 'A game begins: you play White.', 'Ke2: ',
      'White: pawn e2 to e4.\nBlack: ', 'White: pawn d2 to d4.\nBlack: ', 'This game has no clock.', 'Saved.',
      'Resigned: Black wins. 0-1', 'A game begins: you play Black.', 'Type it as: computer LEVEL', 'Type it as: seek'])
      assert.ok(said.includes(words), `${words}\n${said}`);
    assert.match(fs.readFileSync(file, 'utf8'), /\[Black "Computer level 1"\][^]*1\. e4 \S+ 2\. d4 \S+ \*/);
  }));

test('a server that restarts: the same guest goes on with the game', t =>
  withCastled({}, async server => {
    const screen = seat(t, server);
    await screen.answers('You are Guest-');
    await answered(screen, 'computer 1 none white', 'you play White');
    await answered(screen, 'e4', '1. e4');
    await screen.answers(/1\.\.\. \S+[^]*White>\n$/);
    await server.kill();
    await screen.answers('The connection was lost.');
    await server.start();
    await screen.answers('Connected again.');
    await screen.answers(/Connected again\.[^]*Game \S+: Guest-[^]*White>\n$/);
    await answered(screen, 'd4', '2. d4');
  }));

test('a server that does not know the guest any more: the program says so and ends', t =>
  withCastled({}, async server => {
    const screen = seat(t, server);
    await screen.answers('You are Guest-');
    await server.kill();
    await screen.answers('The connection was lost.');
    for (const file of fs.readdirSync(server.directory)) fs.rmSync(`${server.directory}/${file}`);
    await server.start();
    await screen.sees('the server does not know you any more');
    await screen.sees('ended with 1');
  }));

test('an account, by a token from a file or the environment', () =>
  withCastled({}, async server => {
    const { stdout } = await runCastled(['bot', 'create', 'Robby', '--data', server.directory]);
    const token = /\btok_\w+/.exec(stdout)[0];
    const file = `${newDirectory()}/token`;
    fs.writeFileSync(file, `${token}\n`);
    assert.match((await piped(['--token-file', file, urlOf(server)], [])).said, /You are Robby/);
    assert.match((await piped([urlOf(server)], [], { CASTLED_TOKEN: token })).said, /You are Robby/);
    const wrong = await piped([urlOf(server)], [], { CASTLED_TOKEN: 'tok_wrong' });
    assert.deepEqual([wrong.code, wrong.said], [1, 'castled: the server does not know the token\n']);
    const open = await piped(['http://club.example'], [], { CASTLED_TOKEN: token });
    assert.deepEqual([open.code, open.said], [2, 'castled: a token is only sent by https, or to this machine\n']);
    const none = await piped(['--token-file', '/nowhere/token', urlOf(server)], []);
    assert.deepEqual([none.code, none.said], [2, 'castled: /nowhere/token: No such file or directory\n']);
  }));

test('https: a certificate that is not trusted, or is another name\'s, is refused', async () => {
  const directory = newDirectory();
  const [key, certificate] = ['key', 'cert'].map(name => `${directory}/${name}.pem`);
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key,
    '-out', certificate, '-days', '2', '-subj', '/CN=club', '-addext', 'subjectAltName=IP:127.0.0.1'], { stdio: 'ignore' });
  const port = await takePort();
  const server = castled({ flags: ['--host', '127.0.0.1', '--port', String(port), '--data', newDirectory(), '--limits', 'off',
    '--tls-cert', certificate, '--tls-key', key] });
  server.port = port;
  assert.ok(await server.spawn());
  try {
    const url = `https://127.0.0.1:${port}`;
    assert.match((await piped([url], ['quit'], { SSL_CERT_FILE: certificate })).said, /You are Guest-/);
    const strange = await piped([url], ['quit'], { SSL_CERT_FILE: '/dev/null' });
    assert.equal(strange.code, 1);
    assert.match(strange.said, /certificate verify failed/);
    const other = await piped([`https://localhost:${port}`], ['quit'], { SSL_CERT_FILE: certificate });
    assert.equal(other.code, 1);
    const plain = await piped([`http://127.0.0.1:${port}`], ['quit']);
    assert.equal(plain.code, 1);
  } finally {
    await server.stop();
  }
});

test('where no castled server is, that is said', async () => {
  for (const [url, code, words] of [['ftp://x', 2, /not an address/], ['http://127.0.0.1:1', 1, /127\.0\.0\.1:1/]]) {
    const said = await piped([url], []);
    assert.equal(said.code, code);
    assert.match(said.said, words);
  }
  await withCastled({}, async server => {
    const { code, said } = await piped([`${urlOf(server)}/nowhere`], []);
    assert.deepEqual([code, said], [1, 'castled: there is no castled server at that address\n']);
  });
});
