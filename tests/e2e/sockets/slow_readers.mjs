// slow_readers.mjs - clients that ask and do not read, in a process of their own (fork), so that their sockets hold little (narrow.c):
// SERVER_PORT, GAME and COUNT. It says 'ready' when all are connected, and after each 'ask' has sent 100 requests of each
// it says 'asked'. After 'close' they read on, and it says with which codes they were closed.

import process from 'node:process';

import { closeCode, connect } from './player.mjs';

const [port, game, count] = process.argv.slice(2);
const requests = [{ t: 'watch', game, id: 1 }, { t: 'unwatch', game, id: 2 }].map(each => JSON.stringify(each));
const slow = [];

const commands = {
  ask() {
    for (const { socket } of slow)
      for (let i = 0; i < 100 && socket.readyState === 1; i++) socket.send(requests[i % 2]);
    process.send('asked');
  },

  async close() {
    for (const { socket } of slow) socket._socket?.resume();
    for (const client of slow) client.close();
    process.send(await Promise.all(slow.map(closeCode)), () => process.exit());
  },
};

process.on('disconnect', () => process.exit());
process.on('message', command => commands[command]());
for (let i = 0; i < count; i++) slow.push(await connect({ port }));
for (const { socket } of slow) socket._socket.pause();
process.send('ready');
