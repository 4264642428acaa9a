// provider.mjs - a small OpenID provider for tests, over TLS by a certificate authority of its own. Written after OpenID
// Connect Core 1.0 and RFC 7636, and strict where these are: it redeems a code once, for the client (a public one when its secret is null), address and verifier
// that it was given for. What it answers can be bent.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import https from 'node:https';
import path from 'node:path';

import { newDirectory } from './castled.mjs';

const openssl = (...args) => execFileSync('openssl', args, { stdio: 'ignore' });
const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

// An authority, and a certificate of it for 127.0.0.1.
export function makeCertificates(directory) {
  const at = name => path.join(directory, name);
  fs.writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1\n');
  openssl('req', '-x509', ...ec, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '30', '-subj', '/CN=test CA');
  openssl('req', ...ec, '-keyout', at('key.pem'), '-out', at('request'), '-subj', '/CN=provider');
  openssl('x509', '-req', '-in', at('request'), '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial',
    '-out', at('cert.pem'), '-days', '30', '-extfile', at('names'));
  return { ca: at('ca.pem'), key: fs.readFileSync(at('key.pem')), cert: fs.readFileSync(at('cert.pem')) };
}

const base64url = value => Buffer.from(JSON.stringify(value)).toString('base64url');
// 'alg' is none and the signature a word: nobody has to check it, since the token comes over TLS.
const printToken = claims => `${base64url({ alg: 'none' })}.${base64url(claims)}.unsigned`;

export async function newProvider({ client = 'castled', secret = 'a secret: 100%' } = {}) {
  const files = makeCertificates(newDirectory());
  const grants = new Map();
  const self = {
    ca: files.ca,
    client,
    secret,
    asked: { discovery: 0, token: 0 },
    // What a test bends: each is given what would be right, and returns what is sent.
    discovery: document => document,
    claims: claims => claims,
    token: (response, answer) => send(response, 200, answer),

    // What the browser does with the address: its owner signs in as 'subject', and is sent back with state and code.
    signIn(url, subject, more = {}) {
      const { searchParams: query, origin, pathname } = new URL(url);
      assert.equal(origin + pathname, `${self.issuer}/authorize`);
      assert.equal(query.get('response_type'), 'code');
      assert.equal(query.get('client_id'), client);
      assert.ok(query.get('scope').split(' ').includes('openid'));
      assert.equal(query.get('code_challenge_method'), 'S256');
      const code = randomBytes(12).toString('hex');
      grants.set(code, { query, claims: { sub: subject, ...more } });
      return { redirect: query.get('redirect_uri'), state: query.get('state'), code };
    },
    close: () => server.close(() => {}) && server.closeAllConnections(),
  };

  function send(response, status, body, headers = {}) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  function redeem(request, form) {
    const grant = grants.get(form.get('code'));
    grants.delete(form.get('code'));
    const basic = `Basic ${Buffer.from(`${encodeURIComponent(client)}:${encodeURIComponent(secret)}`).toString('base64')}`;
    const isClient = secret === null ? form.get('client_id') === client : request.headers.authorization === basic;
    if (!isClient) return [401, { error: 'invalid_client' }];
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url');
    if (!grant || form.get('grant_type') !== 'authorization_code' ||
        form.get('redirect_uri') !== grant.query.get('redirect_uri') || challenge !== grant.query.get('code_challenge'))
      return [400, { error: 'invalid_grant' }];
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: self.issuer, aud: client, exp: now + 300, iat: now, nonce: grant.query.get('nonce'), ...grant.claims };
    return [200, { access_token: 'unused', token_type: 'Bearer', id_token: printToken(self.claims(claims)) }];
  }

  const server = https.createServer({ key: files.key, cert: files.cert }, (request, response) => {
    if (request.url === '/club/.well-known/openid-configuration') {
      self.asked.discovery++;
      const document = self.discovery({
        issuer: self.issuer,
        authorization_endpoint: `${self.issuer}/authorize`,
        token_endpoint: `${self.issuer}/token`,
        jwks_uri: `${self.issuer}/keys`,
      });
      if (typeof document === 'function') document(response);
      else send(response, 200, document);
    } else if (request.url === '/club/token' && request.method === 'POST') {
      self.asked.token++;
      let body = '';
      request.on('data', data => (body += data));
      request.on('end', () => {
        const [status, answer] = redeem(request, new URLSearchParams(body));
        if (status === 200) self.token(response, answer, send);
        else send(response, status, answer);
      });
    } else {
      send(response, 404, {});
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  self.issuer = `https://127.0.0.1:${server.address().port}/club`;
  return self;
}
