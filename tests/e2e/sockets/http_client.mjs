// http_client.mjs - a browser as the HTTP API sees it: a cookie jar, the page's Origin, JSON in and out.

import http from 'node:http';

// A visitor without a cookie, at 127.0.0.1 or another loopback address. ask() resolves with { status, headers, body, json };
// a body that is an object is sent as JSON, a text as a form, bytes as they are.
export function browser(server, { token, cookie, origin = true, address, localAddress, agent = 'e2e' } = {}) {
  const self = {
    cookie,
    device: undefined, // the other cookie: that of a browser that was signed in
    ticket: undefined, // a third: while somebody signs in at an OpenID provider
    token,
    ask: (method, path, body, extra = {}) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? '' : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
        const headers = { 'user-agent': agent, ...extra };
        const cookies = [self.cookie && `castled_session=${self.cookie}`, self.device && `castled_device=${self.device}`,
          self.ticket && `castled_oidc=${self.ticket}`];
        if (cookies.some(Boolean)) headers.cookie = cookies.filter(Boolean).join('; ');
        if (self.token) headers.authorization = `Bearer ${self.token}`;
        if (origin && !self.token) headers.origin = `http://127.0.0.1:${server.port}`;
        if (address) headers['x-forwarded-for'] = address;
        if (method !== 'GET') headers['content-length'] = Buffer.byteLength(text);
        if (typeof body === 'string' && !headers['content-type'])
          headers['content-type'] = 'application/x-www-form-urlencoded';
        const request = http.request(
          { host: '127.0.0.1', port: server.port, method, path, headers, localAddress },
          response => {
            let came = '';
            response.on('data', data => (came += data));
            response.on('end', () => {
              const set = response.headers['set-cookie']?.map(c => /^(?:__(?:Host|Secure)-)?castled_session=([^;]*)/.exec(c)).find(Boolean);
              if (set) self.cookie = set[1] || undefined;
              const device = response.headers['set-cookie']?.map(c => /^(?:__(?:Host|Secure)-)?castled_device=([^;]*)/.exec(c)).find(Boolean);
              if (device) self.device = device[1] || undefined;
              const ticket = response.headers['set-cookie']?.map(c => /^(?:__(?:Host|Secure)-)?castled_oidc=([^;]*)/.exec(c)).find(Boolean);
              if (ticket) self.ticket = ticket[1] || undefined;
              let json;
              try {
                json = JSON.parse(came);
              } catch {
                json = undefined;
              }
              resolve({ status: response.statusCode, headers: response.headers, body: came, json });
            });
          },
        );
        request.on('error', reject);
        request.end(text);
      }),
    get: (path, extra) => self.ask('GET', path, undefined, extra),
    post: (path, body = '', extra) => self.ask('POST', path, body, extra),
    put: (path, body) => self.ask('PUT', path, body),
    delete: (path, body = '') => self.ask('DELETE', path, body),
  };
  return self;
}
