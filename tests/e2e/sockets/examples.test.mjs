// examples.test.mjs - the examples of PROTOCOL.md's part "HTTP", run in their order against a server.
//
// Ids, times and tokens differ each time: the example's are mapped to those that came in their place, which later
// requests then use.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { castled } from './castled.mjs';
import { browser } from './http_client.mjs';
import { checkAnswer } from './openapi.mjs';

const text = fs.readFileSync(fileURLToPath(new URL('../../../server/protocol/PROTOCOL.md', import.meta.url)), 'utf8');

let server;
before(async () => (server = await castled().start()));
after(() => server.remove());

const lines = text.split('\n').filter(line => /^[⇒⇐] /.test(line));

// Checks that the answer has everything that the example has, of the same types; notes ids and tokens that differ.
function compare(example, came, where, known) {
  assert.equal(came === null ? 'null' : typeof came, example === null ? 'null' : typeof example, `${where}: ${JSON.stringify(came)}`);
  if (Array.isArray(example)) {
    assert.ok(Array.isArray(came), where);
    assert.ok(came.length >= example.length, `${where}: ${JSON.stringify(came)}`);
    example.forEach((each, i) => compare(each, came[i], `${where}[${i}]`, known));
  } else if (example !== null && typeof example === 'object') {
    for (const [name, value] of Object.entries(example)) {
      const theirs = known.get(name) ?? name;
      assert.ok(theirs in came, `${where}.${theirs} is missing: ${JSON.stringify(came)}`);
      compare(value, came[theirs], `${where}.${theirs}`, known);
    }
  } else if (typeof example === 'string' && /[0-9a-f]{16}/.test(example)) {
    assert.match(came, /[0-9a-f]{16}/, where);
    known.set(example, came);
  } else if (typeof example !== 'number' && !/agent$/.test(where)) {
    assert.equal(came, example, where);
  }
}

test('every example of the part "HTTP" holds', async () => {
  const people = new Map();
  const known = new Map();
  let token;
  assert.ok(lines.length >= 60, `${lines.length} lines`);
  assert.equal(lines.length % 2, 0);
  for (let i = 0; i < lines.length; i += 2) {
    const [, who, method, path, body] = /^⇒ (\S+|bot's token) (GET|POST|PUT|DELETE) (\S+)(?: (.*))?$/.exec(lines[i]) ?? [];
    const [, status, answer] = /^⇐ (\d+) (.*)$/.exec(lines[i + 1]) ?? [];
    assert.ok(method && status, `${lines[i]}\n${lines[i + 1]}`);
    const replaced = whole => [...known].reduce((so, [from, to]) => so.replaceAll(from, to), whole);
    const client = who === 'nobody' ? browser(server)
      : who === "bot's token" ? browser(server, { token })
      : people.get(who) ?? browser(server);
    const came = await client.ask(method, replaced(path), body === undefined ? undefined : replaced(body));
    const where = `${lines[i]} → ${came.status} ${came.body.slice(0, 300)}`;
    assert.equal(came.status, Number(status), where);
    checkAnswer(method, path, came);
    const json = came.json ?? JSON.parse(came.body.split('\n')[0]);
    compare(JSON.parse(answer), json, where, known);
    if (json.token) token = json.token;
    if (client.cookie) people.set(who === 'nobody' ? json.username ?? who : who, client);
  }
});
