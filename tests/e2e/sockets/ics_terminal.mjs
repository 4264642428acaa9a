// ics_terminal.mjs - somebody at the ICS port with a bare socket, as by nc: types lines, waits for what is shown.

import assert from 'node:assert/strict';
import net from 'node:net';
import tls from 'node:tls';

import { patience } from './castled.mjs';

const prompt = 'fics% ';

export const icsPort = server => Number(/clients connect to port (\d+)/.exec(server.stderr)[1]);

// Connects, and signs in as a guest unless 'login' is false or says what is typed instead, line by line.
export async function terminal(server, { login = ['guest', ''], secure = false, ...options } = {}) {
  const where = { host: '127.0.0.1', port: icsPort(server), ...options };
  const socket = secure ? tls.connect({ ...where, rejectUnauthorized: false }) : net.connect(where);
  const waiting = new Set();
  const me = {
    socket,
    shown: '', // everything, as ISO 8859-1: telnet's bytes are in it
    seen: 0, // up to here it has been waited for
    number: 0,
    closed: new Promise(resolve => socket.on('close', resolve)),

    send: bytes => socket.write(Buffer.from(bytes, 'latin1')),
    type: line => socket.write(`${line}\r\n`),

    // What is shown up to the next place that fits, a text or a pattern; waits for it.
    until(fits) {
      const look = () => {
        const text = me.shown.slice(me.seen);
        const at = typeof fits === 'string' ? text.indexOf(fits) : text.search(fits);
        if (at < 0) return undefined;
        const length = typeof fits === 'string' ? fits.length : fits.exec(text)[0].length;
        me.seen += at + length;
        return text.slice(0, at + length);
      };
      const found = look();
      if (found !== undefined) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`waited in vain for ${fits}; the last that came: ${me.shown.slice(-600)}`)), patience);
        waiting.add({ look, resolve: text => { clearTimeout(timer); resolve(text); } });
      });
    },

    // Types a command, and resolves with its whole answer: FICS's marks tell where it ends (iset block).
    async command(line) {
      const number = ++me.number;
      me.type(`${number} ${line}`);
      const before = me.seen;
      const answer = await me.until(new RegExp(`\\x15${number}\\x16\\d+\\x16[^\\x17]*\\x17`));
      me.seen = before; // what came meanwhile has not been waited for
      const [, code, text] = /\x15\d+\x16(\d+)\x16([^\x17]*)\x17$/.exec(answer);
      return { code: Number(code), text };
    },

    // The same, which has to fit; resolves with what it says.
    async says(line, fits, code) {
      const answer = await me.command(line);
      if (typeof fits === 'string') assert.ok(answer.text.includes(fits), `${line}: ${answer.text}`);
      else assert.match(answer.text, fits, line);
      if (code !== undefined) assert.equal(answer.code, code, line);
      return answer.text;
    },

    // The next line of style 12, as its fields.
    async board(fits = () => true) {
      for (;;) {
        const line = await me.until(/<12> [^\r]*\r\n/);
        const fields = /<12> ([^\r]*)\r\n$/.exec(line)[1].split(' ');
        const board = { position: fields.slice(0, 8).join('/'), turn: fields[8], game: Number(fields[15]), white: fields[16],
          black: fields[17], relation: Number(fields[18]), clock: { white: Number(fields[23]), black: Number(fields[24]) },
          words: fields[26], san: fields[28], runs: fields[30] === '1' };
        if (fits(board)) return board;
      }
    },

    close() {
      socket.end();
      return me.closed;
    },
  };
  socket.on('data', bytes => {
    me.shown += bytes.toString('latin1');
    for (const each of waiting) {
      const found = each.look();
      if (found === undefined) continue;
      waiting.delete(each);
      each.resolve(found);
    }
  });
  socket.on('error', () => {});
  if (login) {
    await me.until('login: ');
    for (const line of login) me.type(line);
    await me.until(/\*\*\*\* Starting FICS session as (\w+)/);
    me.name = /session as (\w+)/.exec(me.shown)[1];
    await me.until(prompt);
    me.token = /\r\n(v1\.\S+)\r\n/.exec(me.shown)?.[1];
    me.type('iset block 1');
    await me.until('block set.');
    await me.until(prompt);
    await me.says('set style 12', 'Style 12 set.');
    await me.says('iset nowrap 1', 'nowrap set.');
  }
  return me;
}
