// line.mjs - the connection between a browser and the server, which a test can cut or silence.

import { once } from 'node:events';
import net from 'node:net';

// Listens on a port of its own, with the interface of a server for person.mjs.
export async function lineTo(server) {
  const sockets = new Set();
  const forgotten = new WeakSet();
  let state = 'whole';

  const relay = net.createServer(near => {
    if (state === 'cut') return near.destroy();
    const far = net.connect(server.port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(one);
      one.on('data', bytes => {
        if (state === 'whole' && !forgotten.has(one)) other.write(bytes);
      });
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');

  const hangUp = () => sockets.forEach(socket => socket.destroy());
  return {
    port: relay.address().port,
    // Nothing passes and nobody is told: a phone in a tunnel.
    hush: () => (state = 'silent'),
    // The same for the current connections, while new ones pass: a router that has forgotten them.
    forget: () => sockets.forEach(socket => forgotten.add(socket)),
    // All connections are broken and no new one is accepted.
    cut() {
      state = 'cut';
      hangUp();
    },
    mend() {
      state = 'whole';
      hangUp(); // what was swallowed never arrives: connections start again
    },
    close() {
      hangUp();
      relay.close();
    },
  };
}
