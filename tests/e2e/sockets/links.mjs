// links.mjs - a connection between clients and a server that a test can make bad: it delays, splits, stalls, breaks, or lets
// one end believe that the other is still there.

import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

// A line to the server, with a port of its own for clients. 'random' decides how bytes are cut and delayed while the line
// is rough.
export async function newLink(server, random) {
  const wires = new Set(); // which go through
  const sockets = new Set(); // all open connections
  const link = {
    port: undefined,
    isRough: false,

    // Nothing goes through, in one direction or in both, until flow(); the system keeps what is sent.
    stall(...directions) {
      for (const wire of wires) for (const way of directions) wire[way].pause();
    },
    flow() {
      for (const wire of wires) for (const way of ['near', 'far']) wire[way].resume();
    },
    // Both ends are told at once.
    reset() {
      for (const wire of wires) for (const way of ['near', 'far']) wire[way].resetAndDestroy();
    },
    // The client is gone, and the server is not told; resolves with a promise for when it has hung up by itself.
    forgetClients() {
      const left = [...wires];
      for (const wire of left) {
        wire.isDeaf = true;
        wire.near.destroy();
      }
      return Promise.all(left.map(wire => wire.farClosed));
    },
    // The server's end is gone, and the client is not told.
    forgetServer() {
      for (const wire of wires) {
        wire.isDeaf = true;
        wire.far.destroy();
      }
    },
    // The client has closed its side, and keeps reading.
    endClients() {
      for (const wire of wires) wire.far.end();
    },
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };

  // Bytes keep their order: each piece waits for the one before.
  function carry(wire, from, to) {
    let last = Promise.resolve();
    const pass = async bytes => {
      if (link.isRough) await sleep(random() * 3);
      if (!wire.isDeaf && to.writable) to.write(bytes);
    };
    from.on('data', data => {
      for (let at = 0; at < data.length; ) {
        const size = link.isRough ? 1 + Math.floor(random() * data.length) : data.length;
        const piece = data.subarray(at, at + size);
        last = last.then(() => pass(piece));
        at += size;
      }
    });
    from.on('end', () => (last = last.then(() => (wire.isDeaf ? from.destroy() : to.end()))));
    from.on('error', () => {});
  }

  const proxy = net.createServer({ allowHalfOpen: true }, near => {
    const far = net.connect({ host: '127.0.0.1', port: server.port, allowHalfOpen: true });
    const wire = { near, far, isDeaf: false };
    wire.farClosed = new Promise(resolve => far.on('close', resolve));
    wires.add(wire);
    sockets.add(near).add(far);
    for (const socket of [near, far]) socket.on('close', () => sockets.delete(socket));
    for (const socket of [near, far]) socket.setNoDelay(true);
    carry(wire, near, far);
    carry(wire, far, near);
    far.on('close', () => {
      wires.delete(wire);
      if (!wire.isDeaf) near.destroy();
    });
    near.on('close', () => {
      wires.delete(wire);
      if (!wire.isDeaf) far.destroy();
    });
  });
  await new Promise(resolve => proxy.listen(0, '127.0.0.1', resolve));
  link.port = proxy.address().port;
  return link;
}
