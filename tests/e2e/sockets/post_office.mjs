// post_office.mjs - a small SMTP server for tests: RFC 5321 with STARTTLS (RFC 3207) and AUTH PLAIN and LOGIN (RFC 4954). It is strict where
// these are, and what it replies can be bent. Letters are read by Python's email package.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import net from 'node:net';
import tls from 'node:tls';

import { newDirectory, until } from './castled.mjs';
import { makeCertificates } from './provider.mjs';

const PARSE = `
import email, email.policy, json, sys
message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
print(json.dumps({'headers': {name.lower(): str(value) for name, value in message.items()}, 'names': message.keys(),
  'defects': [repr(each) for each in message.defects] + [repr(each) for value in message.values() for each in value.defects],
  'from': [[each.display_name, each.addr_spec] for each in message['from'].addresses],
  'type': message.get_content_type(), 'text': message.get_content()}))`;

// What a program that shows mail makes of the bytes.
export function readLetter(bytes) {
  for (const line of bytes.toString('latin1').split('\r\n')) {
    assert.ok(line.length <= 998, 'RFC 5322, 2.1.1');
    assert.match(line, /^[\t -~]*$/, 'ASCII, and no bare CR or LF');
  }
  const letter = JSON.parse(execFileSync('python3', ['-c', PARSE], { input: bytes }));
  letter.text = letter.text.replaceAll('\r\n', '\n');
  assert.deepEqual(letter.defects, []);
  assert.equal(new Set(letter.names.map(name => name.toLowerCase())).size, letter.names.length, 'each header once');
  return letter;
}

// 'mode': what is said before TLS, "starttls", "plain" (no STARTTLS) or "tls" (from the first byte).
export async function newPostOffice({ mode = 'starttls', user = 'castled', password = 'a secret: 100%' } = {}) {
  const files = makeCertificates(newDirectory());
  const sockets = new Set();
  const self = {
    ca: files.ca, user, password,
    came: [], // { from, to, letter, secure, user }
    commands: [], // all of them, as they came
    // What a test bends: is given the command and what would be right; "cut" hangs up, "hang" says nothing.
    bend: (_command, reply) => reply,
  };
  const secureContext = tls.createSecureContext({ key: files.key, cert: files.cert });

  const converse = (socket, secure) => {
    const talk = { from: null, to: [], user: null, waits: null, data: null };
    let left = '';
    const say = (command, reply) => {
      const bent = self.bend(command, reply);
      if (bent === 'cut') socket.destroy();
      else if (bent !== 'hang') socket.write(bent + '\r\n');
      return bent === reply;
    };
    const check = (name, word) => {
      const right = name === user && word === password;
      if (right) talk.user = name;
      return right ? '235 2.7.0 ok' : '535 5.7.8 wrong';
    };
    const auth = words => {
      if (!secure) return '538 5.7.11 first TLS';
      const [, how, given] = words;
      const plain = text => check(...Buffer.from(text, 'base64').toString().split('\0').slice(1));
      if (how === 'PLAIN' && given) return plain(given);
      if (how === 'PLAIN') { talk.waits = plain; return '334 '; }
      return '504 5.5.4 no';
    };
    const hello = () => {
      const able = mode === 'starttls' && !secure ? ['STARTTLS'] : secure ? ['AUTH PLAIN'] : [];
      return ['mail.example', ...able, 'SIZE 100000'].map((word, i, all) => `250${i < all.length - 1 ? '-' : ' '}${word}`).join('\r\n');
    };
    const obey = line => {
      self.commands.push(line);
      if (talk.waits) {
        const next = talk.waits;
        talk.waits = null;
        return void say('AUTH', next(line));
      }
      const words = line.split(' ');
      const verb = words[0].toUpperCase();
      if (verb === 'EHLO') {
        assert.match(words[1], /^[\w.-]+$/);
        say(line, hello());
      } else if (verb === 'STARTTLS') {
        if (!say(line, '220 go on')) return;
        socket.removeAllListeners('data');
        const inner = new tls.TLSSocket(socket, { isServer: true, secureContext });
        inner.on('error', () => {});
        converse(inner, true);
      } else if (verb === 'AUTH') say(verb, auth(words));
      else if (verb === 'MAIL') {
        talk.from = /^MAIL FROM:<([^<>]+)>(?: [A-Z0-9=]+)*$/.exec(line)?.[1];
        assert.ok(talk.from, line);
        say(line, user && talk.user !== user && mode !== 'plain' ? '530 5.7.0 sign in first' : '250 2.1.0 ok');
      } else if (verb === 'RCPT') {
        talk.to.push(/^RCPT TO:<([^<>]+)>$/.exec(line)?.[1]);
        say(line, '250 2.1.5 ok');
      } else if (verb === 'DATA') {
        if (say(line, '354 go on')) talk.data = '';
      } else if (verb === 'QUIT') {
        say(line, '221 2.0.0 bye');
        socket.end();
      } else say(line, '500 5.5.1 what?');
    };
    const take = () => {
      for (;;) {
        if (talk.data !== null) {
          const end = left.startsWith('.\r\n') ? 0 : left.indexOf('\r\n.\r\n') + 2;
          if (end === 1) return;
          const lines = left.slice(0, end).split('\r\n').map(line => line.replace(/^\./, ''));
          left = left.slice(end + 3);
          talk.data = null;
          const letter = Buffer.from(lines.join('\r\n'), 'latin1');
          if (say('.', '250 2.0.0 ok')) self.came.push({ from: talk.from, to: talk.to, letter, secure, user: talk.user });
        } else {
          const end = left.indexOf('\r\n');
          if (end < 0) return;
          const line = left.slice(0, end);
          left = left.slice(end + 2);
          obey(line);
        }
      }
    };
    socket.on('data', bytes => {
      left += bytes.toString('latin1');
      take();
    });
  };

  const server = mode === 'tls'
    ? tls.createServer({ key: files.key, cert: files.cert }, socket => { converse(socket, true); socket.write('220 mail.example\r\n'); })
    : net.createServer(socket => { converse(socket, false); socket.write(`${self.bend('', '220 mail.example')}\r\n`); });
  server.on('connection', socket => { sockets.add(socket); socket.on('error', () => {}); });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  self.port = server.address().port;
  self.url = `${mode === 'tls' ? 'smtps' : 'smtp'}://127.0.0.1:${self.port}`;
  self.has = count => until(() => self.came.length >= count, `${count} letters have come`);
  // The newest one, read.
  self.newest = () => ({ to: self.came.at(-1).to, ...readLetter(self.came.at(-1).letter) });
  self.close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return self;
}
