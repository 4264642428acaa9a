// twoVersions.mjs - a server in front of the real one that can serve a second build of the page.
//
// The second build is the first with other names for all its scripts; otherwise it is the same. As with a real
// update, the scripts of the first are gone once the second is there.

import { createHash } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';

const renamed = text => text.replace(/(-[\w-]{7})\.js/g, '$1.next.js');
const isOfFirst = url => /-[\w-]{7}\.js$/.test(url);

const fetchFrom = (port, request) =>
  new Promise((resolve, reject) => {
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    delete headers['if-none-match'];
    delete headers.connection; // none is kept that the server may just have closed
    const path = request.url.replaceAll('.next.js', '.js');
    const asked = http.request(
      { host: '127.0.0.1', port, path, method: request.method, headers, agent: false },
      answer => {
        const parts = [];
        answer.on('data', part => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            headers: answer.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    asked.on('error', reject);
    request.pipe(asked);
  });

const hashOf = text => createHash('sha256').update(text).digest('hex');

async function secondBuild(port, request) {
  if (isOfFirst(request.url))
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'gone' };
  const answer = await fetchFrom(port, request);
  const type = answer.headers['content-type'] ?? '';
  if (answer.status !== 200 || !/javascript|html/.test(type)) return answer;
  let text = renamed(answer.body.toString());
  if (request.url === '/service_worker.js') {
    const page = await fetchFrom(port, {
      url: '/',
      method: 'GET',
      headers: {},
      pipe: to => to.end(),
    });
    text = text.replace(hashOf(page.body), hashOf(renamed(page.body.toString())));
    text = text.replace(/(version:")\w+/, '$1next');
  }
  const headers = { ...answer.headers, 'content-length': Buffer.byteLength(text), etag: '"next"' };
  return { ...answer, headers, body: text };
}

export async function withTwoVersions(server, body) {
  let isSecond = false;
  const front = http.createServer((request, response) => {
    (isSecond ? secondBuild : fetchFrom)(server.port, request).then(
      ({ status, headers, body: bytes }) => response.writeHead(status, headers).end(bytes),
      () => response.destroy(),
    );
  });
  const sockets = new Set();
  front.on('upgrade', (request, socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    const behind = net.connect(server.port, '127.0.0.1', () => {
      const lines = request.rawHeaders.map((word, i) => word + (i % 2 ? '\r\n' : ': '));
      behind.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      behind.pipe(socket).pipe(behind);
    });
    for (const end of [behind, socket])
      end.on('error', () => [behind, socket].forEach(one => one.destroy()));
  });
  await new Promise(resolve => front.listen(0, '127.0.0.1', resolve));
  try {
    await body({
      port: front.address().port,
      update: () => (isSecond = true),
      hangUp: () => sockets.forEach(socket => socket.destroy()),
    });
  } finally {
    front.closeAllConnections();
    front.close();
  }
}
