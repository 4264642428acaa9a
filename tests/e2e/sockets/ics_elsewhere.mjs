// ics_elsewhere.mjs - what ics.test.mjs runs in a network of its own, where 192.0.2.1 (RFC 5737) is an address of this machine: to
// the server it is one from which others could listen.

import { test } from 'node:test';

import { withCastled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { terminal } from './ics_terminal.mjs';

test('a password is not taken where others can listen', () =>
  withCastled({ args: ['--ics', '0', '--host', '0.0.0.0'] }, async server => {
    await browser(server).post('/api/account', { name: 'Newton', password: 'an apple falls' });
    const here = await terminal(server, { login: false });
    here.type('Newton');
    await here.until('password: ');
    const elsewhere = await terminal(server, { login: false, host: '192.0.2.1', localAddress: '192.0.2.1' });
    elsewhere.type('Newton');
    await elsewhere.until('A password is not asked for on this connection, since others could read it');
    await elsewhere.until('login: ');
    elsewhere.type('guest');
    elsewhere.type('');
    await elsewhere.until('fics% ');
    for (const each of [here, elsewhere]) each.socket.destroy();
  }));
