// proxies.mjs - nginx, Caddy and HAProxy as children of the test, with a configuration in a folder of their own.
//
// They listen on 127.0.0.2 and a free port; nothing is installed or changed on the machine.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { newDirectory, spawnCastled, takePort, until } from './castled.mjs';

const deploy = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../deploy');
const PATH = `${process.env.PATH}:/usr/sbin`;

export const host = '127.0.0.2';
export const name = 'club.example';

const runs = (program, flag) => spawnSync(program, [flag], { env: { ...process.env, PATH } }).status === 0;
// For a test's options: why it is skipped, or false.
export const without = {
  nginx: !runs('nginx', '-v') && 'nginx is not installed',
  caddy: !runs('caddy', 'version') && 'caddy is not installed',
  haproxy: !runs('haproxy', '-v') && 'haproxy is not installed',
};

function makeCertificate(folder) {
  const files = { key: path.join(folder, 'key.pem'), certificate: path.join(folder, 'certificate.pem') };
  const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
    '-days', '2', '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:${host}`,
    '-keyout', files.key, '-out', files.certificate]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  fs.writeFileSync((files.both = path.join(folder, 'both.pem')), fs.readFileSync(files.certificate) + fs.readFileSync(files.key));
  return files;
}

const answers = port =>
  new Promise(resolve => {
    const socket = net.connect({ host, port }, () => resolve(!socket.destroy().connecting));
    socket.on('error', () => resolve(false));
  });

// Starts 'command' with the configuration that 'write' makes from { port, folder, key, certificate }, while 'body' runs,
// which gets the port.
async function withProxy([program, ...words], write, body) {
  const folder = newDirectory('castled-proxy-');
  const port = await takePort();
  const file = path.join(folder, 'config');
  fs.writeFileSync(file, write({ port, folder, ...makeCertificate(folder) }));
  const child = spawnCastled(words.map(word => word.replace('CONFIG', file)), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  }, program);
  let said = '';
  child.stdout.on('data', text => (said += text));
  child.stderr.on('data', text => (said += text));
  const closed = once(child, 'close');
  try {
    await until(async () => {
      assert.equal(child.exitCode ?? child.signalCode, null, `${program} has ended: ${said}`);
      return answers(port);
    }, `${program} answers`);
    await body({ port });
  } catch (error) {
    throw new Error(`${error.message}\n${program} said: ${said.slice(-2000)}`, { cause: error });
  } finally {
    child.kill('SIGTERM');
    await closed;
  }
}

// In one process, which needs no privileges and no other user.
const withNginx = (servers, body) =>
  withProxy(
    ['nginx', '-e', 'stderr', '-c', 'CONFIG', '-g', 'daemon off; master_process off;'],
    parts => `
      pid ${parts.folder}/pid;
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(of => `${of}_temp_path ${parts.folder}/${of};`).join('\n')}
        ${servers(parts)}
      }`,
    body,
  );

// deploy/nginx.conf except for addresses, ports and the certificate; 'change' may alter its text.
export const withOurNginx = (server, body, change = text => text) =>
  withNginx(({ port, key, certificate }) => {
    const text = fs.readFileSync(path.join(deploy, 'nginx.conf'), 'utf8');
    const [ours, redirect] = [/^server \{\n {4}listen 443[^]*?^\}/m, /^server \{\n {4}listen 80;[^]*?^\}/m];
    if (!ours.test(text) || !redirect.test(text)) throw new Error('deploy/nginx.conf is another now');
    return change(
      text
        .replace(redirect, '')
        .replace('listen 443 ', `listen ${host}:${port} `)
        .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
        .replace('127.0.0.1:8080;', `127.0.0.1:${server.port}; proxy_bind ${host};`),
    );
  }, body);

// The least that nginx needs for HTTP and WebSockets: Host becomes the upstream's, and nothing says who the client is.
export const withBareNginx = (server, body, { tls = false } = {}) =>
  withNginx(
    ({ port, key, certificate }) => `
      server {
        listen ${host}:${port} ${tls ? 'ssl' : ''};
        ${tls ? `ssl_certificate ${certificate}; ssl_certificate_key ${key};` : ''}
        location / {
          proxy_pass http://127.0.0.1:${server.port};
          proxy_bind ${host};
          proxy_http_version 1.1;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection "upgrade";
        }
      }`,
    body,
  );

const ourFile = (name, expected) => {
  const text = fs.readFileSync(path.join(deploy, name), 'utf8');
  if (!expected.test(text)) throw new Error(`deploy/${name} is another now`);
  return text;
};

// deploy/Caddyfile except for the port and the certificate. Caddy comes from 127.0.0.1.
export const withOurCaddy = (server, body, change = text => text) =>
  withProxy(
    ['caddy', 'run', '--adapter', 'caddyfile', '--config', 'CONFIG'],
    ({ port, folder, key, certificate }) => {
      const site = change(ourFile('Caddyfile', /^club\.example \{\n/m))
        .replace('club.example {\n', `https://${name}:${port} {\nbind ${host}\ntls ${certificate} ${key}\n`)
        .replace(/(reverse_proxy.*)127\.0\.0\.1:8080/, `$1127.0.0.1:${server.port}`);
      return `{\nadmin off\nauto_https off\nskip_install_trust\nstorage file_system ${folder}\n}\n${site}`;
    },
    body,
  );

// deploy/haproxy.cfg except for addresses, ports and the certificate; without the frontend that redirects.
export const withOurHaproxy = (server, body, change = text => text) =>
  withProxy(
    ['haproxy', '-db', '-q', '-f', 'CONFIG'],
    ({ port, both }) =>
      change(ourFile('haproxy.cfg', /^frontend redirect\n(?: +.*\n)+/m))
        .replace(/^frontend redirect\n(?: +.*\n)+/m, '')
        .replace('maxconn 20000', 'maxconn 200') // what this user may open
        .replace('bind :443 ssl crt /etc/haproxy/club.example.pem', `bind ${host}:${port} ssl crt ${both}`)
        .replace('server castled 127.0.0.1:8080', `server castled 127.0.0.1:${server.port}`),
    body,
  );

// What each file says in its comment on paths, done to it.
export const belowPath = {
  nginx: text => text.replace('    location / {', text.match(/^ *#(location ~ .*)$/m)[1]),
  caddy: text => text.replace('    reverse_proxy 127.0.0.1:8080 {',
    [...text.matchAll(/^ *#(@castled.*|reverse_proxy @castled.*)$/gm)].map(([, line]) => line).join('\n')),
  haproxy: text => text.replace('default_backend castled\n', `${text.match(/^ *#(use_backend .*)$/m)[1]}\n`),
};
