// mail.test.mjs - e-mail: addresses that people confirm, forgotten passwords, reminders; and SMTP servers that refuse, hang or lie.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { get, newDirectory, runCastled, until, withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { connect, listed } from './player.mjs';
import { newPostOffice, readLetter } from './post_office.mjs';
import { codeOf } from './totp.mjs';

const password = 'correct-horse';
const HOUR = 3_600_000;
const BASE = 'https://club.example';

const options = (office, more = []) => {
  const file = path.join(newDirectory(), 'password');
  fs.writeFileSync(file, `${office.password}\n`);
  return { slow: true, limits: 'on', args: ['--metrics-port', '0', '--public-url', BASE, '--smtp', office.url, '--smtp-tls', 'on', '--smtp-user', office.user,
    '--smtp-password-file', file, '--mail-from', 'chess@club.example', '--outbound-ca', office.ca, '--site-name', 'Club “Zürich”', ...more] };
};

async function withMail(body, { mode, args = options, slow = true } = {}) {
  const office = await newPostOffice({ mode });
  try {
    await withCastled({ ...args(office), slow }, server => body(server, office));
  } finally {
    office.close();
  }
}

// Pages of the public URL only may act for a player.
function visitor(server) {
  const self = browser(server, { origin: false });
  const { ask } = self;
  const send = (method, where, body, extra = {}) => ask(method, where, body, { origin: BASE, ...extra });
  return Object.assign(self, { get: where => send('GET', where), post: (where, body = '', extra) => send('POST', where, body, extra),
    put: (where, body) => send('PUT', where, body), delete: where => send('DELETE', where, '') });
}
async function account(server, name) {
  const self = visitor(server);
  const made = await self.post('/api/account', { name, password });
  assert.equal(made.status, 201, made.body);
  self.come = () => connect(server, { headers: { cookie: `__Host-castled_session=${self.cookie}; castled_session=${self.cookie}`, origin: BASE } });
  return self;
}
// Hours at once: nobody is here who could be taken for gone.
async function leap(server, ms) {
  server.clock.add(ms);
  for (let i = 0; i < 3; i++) await get(server.port, '/healthz');
}
const metric = async (server, name) => Number(new RegExp(`^castled_${name} (\\d+)$`, 'm').exec(await server.games.metrics())[1]);
const said = ({ status, json }) => (json?.code ? `${status} ${json.code}` : String(status));
const linkOf = (letter, word) => {
  const [, token] = new RegExp(`^${BASE}/sign-in#${word}=(\\w{32})$`, 'm').exec(letter.text) ?? [];
  assert.ok(token, letter.text);
  return token;
};

async function confirmed(server, office, self, address, language = 'en') {
  const before = office.came.length;
  const set = await self.put('/api/mail', { address, password, language });
  assert.equal(set.status, 200, set.body);
  await office.has(before + 1);
  const letter = office.newest();
  assert.deepEqual(letter.to, [address]);
  assert.equal((await visitor(server).post('/api/mail/confirm', { token: linkOf(letter, 'confirm') })).status, 200);
  return letter;
}

test('an address is confirmed by a link, changed, and removed; letters are in the language of the page', () =>
  withMail(async (server, office) => {
    const anna = await account(server, 'Anna');
    assert.deepEqual((await anna.get('/api/mail')).json, { available: true, address: '', wanted: '', hours: 0 });
    assert.equal((await visitor(server).get('/api/oidc')).json.mail, true);
    assert.equal(said(await anna.put('/api/mail', { address: 'anna@club.example', password: 'wrong-horse' })), '401 wrong_password');
    for (const bad of ['anna', 'anna@', 'a b@club.example', 'anna@club.example\r\nRCPT TO:<x@y.z>', '<anna@club.example>', 'änna@club.example', `${'a'.repeat(65)}@club.example`])
      assert.equal(said(await anna.put('/api/mail', { address: bad, password })), '400 address_bad', bad);

    assert.equal((await anna.put('/api/mail', { address: 'anna@club.example', password, language: 'de' })).status, 200);
    await office.has(1);
    const { from, secure, user } = office.came[0];
    assert.deepEqual([from, secure, user], ['chess@club.example', true, 'castled']);
    const letter = office.newest();
    assert.deepEqual([letter.to, letter.headers.to, letter.from], [['anna@club.example'], 'anna@club.example', [['Club “Zürich”', 'chess@club.example']]]);
    assert.equal(letter.headers.subject, 'Bestätige deine Adresse für Club “Zürich”');
    assert.match(letter.text, /^Hallo Anna,\n/);
    assert.equal(letter.headers['auto-submitted'], 'auto-generated');
    assert.ok(office.commands.every(each => !each.includes('Anna')));
    const token = linkOf(letter, 'confirm');
    assert.deepEqual((await anna.get('/api/mail')).json, { available: true, address: '', wanted: 'anna@club.example', hours: 0 });

    await server.kill();
    await server.start();
    const stranger = visitor(server);
    assert.equal(said(await stranger.post('/api/mail/confirm', { token: token.replace(/.$/, '-') })), '404 link_expired');
    assert.equal((await stranger.post('/api/mail/confirm', { token })).status, 200);
    assert.equal(said(await stranger.post('/api/mail/confirm', { token })), '404 link_expired', 'only once');
    assert.equal((await anna.get('/api/mail')).json.address, 'anna@club.example');
    assert.equal((await anna.get('/api/account/email')).json.email, 'anna@club.example');
    assert.doesNotMatch((await stranger.get('/api/user/Anna')).body, /club\.example"/);

    for (const [language, subject] of [['fr', /^Confirmez votre adresse/], ['es', /^Confirma tu dirección/], ['ar', /^أكّد عنوانك/], ['xx', /^Confirm your address/]]) {
      const before = office.came.length;
      const other = await account(server, `In-${language}`);
      assert.equal((await other.put('/api/mail', { address: `${language}@club.example`, password, language })).status, 200);
      await office.has(before + 1);
      assert.match(office.newest().headers.subject, subject);
    }
    const changed = await confirmed(server, office, anna, 'new@club.example', 'es');
    assert.match(changed.text, /^Hola, Anna:/);
    await office.has(7);
    assert.deepEqual([office.newest().to, office.newest().headers.subject], [['anna@club.example'], 'Tu dirección en Club “Zürich” ha cambiado']);
    assert.match((await anna.get('/api/account/data')).body, /"is":"mailAddress","address":"new@club.example"/);
    assert.equal((await anna.put('/api/mail', { address: 'late@club.example', password })).status, 200);
    await office.has(8);
    const late = linkOf(office.newest(), 'confirm');
    await leap(server, 24 * HOUR);
    assert.equal(said(await stranger.post('/api/mail/confirm', { token: late })), '404 link_expired', 'after a day');
    assert.equal((await anna.delete('/api/mail')).status, 200);
    await office.has(9);
    assert.deepEqual(office.newest().to, ['new@club.example']);
    assert.equal((await anna.get('/api/account/email')).json.email, '');
  }));

test('a forgotten password: one link, for an hour, for one use; every session and token ends', () =>
  withMail(async (server, office) => {
    const anna = await account(server, 'Anna');
    await account(server, 'Bob'); // without an address
    await confirmed(server, office, anna, 'anna@club.example');
    const token = (await anna.post('/api/tokens', { description: 'bot', scopes: 'bot:play' })).json.token;
    const asker = visitor(server);
    const answers = [];
    for (const who of ['Nobody', 'Bob', 'x@club.example', 'ANNA@club.example']) {
      const { status, body } = await asker.post('/api/recovery', { who });
      answers.push(`${status} ${body}`);
    }
    assert.equal(new Set(answers).size, 1, answers.join());
    await server.pass(1000);
    await office.has(2);
    assert.deepEqual(office.newest().to, ['anna@club.example']);
    const first = linkOf(office.newest(), 'recover');
    await asker.post('/api/recovery', { who: 'anna' });
    await server.pass(1000);
    await office.has(3);
    const link = linkOf(office.newest(), 'recover');
    assert.equal(said(await asker.post('/api/recovery/look', { token: first })), '404 link_expired', 'the newest one only');
    assert.deepEqual((await asker.post('/api/recovery/look', { token: link })).json, { username: 'Anna' });

    await server.kill();
    await server.start();
    assert.equal(said(await asker.post('/api/recovery/finish', { token: link, password: 'short' })), '400 weak_password');
    const other = visitor(server);
    const both = await Promise.all([asker, other].map((each, i) => each.post('/api/recovery/finish', { token: link, password: `battery-staple-${i}` })));
    assert.deepEqual(both.map(said).sort(), ['200', '404 link_expired'], 'one use');
    const winner = both.findIndex(each => each.status === 200);
    const self = [asker, other][winner];
    assert.equal((await self.get('/api/account')).json.username, 'Anna', 'they are signed in');
    assert.equal((await anna.get('/api/account')).status, 401, 'the session has ended');
    assert.equal((await browser(server, { token }).get('/api/account')).status, 401, 'and so has the token');
    assert.equal(said(await visitor(server).post('/api/session', { name: 'Anna', password })), '401 wrong_password');
    assert.equal((await visitor(server).post('/api/session', { name: 'Anna', password: `battery-staple-${winner}` })).status, 200);
    await office.has(4);
    assert.match(office.newest().headers.subject, /^Your password at .* has been changed$/);

    // The limit of an account, which nobody is told of; then an hour later.
    const { length } = office.came;
    for (let i = 0; i < 5; i++) assert.equal((await visitor(server).post('/api/recovery', { who: 'Anna' })).status, 200);
    await server.pass(1000);
    await office.has(length + 3);
    const last = linkOf(office.newest(), 'recover');
    await leap(server, HOUR);
    assert.equal(said(await asker.post('/api/recovery/finish', { token: last, password })), '404 link_expired');
    assert.equal(office.came.length, length + 3);
  }));

test('who has a second factor must show it; an address may ask twenty times in an hour', () =>
  withMail(async (server, office) => {
    const anna = await account(server, 'Anna');
    assert.equal((await runCastled(['admin', '--data', server.directory, 'operator', 'Anna'])).code, 0);
    const { secret } = (await anna.post('/api/account/second-factor')).json;
    const confirm = await anna.post('/api/account/second-factor/confirm', { code: codeOf(secret, server.wall()) });
    assert.equal(confirm.status, 200, confirm.body);
    await confirmed(server, office, anna, 'anna@club.example');
    const asker = visitor(server);
    await asker.post('/api/recovery', { who: 'Anna' });
    await office.has(2);
    const token = linkOf(office.newest(), 'recover');
    assert.equal(said(await asker.post('/api/recovery/finish', { token, password: 'battery-staple' })), '401 needs_code');
    assert.equal(said(await asker.post('/api/recovery/finish', { token, password: 'battery-staple', code: '000000' })), '401 wrong_code');
    const { recovery } = confirm.json;
    assert.equal(said(await asker.post('/api/recovery/finish', { token, password: 'battery-staple', code: recovery[0] })), '200');

    let asked = 0;
    const far = () => visitor(server).post('/api/recovery', { who: 'x' }, { 'x-forwarded-for': '2001:db8::1' });
    while ((await far()).status === 200) asked++;
    assert.equal(asked, 20);
    const near = { 'x-forwarded-for': '2001:db8::2' };
    assert.equal((await visitor(server).post('/api/recovery', { who: 'x' }, near)).status, 429, 'the same /64');
    assert.equal((await visitor(server).post('/api/recovery', { who: 'x' }, { 'x-forwarded-for': '2001:db8:0:1::1' })).status, 200);
  }, { slow: false }));

test('who wants it is reminded once of their turn, also after a restart, and not after one click', () =>
  withMail(async (server, office) => {
    const [anna, bob] = [await account(server, 'Anna'), await account(server, 'Bob')];
    await confirmed(server, office, anna, 'anna@club.example');
    const [white, black] = [await anna.come(), await bob.come()];
    const { challenge } = await black.ok({ t: 'challenge', to: 'user', name: 'Anna', clock: { days: 2 }, color: 'black' });
    await white.ok({ t: 'accept', challenge });
    const { game } = await white.kind('start');
    await leap(server, 30 * HOUR); // nobody asked for reminders
    assert.equal(said(await anna.post('/api/mail/reminders', { hours: '73' })), '400');
    assert.equal((await anna.post('/api/mail/reminders', { hours: '12' })).status, 200);
    const move = async (self, ply, uci) => { // whoever was here has been gone for hours
      const player = await self.come();
      await player.ok({ t: 'move', game, ply, uci });
      await player.close();
    };
    await move(anna, 0, 'e2e4');
    await move(bob, 1, 'e7e5');
    await leap(server, 35 * HOUR);
    assert.equal((await anna.get('/api/mail')).json.hours, 12);
    assert.equal(office.came.length, 1, 'not yet');
    await leap(server, 1.1 * HOUR);
    await office.has(2);
    const letter = office.newest();
    assert.equal(letter.headers.subject, 'Your turn against Bob');
    const [, link] = new RegExp(`Time left: 12 h\\.\n\n${BASE}(/\\S*)\n`).exec(letter.text) ?? [];
    assert.equal(link, `/${game}`);
    const built = (await anna.get('/')).status; // 404 in a build without the page
    assert.equal((await anna.get(link)).status, built, 'it is a page of the game');
    const [, stop] = /^<(.*)>$/.exec(letter.headers['list-unsubscribe']);
    assert.equal(letter.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
    assert.ok(letter.text.includes(stop) && stop.startsWith(`${BASE}/api/mail/stop/`), stop);

    // That it was accepted is known, and stored before what is asked for then.
    await until(async () => (await metric(server, 'mail_waiting')) === 0, 'the reminder is known to be accepted');
    assert.equal((await anna.post('/api/mail/reminders', { hours: '12' })).status, 200);
    await server.restart();
    await leap(server, 2 * HOUR);
    assert.equal((await anna.get('/api/mail')).status, 200);
    assert.deepEqual([await metric(server, 'mail_waiting'), await metric(server, 'mail_total'), await metric(server, 'mail_failures_total')], [0, 0, 0]);
    await move(anna, 2, 'g1f3');
    await move(bob, 3, 'b8c6');
    await leap(server, 36.5 * HOUR);
    await office.has(3);
    assert.equal(office.newest().headers.subject, 'Your turn against Bob');
    assert.equal(office.came.length, 3, 'once for each turn');

    // By a program that reads mail: without a cookie, from anywhere (RFC 8058, 3.1).
    const reader = browser(server, { origin: false });
    const where = stop.slice(BASE.length);
    const shown = await reader.get(where);
    assert.deepEqual([shown.status, shown.headers.location], [303, `${BASE}/sign-in#stop=${where.split('/').at(-1)}`]);
    assert.equal((await anna.get('/api/mail')).json.hours, 12, 'to look at it changes nothing');
    assert.equal(said(await reader.post(where.replace(/.$/, '-'), 'List-Unsubscribe=One-Click')), '404 link_expired');
    assert.equal((await reader.post(where, 'List-Unsubscribe=One-Click')).status, 200);
    assert.equal((await anna.get('/api/mail')).json.hours, 0);
  }));

// An engine whose first move is illegal, so that it is ended and never plays (fake_engine.sh).
function withEngine({ args, ...rest }) {
  const directory = newDirectory();
  const program = path.join(directory, 'illegal');
  fs.symlinkSync(fileURLToPath(new URL('../../unit/fake_engine.sh', import.meta.url)), program);
  return { ...rest, args: [...args, '--engine-write', directory, '--engine', `illegal=${program}`] };
}

// A correspondence game between two who want to be reminded twelve hours before their time runs out, after these moves.
async function slowGame(server, office, moves) {
  const people = [await account(server, 'Anna'), await account(server, 'Bob')];
  for (const self of people) {
    await confirmed(server, office, self, `${self === people[0] ? 'anna' : 'bob'}@club.example`);
    assert.equal((await self.post('/api/mail/reminders', { hours: '12' })).status, 200);
  }
  const players = await Promise.all(people.map(self => self.come()));
  const [white, black] = players;
  const { challenge } = await black.ok({ t: 'challenge', to: 'user', name: 'Anna', clock: { days: 2 }, color: 'black' });
  await white.ok({ t: 'accept', challenge });
  const { game } = await white.kind('start');
  for (const [ply, uci] of moves.entries()) await players[ply % 2].ok({ t: 'move', game, ply, uci });
  const before = office.came.length;
  const letters = () => office.came.slice(before).map(({ to, letter }) => [to[0].split('@')[0], /Time left: (.*)\./.exec(readLetter(letter).text)[1]]);
  return {
    game, white, black,
    // After so many hours there are so many letters, and no more.
    async after(n, count) {
      await Promise.all(players.map(player => player.close()));
      await leap(server, n * HOUR);
      await office.has(before + count);
      await until(async () => (await metric(server, 'mail_waiting')) === 0, 'nothing waits to be sent');
      return letters();
    },
  };
}

test('a takeback makes it the turn of whoever is to move then: they are reminded, and the other one is not', () =>
  withMail(async (server, office) => {
    const { game, white, black, after } = await slowGame(server, office, ['e2e4', 'e7e5', 'g1f3']);
    await white.ok({ t: 'takeback', game });
    const { seq } = await black.kind('takeback');
    await black.ok({ t: 'takeback', game, offer: seq });
    assert.deepEqual(await after(35, 0), []);
    assert.deepEqual(await after(1.1, 1), [['anna', '12 h']]);
    assert.deepEqual(await after(10, 1), [['anna', '12 h']], 'nobody else is');
  }));

test('nobody is reminded while it is the turn of an engine that does not play', () =>
  withMail(async (server, office) => {
    const anna = await account(server, 'Anna');
    await confirmed(server, office, anna, 'anna@club.example');
    assert.equal((await anna.post('/api/mail/reminders', { hours: '12' })).status, 200);
    const player = await anna.come();
    await listed(player, ['illegal']);
    const { game } = await player.ok({ t: 'challenge', to: 'computer', engine: 'illegal', clock: { days: 2 }, color: 'white' });
    await player.ok({ t: 'move', game, ply: 0, uci: 'e2e4' });
    await player.close();
    await leap(server, 40 * HOUR);
    assert.deepEqual([await metric(server, 'mail_waiting'), office.came.length], [0, 1]);
  }, { args: office => withEngine(options(office)) }));

test('who is given more time is reminded later; nobody while an arbiter has stopped the game', () =>
  withMail(async (server, office) => {
    const { game, black, after } = await slowGame(server, office, ['e2e4', 'e7e5']);
    await black.ok({ t: 'moretime', game }); // a day
    assert.deepEqual(await after(59, 0), []);
    assert.deepEqual(await after(1.1, 1), [['anna', '12 h']]);
    const arbiter = async word => assert.equal((await runCastled(['admin', '--data', server.directory, word, game])).code, 0);
    const watcher = await connect(server);
    await watcher.ok({ t: 'watch', game }); // it had fallen asleep
    await arbiter('pause');
    await watcher.close();
    assert.deepEqual(await after(100, 1), [['anna', '12 h']]);
    await arbiter('resume');
    assert.deepEqual(await after(5, 1), [['anna', '12 h']]);
    assert.deepEqual(await after(1.1, 2), [['anna', '12 h'], ['anna', '6 h']], 'in the middle of what is left');
  }));

test('a letter that is refused for now is tried again, one that is refused is given up; operators see it', () =>
  withMail(async (server, office) => {
    const admin = async (...words) => (await runCastled(['admin', '--data', server.directory, ...words])).stdout;
    office.bend = (command, reply) => (command.startsWith('RCPT') ? '451 4.3.0 later' : reply);
    assert.match(await admin('mail-test', 'ops@club.example'), /on its way/);
    await until(async () => /last .*451/.test(await admin('mail')), 'it has been refused');
    assert.match(await admin('mail'), /waiting +1 letters/);
    assert.match((await runCastled(['status', '--data', server.directory])).stdout, /mail .*was not accepted/);
    assert.ok((await metric(server, 'mail_waiting')) === 1);
    const mails = () => office.commands.filter(each => each.startsWith('MAIL')).length;
    for (const bad of ['cut', '999 what', `250-${'x'.repeat(100_000)}`, '\r\n\0\r\n']) {
      office.bend = (command, reply) => (command.startsWith('MAIL') ? bad : reply);
      const tried = (await metric(server, 'mail_failures_total'));
      const begun = mails();
      const isSilent = /^250-|\0/.test(bad); // what is no end of a reply is waited for
      await leap(server, HOUR);
      await until(() => mails() > begun, 'it is tried again');
      await until(async () => (isSilent && (await leap(server, 20_000)), (await metric(server, 'mail_failures_total')) > tried), `tried: ${JSON.stringify(bad.slice(0, 10))}`);
    }
    await until(async () => (await metric(server, 'mail_waiting')) === 0, 'after five tries it is given up');
    office.bend = (command, reply) => (command === 'DATA' ? '554 5.7.1 no' : reply);
    await admin('mail-test', 'ops@club.example');
    await until(async () => /last .*554/.test(await admin('mail')), 'it has been refused for good');
    assert.match(await admin('mail'), /waiting +0 letters/);
    office.bend = (_command, reply) => reply;
    await admin('mail-test', 'ops@club.example');
    await office.has(1);
    await until(async () => /last .*accepted/.test(await admin('mail')), 'it is known to be accepted');
    assert.equal(await metric(server, 'mail_total'), 1);
    await until(() => /mail cannot be sent: .*castled admin mail-test/.test(server.games.stderr), 'it is in the log');
    assert.ok(!server.games.stderr.includes(office.password));
    assert.equal((await runCastled(['admin', '--data', server.directory, 'mail-test', 'a@b@c'])).code, 1);
  }));

test('nothing is said in the clear to a server that should speak TLS, nor to one with another name’s certificate', async () => {
  const test = async (server, office) => {
    const admin = async (...words) => (await runCastled(['admin', '--data', server.directory, ...words])).stdout;
    await admin('mail-test', 'ops@club.example');
    await until(async () => /last /.test(await admin('mail')), 'it has been tried');
    assert.deepEqual(office.commands.filter(each => /^(MAIL|AUTH|RCPT)/.test(each)), []);
    assert.equal(office.came.length, 0);
  };
  await withMail(test, { mode: 'plain' });
  await withMail(test, { args: office => { // the system's authorities do not know this one
    const { args, ...rest } = options(office);
    return { ...rest, args: args.filter((each, i) => each !== '--outbound-ca' && args[i - 1] !== '--outbound-ca') };
  } });
  await withMail(async (server, office) => {
    assert.equal((await runCastled(['admin', '--data', server.directory, 'mail-test', 'ops@club.example'])).code, 0);
    await office.has(1);
  }, { mode: 'tls' });
});
