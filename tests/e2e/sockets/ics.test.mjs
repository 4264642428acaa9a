// ics.test.mjs - the ICS port: each command typed over a bare socket, games with people on the page, bad input, bounds, TLS.
// The words are those of FICS where it has them (its help files, and what xboard and pychess look for).

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { castled, newDirectory, runCastled, throughFront, until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { icsPort, terminal } from './ics_terminal.mjs';
import { connect } from './player.mjs';

const withIcs = (body, { args = [], ...options } = {}) =>
  withCastled({ args: ['--ics', '0', ...args], ...options }, body);

// A name as the port shows it: guests' digits become letters.
const shownName = name =>
  name.replace(/^Guest-(.*)$/, (_, digits) => `Guest${[...digits].map(d => (/\d/.test(d) ? String.fromCharCode(71 + Number(d)) : d.toUpperCase())).join('')}`);

test('the port is off unless it is asked for', () =>
  withCastled({}, async server => assert.doesNotMatch(server.stderr, /Internet Chess/)));

test('commands that need no game', () =>
  withIcs(async server => {
    const ann = await terminal(server);
    const bob = await terminal(server);
    const here = `${ann.name}(U)`;
    await ann.says('help', 'Commands;', 50);
    await ann.says('help seek', 'Usage: seek', 50);
    await ann.says('help nothing', 'There is no help on "nothing".');
    await ann.says('who', here, 146);
    await ann.says('who', /2 players displayed \(of 2\)/);
    await ann.says('who I', new RegExp(`^${ann.name} 010 0 0 0 0 0 0 0 0 $`.replaceAll(' 0', '[ P]?0'), 'm'));
    await ann.says('finger', `Finger of ${here}:`, 37);
    await ann.says(`finger ${bob.name}`, 'Is connected.');
    await ann.says('finger ComputerThree', 'level 3 of 13');
    await ann.says('finger nobodyatall', 'There is no player by that name');
    await ann.says('history', `${ann.name} has no history games.`, 51);
    await ann.says('history nobodyatall', 'There is no player by that name');
    await ann.says('smoves 1', 'There is no such game in that history.', 123);
    await ann.says('smoves', 'smoves NAME NUMBER');
    await ann.says('sought', '0 ads displayed.', 157);
    await ann.says('games', '0 games displayed (of 0 in progress).', 43);
    await ann.says('stored', `${ann.name} has no adjourned games.`, 127);
    await ann.says('pending', 'There are no offers pending to other players.', 87);
    await ann.says('date', /Server time +- \w{3} \w{3} .* UTC \d{4}/, 32);
    await ann.says('variables', 'style=12', 143);
    await ann.says('ivariables', 'block=1', 58);
    await ann.says('set width 40', 'width set to 40.', 109);
    await ann.says('set width 19', 'width is a number from 20 to 240.');
    await ann.says('set nothing 1', 'No such variable name "nothing".');
    await ann.says('style 7', 'The styles are 1, 2, 3, 9 and 12');
    await ann.says('style 12', 'Style 12 set.');
    await ann.says('iset ms 1', 'ms set.', 56);
    await ann.says('iset gameinfo 1', 'gameinfo set.');
    await ann.says('iset seekinfo 1', /<sc>\r\n|seekinfo set/);
    await ann.says('flip', "Boards are shown from the other side.", 39);
    await ann.says('flip', 'Boards are shown from your side.');
    await ann.says('alias $ @', 'Alias "$" set.');
    await ann.says('follow', 'You will not follow any player');
    await ann.says('allobservers', 'page of a game', 14);
    for (const [line, code] of [['resign', 103], ['draw', 34], ['abort', 10], ['takeback', 131], ['flag', 38], ['moretime', 76]])
      await ann.says(line, 'You are not playing a game.', code);
    await ann.says('e4', 'You are not playing a game.', 1);
    await ann.says('rematch', 'You have no game to play again', 102);
    await ann.says('moves', 'You are neither playing nor observing a game.', 77);
    await ann.says('refresh', 'You are neither playing nor observing a game.', 101);
    await ann.says('observe', 'There are no games in progress.', 80);
    await ann.says('observe 999', 'There is no game 999.');
    await ann.says(`observe ${bob.name}`, 'is not playing a game');
    await ann.says('observe Zz12Zz34', 'There is no such game.');
    await ann.says('unobserve', 'You are not observing any games.', 138);
    await ann.says('say hello', "You haven't played a game", 107);
    await ann.says('kibitz hello', 'You are not playing or observing a game.', 62);
    await ann.says('whisper hello', 'You are not playing or observing a game.', 145);
    await ann.says('shout hello', 'Nobody may shout on this server.', 110);
    await ann.says('tell', 'tell NAME WORDS', 132);
    await ann.says('tell nobodyatall hello', 'Nobody here has that name.');
    await ann.says(`tell ${bob.name} caf\u00e9`, `(told ${bob.name})`);
    await bob.until(`${here} tells you: caf\u00c3\u00a9`); // UTF-8
    await ann.says('tell . again', `(told ${bob.name})`);
    await bob.until(`${here} tells you: again`);
    await bob.says(`+censor ${ann.name}`, `[${ann.name}] added to your censor list.`);
    await bob.says('censor', `-- censor list: 1 name --\r\n${ann.name}`);
    await ann.says(`tell ${bob.name} hello`, 'They do not want to hear you.');
    await bob.says(`-censor ${ann.name}`, `[${ann.name}] removed from your censor list.`);
    await bob.says('showlist', 'censor               is PERSONAL', 111);
    await bob.says('=censor', '-- censor list: 0 names --');
    await ann.says('play', 'play NUMBER or play NAME', 158);
    await ann.says('play 99', 'That seek is not available.');
    await ann.says(`play ${bob.name}`, `${bob.name} has no seek.`);
    await ann.says('unseek', 'You have no active seeks.', 156);
    await ann.says('match', 'match NAME', 73);
    await ann.says('match nobodyatall 5 3', 'nobodyatall is not logged in.');
    await ann.says('accept', 'There are no offers to accept.', 11);
    await ann.says('decline t match', 'There are no match offers to decline.', 33);
    await ann.says('withdraw 5', 'There is no such offer to withdraw', 147);
    await ann.says('sekk 5 3', 'sekk: Command not found.\r\nDid you mean "seek"?', 512);
    await ann.says('un', 'Ambiguous command "un". Matches: unobserve unseek', 514);
    await ann.says('', '');
    ann.type(`${++ann.number} quit`);
    await ann.until('Thank you for playing here.');
    await ann.closed;
    await bob.close();
  }));

test('a seek of the terminal is answered on the page, and a whole game is played', () =>
  withIcs(async server => {
    const ann = await terminal(server);
    const page = await connect(server);
    await page.ok({ t: 'lobby' });
    const name = shownName(page.messages[0].you.name);
    await ann.says('iset pendinfo 1', 'pendinfo set.');
    const posted = await ann.says('seek 5 3 white', /Your seek has been posted with index \d+\./);
    await ann.says('sought', `${ann.name}`);
    const lobby = await page.next(m => m.t === 'lobby' && m.seeks.length === 1, () => 'the seek');
    assert.deepEqual(lobby.seeks[0].clock, { initial: 300000, increment: 3000 });
    assert.match(posted, /index/);
    await page.ok({ t: 'accept', seek: lobby.seeks[0].seek });
    await ann.until(`Creating: ${ann.name} (++++) ${name} (++++) unrated blitz 5 3\r\n`);
    await ann.until(/\{Game (\d+) \(\w+ vs\. \w+\) Creating unrated blitz match\.\}\r\n\r\n/);
    const first = await ann.board();
    assert.deepEqual([first.relation, first.white, first.black], [1, ann.name, name]);
    const { game } = await page.kind('game');
    await ann.says('f3', '', 1);
    assert.equal((await page.kind('move')).uci, 'f2f3');
    assert.equal((await ann.board()).words, 'P/f2-f3');
    await ann.says('g2g4', 'It is not your move.');
    await page.ok({ t: 'move', game, ply: 1, uci: 'e7e5' });
    const answered = await ann.board();
    assert.deepEqual([answered.relation, answered.san, answered.turn], [1, 'e5', 'W']);
    await ann.says('Kf3', 'Illegal move (Kf3). ');
    await ann.says('g7g5', 'Illegal move (g7g5). ');
    // offers
    await page.ok({ t: 'draw', game });
    await ann.until(`${name} offers you a draw.\r\n<pf> `);
    await ann.says('decline', `You decline the draw request from ${name}.`);
    await page.next(m => m.t === 'refuse', () => 'the refusal');
    await ann.says('takeback', 'Takeback request sent.');
    const { seq } = await page.kind('takeback');
    await page.ok({ t: 'takeback', game, offer: seq });
    await ann.until(`${name} accepts the takeback request.`);
    assert.equal((await ann.board()).san, 'none');
    await ann.says('f2-f3', '');
    await page.ok({ t: 'move', game, ply: 1, uci: 'e7e5' });
    await ann.board(board => board.san === 'e5');
    await ann.says('abort', 'A game can be aborted until both sides have moved');
    await ann.says('flag', 'Opponent is not out of time, wait for server autoflag.');
    await ann.says('say gl', `(told ${name})`);
    assert.equal((await page.kind('chat')).preset, 'gl');
    await page.ok({ t: 'chat', game, text: 'Thank you' });
    await ann.until(`${name}(U)[1] says: Thank you`);
    await ann.says('moretime', '');
    await page.kind('moretime');
    await ann.says('games', new RegExp(`${ann.name}.*${name}.*\\[ bu  5   3\\]`));
    // somebody looks on
    const carl = await terminal(server);
    await carl.says(`observe ${ann.name}`, /You are now observing game 1\.\r\nGame 1: \w+ \(\+\+\+\+\) \w+ \(\+\+\+\+\) unrated blitz 5 3\r\n\r\n<12> /);
    await carl.says('kibitz nice', '(kibitzed to the observers)');
    await carl.says('moves 1', /Movelist for game 1:[^]* {2}1\. {2}f3 +\(0:0.\) +e5 +\(0:0.\)\r\n {6}\{Still in progress\} \*/);
    // the connection is lost, and the game goes on with a later login
    ann.socket.destroy();
    await page.next(m => m.t === 'crowd' && !m.white, () => 'the player to be away');
    const again = await terminal(server, { login: [ann.token] });
    assert.equal(again.name, ann.name);
    await until(() => /\{Game 1 \(\w+ vs\. \w+\) Continuing unrated blitz match\.\}/.test(again.shown));
    await again.says('g4', '');
    await page.next(m => m.t === 'move' && m.uci === 'g2g4', () => 'g4');
    await page.ok({ t: 'move', game, ply: 3, uci: 'd8h4' });
    await again.until(`{Game 1 (${ann.name} vs. ${name}) ${ann.name} checkmated} 0-1\r\n`);
    await carl.until('Removing game 1 from observation list.');
    // again
    await again.says('rematch', 'Rematch offer sent.');
    const rematch = await page.kind('rematch');
    await page.ok({ t: 'rematch', game, offer: rematch.seq });
    await again.until(`Creating: ${name} (++++) ${ann.name}`);
    await again.until('<12> ');
    await again.says('resign', '');
    await again.until(`${ann.name} resigns} 1-0`);
    await again.says('history', new RegExp(` 1: - .*${name}.*Res[^]* 2: - .*Mat`));
    await carl.says(`smoves ${ann.name} 2`, /1\. {2}f3 [^]*2\. {2}g4 +\S+ +Qh4# +\S+\r\n {6}\{White checkmated\} 0-1/);
    await page.close();
  }));

test('challenges both ways, and the computer', () =>
  withIcs(async server => {
    const ann = await terminal(server);
    const page = await connect(server);
    const you = page.messages[0].you;
    const name = shownName(you.name);
    await ann.says('iset pendinfo 1', 'pendinfo set.');
    await ann.says(`match ${name} 3 2 black`, `Issuing: ${ann.name} (++++) [black] ${name} (++++) unrated blitz 3 2.`);
    await ann.until(/<pt> \d+ w=\w+ t=match p=/);
    const { challenge } = await page.kind('challenge');
    await page.ok({ t: 'decline', challenge });
    await ann.until(`${name} declines the match offer.`);
    await ann.until('<pr> ');
    await ann.says(`match ${name} 3 2`, 'Issuing: ');
    await page.next(m => m.t === 'challenge' && m.state === 'open', () => 'the second challenge');
    await ann.says('withdraw', `You withdraw the match offer to ${name}.`);
    await page.next(m => m.t === 'challenge' && m.state === 'canceled', () => 'that it is withdrawn');
    const id = /\.(\w+)\./.exec(ann.token)[1];
    await page.ok({ t: 'challenge', to: 'user', user: id, clock: { initial: 60000, increment: 0 }, color: 'white' });
    await ann.until(`Challenge: ${name} (++++) [white] ${ann.name} (++++) unrated lightning 1 0.`);
    await ann.says('accept', `You accept the match offer from ${name}.`);
    await ann.until(`Creating: ${name}`);
    assert.equal((await ann.board()).relation, -1);
    await ann.says('abort', '');
    await ann.until('Game aborted on move 1} *');
    await ann.says('set open 0', 'open set to 0.');
    await page.ok({ t: 'challenge', to: 'user', user: id, clock: { initial: 60000, increment: 0 } });
    await page.next(m => m.t === 'challenge' && m.state === 'declined', () => 'the refusal');
    await ann.says('match computer 1 1 0 white', '');
    assert.match((await ann.until(/Creating: .*\r\n/)), /ComputerOne \(400\) unrated lightning 1 0/);
    await ann.board();
    await ann.says('e4', '');
    assert.equal((await ann.board(board => board.relation === 1)).turn, 'W');
    await ann.says('observe 2', /You are playing game \d+\./);
    await ann.says('resign', '');
    await ann.until('resigns} 0-1');
    await page.close();
  }, { args: ['--pace', 'machine'] }));

test('shouts, where the operator allows them', () =>
  withIcs(async server => {
    const [ann, bob] = [await terminal(server), await terminal(server)];
    await ann.says('shout hello all', '(shouted to 1 player)');
    await bob.until(`${ann.name}(U) shouts: hello all`);
    await bob.says('set shout 0', 'shout set to 0.');
    await ann.says('! hello', '(shouted to 0 players)');
  }, { args: ['--ics-shout', 'on'] }));

test('accounts sign in with their password', () =>
  withIcs(async server => {
    const web = browser(server);
    const made = await web.post('/api/account', { name: 'Newton', password: 'an apple falls' });
    assert.equal(made.status, 201, made.body);
    const wrong = await terminal(server, { login: false });
    for (let i = 0; i < 3; i++) {
      await wrong.until('login: ');
      wrong.type('newton');
      await wrong.until('"Newton" is a registered name. If it is yours, type the password.');
      await wrong.until('\xff\xfb\x01password: ');
      wrong.type('a pear falls');
      await wrong.until('\xff\xfc\x01');
      await wrong.until('**** Invalid password! ****');
    }
    await wrong.until('Too many passwords: connect again.');
    await wrong.closed;
    const newton = await terminal(server, { login: ['Newton', 'an apple falls'] });
    assert.equal(newton.name, 'Newton');
    await newton.says('finger', /Finger of Newton:[^]*No rated games yet\./);
    const sessions = async () => (await web.get('/api/sessions')).body;
    await until(async () => (await sessions()).includes('ICS port'));
    await newton.close();
    await until(async () => !(await sessions()).includes('ICS port'));
    const unknown = await terminal(server, { login: ['Leibniz', ''] });
    assert.match(unknown.shown, /"Leibniz" is not a registered name\. You may play unrated games as "Guest/);
  }));

test('odd bytes, long lines, no ends, floods', () =>
  withIcs(async server => {
    const ann = await terminal(server);
    ann.send('\xff\xfd\x1f'); // DO NAWS
    await ann.until('\xff\xfc\x1f'); // WONT
    ann.send('\x01\x02da\x7fate\x00\r\n');
    await ann.until('Server time');
    ann.type('x'.repeat(1025));
    await ann.until('That line is too long: at most 1024 bytes.');
    await ann.says('x'.repeat(1000), 'Command not found.');
    ann.send('\xff\xfa\x18\x00junk\r\n\xff\xf0'); // parameters of an option
    await ann.says('\x1b[2Jqqqq', /^\[2jqqqq: Command not found\.\r\n$/);
    ann.send('dat');
    ann.send('e\r\n');
    await ann.until('Server time');
    const silent = await terminal(server, { login: false });
    silent.send('%b101');
    await silent.until('login: ');
    silent.socket.destroy();
    const many = await terminal(server);
    many.send('date\n'.repeat(401));
    await many.until('You are typing too fast: wait a few seconds.');
    many.send('date\n'.repeat(1000));
    await many.closed;
    await ann.says('date', 'Server time');
    await ann.close();
  }, { limits: 'on', slow: true }));

test('switches before the login', () =>
  withIcs(async server => {
    const jin = await terminal(server, { login: false });
    await jin.until('login: ');
    jin.type(`%b${'0'.repeat(6)}1${'0'.repeat(28)}`); // the seventh is block
    jin.type('guest');
    jin.type('');
    await jin.until('fics% ');
    jin.type('5 date');
    await jin.until('\x155\x1632\x16Server time');
  }));

test('whoever does not sign in is gone after a minute', () =>
  withIcs(async server => {
    const slow = await terminal(server, { login: false });
    await slow.until('login: ');
    await server.pass(61_000);
    await slow.until('**** You took too long to sign in. ****');
    await slow.closed;
  }, { slow: true }));

test('as many from an address as everywhere', () =>
  withIcs(async server => {
    const two = [await terminal(server), await terminal(server)];
    const third = await terminal(server, { login: false });
    await third.until('Too many at once from your address.');
    await third.closed;
    await two[0].close();
    await until(async () => {
      const next = await terminal(server, { login: false });
      const text = await next.until(/login: |Too many/);
      next.socket.destroy();
      return text.endsWith('login: ');
    });
  }, { limits: 'on', args: ['--limit', 'connections=2'] }));

test('whoever does not read is disconnected, however much others tell them', () =>
  withIcs(async server => {
    const [ann, bob] = [await terminal(server), await terminal(server)];
    await bob.says('set utf8 0', 'utf8 set to 0.'); // an e acute comes as six bytes
    bob.socket.pause();
    const words = '\u00e9'.repeat(250); // two bytes each
    let told = 0, answer;
    do {
      answer = await ann.command(`tell ${bob.name} ${words}`);
      ann.seen = ann.shown.length;
      told += 6 * 250;
      // tcp_wmem is 4 MiB at most, and tcp_rmem does not grow while nobody reads
    } while (answer.text === `(told ${bob.name})\r\n` && told < 24 << 20);
    assert.equal(answer.text, 'They have just been disconnected.\r\n');
    await ann.says('who', '2 players displayed');
    await server.pass(5_001); // TRANSPORT_LINGER
    await until(async () => (await ann.command('who')).text.includes('1 players displayed'));
    await ann.says(`tell ${bob.name} hello`, 'Nobody here has that name.');
    bob.socket.resume();
    await bob.closed;
  }, { slow: true }));

test('somebody is connected twenty times at most', () =>
  withIcs(async server => {
    const web = browser(server);
    await web.post('/api/account', { name: 'Newton', password: 'an apple falls' });
    const sessions = async () => (await web.get('/api/sessions')).body.split('ICS port').length - 1;
    const newton = ['Newton', 'an apple falls'];
    const all = [];
    for (let i = 0; i < 20; i++) all.push(await terminal(server, { login: newton }));
    const more = await terminal(server, { login: false });
    for (const line of newton) more.type(line);
    await more.until('You are connected 20 times, which is the most: end one of these connections first.');
    await more.closed;
    await until(async () => (await sessions()) === 20); // what the password has opened is gone, too
    const ann = await terminal(server); // others come in
    await all.pop().close();
    await until(async () => (await ann.command('who')) && (await sessions()) === 19);
    all.push(await terminal(server, { login: newton }));
    await ann.says('tell Newton hello', '(told Newton)');
    for (const each of all) await each.until('tells you: hello');
  }));

test('so many connections of an address may not have signed in yet', () =>
  withIcs(async server => {
    const silent = [];
    for (let i = 0; i < 2; i++) silent.push(await terminal(server, { login: false }));
    for (const each of silent) await each.until('login: ');
    const more = await terminal(server, { login: false });
    await more.until('Too many connections from your address have not signed in');
    await more.closed;
    silent[0].type('guest');
    silent[0].type('');
    await silent[0].until('fics% ');
    const another = await terminal(server); // its place is free again
    await silent[1].close();
    await until(async () => {
      const next = await terminal(server, { login: false });
      const text = await next.until(/login: |Too many/);
      await next.close();
      return text.includes('login: ');
    }, 'and that of somebody who has gone');
    await another.close();
  }, { limits: 'on', args: ['--limit', 'ics-logins=2'] }));

test('a game that an arbiter adjourns', () =>
  withIcs(async server => {
    const does = async act => {
      const { code, stdout, stderr } = await runCastled(['admin', '--data', server.directory, act, game]);
      assert.equal(code, 0, stdout + stderr);
    };
    const [ann, bob] = [await terminal(server), await terminal(server)];
    const page = await connect(server, { token: ann.token });
    await ann.says(`match ${bob.name} 5 0 white`, 'Issuing: ');
    await bob.until('Challenge: ');
    await bob.says('accept', 'You accept the match offer');
    const { game } = await page.kind('start');
    await ann.says('e4', '');
    await bob.board(board => board.san === 'e4');
    await bob.says('e5', '');
    await ann.board(board => board.san === 'e5');
    await does('adjourn');
    await ann.until('An arbiter adjourns game 1.\r\nYour next move is sealed: nobody sees it before the game goes on.');
    await bob.until(`An arbiter adjourns game 1.\r\nThe next move of ${ann.name} is sealed: `);
    await ann.says('Nf3', /^Your move Nf3 is sealed\.\r\n$/, 1);
    for (const each of [ann, bob]) {
      await each.until(`Game 1: ${ann.name} has sealed a move.\r\nGame 1: Game clock paused.`);
      const board = await each.board();
      assert.deepEqual([board.san, board.runs], ['e5', false]);
    }
    await ann.says('Nc3', /^(?!Illegal)[^<]*\.\r\n<12> [^<]*\r\n$/);
    await does('resume');
    for (const each of [ann, bob]) {
      await each.until('Game 1: Game clock resumed.');
      await each.board(board => board.san === 'Nf3');
    }
  }));

test('a stop is announced, and whoever comes back goes on', async () => {
  const server = await castled({ args: ['--ics', '0'] }).start();
  const ann = await terminal(server);
  await ann.says('match computer 1 5 0 white', '');
  await ann.until('<12> ');
  await ann.says('e4', '');
  await ann.board(board => board.relation === 1);
  const stopped = server.stop();
  await ann.until('**** The server is going down; games go on when it is back. ****');
  await ann.closed;
  await stopped;
  await server.start();
  const again = await terminal(server, { login: [ann.token] });
  await until(() => /Continuing unrated blitz match/.test(again.shown));
  await again.says('resign', '');
  await again.until('resigns} 0-1');
  await server.remove();
});

test('by TLS', { skip: throughFront && 'the server is started without its owner' }, async () => {
  const directory = newDirectory();
  const [certificate, key] = ['cert.pem', 'key.pem'].map(name => path.join(directory, name));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key,
    '-out', certificate, '-days', '2', '-subj', '/CN=first', '-addext', 'subjectAltName=IP:127.0.0.1'], { stdio: 'ignore' });
  const refused = await runCastled(['--ics', '0', '--ics-tls', 'on', '--data', directory]);
  assert.match(refused.stderr, /--ics-tls needs --tls-cert/);
  const server = castled({ args: ['--ics', '0', '--ics-tls', 'on', '--tls-cert', certificate, '--tls-key', key] });
  server.port = 0;
  assert.ok(await server.spawn());
  assert.ok(icsPort(server) > 0);
  const ann = await terminal(server, { secure: true });
  await ann.says('date', 'Server time');
  await server.remove();
});

// In a network of its own, where the system allows one.
const network = script => ['-rn', 'sh', '-c', `ip link set lo up && ip addr add 192.0.2.1/32 dev lo && ${script}`];
const skip = spawnSync('unshare', network('true')).status !== 0 ? 'no network of its own (unshare -rn, ip)'
  : throughFront && 'a cluster would need that network, too';

test('passwords from elsewhere', { skip }, () => {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const file = fileURLToPath(new URL('ics_elsewhere.mjs', import.meta.url));
  const { status, stdout } = spawnSync('unshare', [...network('exec "$0" --test "$1"'), process.execPath, file], { env, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
