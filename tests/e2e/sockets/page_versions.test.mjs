// page_versions.test.mjs - while nodes of two versions work side by side, and after the last one of the old version has gone, the
// files of either page are found at every node.
//
// The other version is the program itself with one of its page's files under another name, where that is written in
// plain text; so documents are asked for without compression here.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';

import { binary, castled, newDirectory, until } from './castled.mjs';
import { missing, newCluster } from './cluster.mjs';

const skip = missing && `${missing} is not installed`;

// { status, headers, body }, the body as it comes.
const ask = (node, target, headers = {}) =>
  new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port: node.port, path: target, agent: false, headers }, async response => {
      const pieces = [];
      for await (const piece of response) pieces.push(piece);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) });
    });
    request.on('error', reject);
  });

const assetsOf = async node =>
  [...new Set((await ask(node, '/')).body.toString().match(/\/assets\/[\w.-]+/g))];

// A program whose page has that file under another name.
function otherVersion(name) {
  const program = path.join(newDirectory('castled-other-'), 'castled');
  const renamed = name.replace(/-[\w-]{7}\./, '-0ther_1.');
  assert.equal(renamed.length, name.length);
  const bytes = fs.readFileSync(binary);
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) bytes.write(renamed, at, 'latin1');
  fs.writeFileSync(program, bytes, { mode: 0o755 });
  return { program, renamed };
}

// The answer without what each has of its own.
function plain({ status, headers, body }) {
  const { date, 'x-request-id': id, ...rest } = headers;
  return { status, headers: rest, body };
}

const CODINGS = ['', 'gzip', 'br', 'gzip, br'];

// Every form of that file is the same at both nodes, and the browser's copy is still good.
async function expectSame(name, node, other) {
  for (const coding of CODINGS) {
    const [one, two] = await Promise.all([node, other].map(each => ask(each, name, { 'accept-encoding': coding })));
    assert.equal(one.status, 200, name);
    assert.match(one.headers['cache-control'], /immutable/);
    assert.deepEqual(plain(two), plain(one));
    const again = await ask(other, name, { 'accept-encoding': coding, 'if-none-match': one.headers.etag });
    assert.equal(again.status, 304);
  }
}

async function takesOver(cluster, node) {
  await until(() => cluster.owner() === node, 'the other node has the games');
  await until(node.isReady, 'it is ready');
}

test('files of the page of two versions are found at nodes of both, and at one that came later', { skip }, async () => {
  const probe = await castled().start();
  const style = (await assetsOf(probe)).find(name => name.endsWith('.css'));
  const { headers } = await ask(probe, style, { 'accept-encoding': 'br' });
  assert.equal(headers['content-encoding'], 'br');
  await probe.stop();
  const { program, renamed } = otherVersion(style);

  const cluster = await newCluster(0);
  const old = await cluster.add({ program });
  const node = await cluster.add();
  for (const each of [old, node]) {
    const names = await assetsOf(each); // the owner's document
    assert.ok(names.includes(renamed) && !names.includes(style));
    for (const name of names) assert.equal((await ask(each, name)).status, 200, `${name} at ${each.port}`);
  }
  await expectSame(renamed, old, node);
  const before = plain(await ask(old, renamed, { 'accept-encoding': 'br' }));

  await old.stop();
  await takesOver(cluster, node);
  assert.deepEqual(plain(await ask(node, renamed, { 'accept-encoding': 'br' })), before);
  await old.start(); // a front of a newer owner
  for (const each of [old, node]) assert.ok((await assetsOf(each)).includes(style));
  await expectSame(style, node, old);
  await expectSame(renamed, old, node);

  const later = await cluster.add(); // it has never heard of the other version
  await old.stop();
  await node.stop();
  await takesOver(cluster, later);
  assert.deepEqual(plain(await ask(later, renamed, { 'accept-encoding': 'br' })), before);
  assert.equal((await ask(later, style)).status, 200);
  // What there is not is not there, and nobody is asked for it.
  for (const name of ['/assets/index-0ther_2.css', `${renamed}.js`, '/assets/'])
    assert.equal((await ask(later, name)).status, 404, name);
  await cluster.close();
});
