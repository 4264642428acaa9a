// lan.test.mjs - on a network without a way out: the start tells the addresses that others there can open, also as a QR
// code, the server is played on at each, and neither it nor anything it starts tries to reach anything outside.
//
// The network is a namespace of its own with one interface that has two addresses and no route to anywhere else.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import fs from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { binary, newDirectory, spawnCastled, until, withCastled } from './castled.mjs';
import { connect } from './player.mjs';

// RFC 5737 and RFC 3849: addresses for documentation, which nobody else has.
const v4 = '192.0.2.7';
const v6 = '2001:db8::7';

const isInNetwork = process.env.CASTLED_ON_LAN === 'yes';
const inNetwork = ['-rn', 'sh', '-c',
  `ip link set lo up && ip link add lan0 type veth peer name lan1 && ip addr add ${v4}/24 dev lan0 &&
   ip -6 addr add ${v6}/64 dev lan0 nodad && ip link set lan0 up && ip link set lan1 up && exec "$0" "$@"`];
const cannot = spawnSync('unshare', [...inNetwork, 'true']).status !== 0 && 'the kernel allows no network of its own';

// ---- a QR code that was printed, read by ISO/IEC 18004 ----

// The modules as rows of booleans, true for dark; what is drawn is light, two modules to a character.
function modulesOf(text) {
  const rows = text.split('\n').filter(line => /^[█▀▄ ]+$/.test(line)).flatMap(line =>
    [/[▄ ]/, /[▀ ]/].map(dark => [...line].map(character => dark.test(character))));
  const quiet = 4; // 9.1
  const width = rows[0].length;
  for (const row of rows) assert.ok(row.slice(0, quiet).concat(row.slice(width - quiet)).every(dark => !dark), 'the quiet zone');
  return rows.slice(quiet, width - quiet).map(row => row.slice(quiet, width - quiet));
}

// 7.9: the format, masked; its first five bits are the level and the mask.
function formatOf(modules) {
  const places = [[8, 0], [8, 1], [8, 2], [8, 3], [8, 4], [8, 5], [8, 7], [8, 8], [7, 8], [5, 8], [4, 8], [3, 8], [2, 8], [1, 8], [0, 8]];
  const bits = places.reduce((sum, [y, x]) => sum * 2 + Number(modules[y][x]), 0) ^ 0b101010000010010;
  return { level: bits >> 13, mask: (bits >> 10) & 7 };
}

const masks = [ // table 10
  (y, x) => (y + x) % 2, y => y % 2, (y, x) => x % 3, (y, x) => (y + x) % 3,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2, (y, x) => ((y * x) % 2) + ((y * x) % 3),
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2, (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2,
];

// The text of a code of versions 1 to 5 at level L, in which data is one block (table 9), in bytes (7.4.5).
function readQrCode(text) {
  const modules = modulesOf(text);
  const size = modules.length;
  const version = (size - 17) / 4;
  assert.ok(Number.isInteger(version) && version >= 1 && version <= 5, `version ${version}`);
  const { level, mask } = formatOf(modules);
  assert.equal(level, 0b01, 'level L');
  const isFunction = (y, x) =>
    (y < 9 && x < 9) || (y < 9 && x >= size - 8) || (y >= size - 8 && x < 9) || y === 6 || x === 6 ||
    (version > 1 && Math.abs(y - (size - 7)) <= 2 && Math.abs(x - (size - 7)) <= 2);
  const bits = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (!isFunction(y, x)) bits.push(Number(modules[y][x]) ^ Number(masks[mask](y, x) === 0));
      }
  }
  const number = (from, count) => parseInt(bits.slice(from, from + count).join(''), 2);
  assert.equal(number(0, 4), 0b0100, 'mode: bytes');
  return Buffer.from(Array.from({ length: number(4, 8) }, (_, i) => number(12 + 8 * i, 8))).toString();
}

// ---- in the network ----

// How often a packet or a connection had no way to where it was to go, as the kernel counts it for this network.
function withoutRoute() {
  const [names, values] = fs.readFileSync('/proc/net/snmp', 'utf8').match(/^Ip: .*$/gm).map(line => line.split(' '));
  const v6Line = fs.readFileSync('/proc/net/snmp6', 'utf8').match(/^Ip6OutNoRoutes\s+(\d+)/m);
  return Number(values[names.indexOf('OutNoRoutes')]) + Number(v6Line[1]);
}

const tryOutside = address =>
  new Promise(resolve => {
    const socket = dgram.createSocket(address.includes(':') ? 'udp6' : 'udp4');
    socket.send('x', 9, address, error => resolve(socket.close() && error));
  });

async function playsAt(server, host) {
  const player = await connect({ ...server, url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}` });
  await player.ok({ t: 'ping' });
  await player.close();
}

test('the kernel counts what tries to get out', { skip: !isInNetwork && 'it is for the network' }, async () => {
  const before = withoutRoute();
  assert.ok(await tryOutside('198.51.100.1'));
  assert.ok(await tryOutside('2001:db8:1::1'));
  assert.ok(withoutRoute() >= before + 2);
});

test('every address that is told can be played on, and nothing is asked outside', { skip: !isInNetwork && 'it is for the network' },
  () => withCastled({ args: ['--host', '::', '--qr-code', 'on'] }, async server => {
    const before = withoutRoute();
    const told = [...server.stdout.matchAll(/^ {2}(http\S+)$/gm)].map(([, url]) => url);
    assert.deepEqual(told, [`http://${v4}:${server.port}`, `http://[${v6}]:${server.port}`]);
    assert.match(server.stdout, new RegExp(`is ready on http://localhost:${server.port}\n`));
    assert.equal(readQrCode(server.stdout), told[0]);
    for (const host of ['127.0.0.1', '::1', v4, v6]) await playsAt(server, host);
    await server.stop();
    assert.equal(withoutRoute(), before);
  }));

test('the public address comes first, and is the one in the code', { skip: !isInNetwork && 'it is for the network' }, () =>
  withCastled({ args: ['--host', '0.0.0.0', '--qr-code', 'on', '--public-url', 'https://club.example/chess/'] }, async server => {
    const told = [...server.stdout.matchAll(/^ {2}(http\S+)$/gm)].map(([, url]) => url);
    assert.deepEqual(told, ['https://club.example/chess', `http://${v4}:${server.port}`], 'and no IPv6, on which it does not listen');
    assert.equal(readQrCode(server.stdout), 'https://club.example/chess');
  }));

// ---- outside of it ----

test('on a network without a way out', { skip: isInNetwork ? 'it is in that network' : cannot }, async () => {
  const env = { ...process.env, CASTLED_ON_LAN: 'yes' };
  delete env.NODE_TEST_CONTEXT; // it is a run of its own
  const child = spawnCastled([...inNetwork, process.execPath, '--test', fileURLToPath(import.meta.url)],
    { env, stdio: ['ignore', 'pipe', 'pipe'] }, 'unshare');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (said += text));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, said);
  assert.match(said, /# pass 3\n/, said);
});

test('a code is printed on a terminal, and otherwise only when it is asked for', { skip: isInNetwork && 'once is enough' }, async () => {
  const drawn = /█▀▀▀▀▀█|▄▄▄▄▄ █/;
  const usual = ['--public-url', 'https://club.example'];
  for (const [args, has] of [[[], false], [['--qr-code', 'off'], false], [['--qr-code', 'on'], true]])
    await withCastled({ args: [...usual, ...args] }, async server => assert.equal(drawn.test(server.stdout), has, `${args}`));
  // script(1) gives it a terminal. Dark is drawn there, on white that the code itself sets.
  const words = `'${binary}' --port 0 --host 127.0.0.1 --data '${newDirectory()}' --public-url https://club.example`;
  const child = spawnCastled(['-qefc', `exec ${words}`, '/dev/null'], { stdio: ['ignore', 'pipe', 'pipe'] }, 'script');
  let said = '';
  child.stdout.on('data', text => (said += text));
  const closed = once(child, 'close');
  await until(() => /is ready on([^\n]*\n){16}/.test(said), 'the code is there');
  const [server] = spawnSync('ps', ['--ppid', child.pid, '-o', 'pid=']).stdout.toString().trim().split(/\s+/).map(Number);
  process.kill(server, 'SIGTERM');
  assert.deepEqual(await closed, [0, null], said);
  assert.match(said, /\u001b\[30;107m/);
  const swap = { '█': ' ', '▀': '▄', '▄': '▀', ' ': '█' };
  const lines = [...said.matchAll(/\u001b\[30;107m([█▀▄ ]+)\u001b\[0m/g)].map(([, line]) => [...line].map(each => swap[each]).join(''));
  assert.equal(readQrCode(lines.join('\n')), 'https://club.example');
});
