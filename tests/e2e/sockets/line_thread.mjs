// line_thread.mjs - the thread of the lines between nodes of a cluster and what they are connected to (cluster.mjs).
//
// While a line is cut nothing goes through, and nobody is told: what was sent waits, and so do new connections.
//
// What it is told: { to, answer } makes a line to that port of this machine, and its own port is the answer; { cut }, { mend }
// and { close } name a line by its port, and have happened when 'done' is notified.

import { once } from 'node:events';
import net from 'node:net';
import { parentPort } from 'node:worker_threads';

const lines = new Map(); // by port

async function newLine(to) {
  const wires = new Set();
  let isCut = false;
  const flow = wire => (isCut ? [wire.near, wire.far].forEach(socket => socket.unpipe().pause())
    : [[wire.near, wire.far], [wire.far, wire.near]].forEach(([from, into]) => from.pipe(into)));
  const relay = net.createServer(near => {
    const wire = { near, far: net.connect({ host: '127.0.0.1', port: to }) };
    wires.add(wire);
    for (const socket of [wire.near, wire.far]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        if (isCut) return; // whoever is behind a cut line does not hear of it
        wires.delete(wire);
        [wire.near, wire.far].forEach(each => each.destroy());
      });
    }
    flow(wire);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const set = cut => {
    if (isCut === cut) return;
    isCut = cut;
    wires.forEach(flow);
  };
  const { port } = relay.address();
  lines.set(port, {
    cut: () => set(true),
    mend: () => set(false),
    close() {
      lines.delete(port);
      relay.close();
      wires.forEach(({ near, far }) => [near, far].forEach(socket => socket.destroy()));
    },
  });
  return port;
}

parentPort.on('message', async ({ to, answer, done, ...what }) => {
  if (to) return answer.postMessage(await newLine(to));
  for (const [act, port] of Object.entries(what)) lines.get(port)[act]();
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
