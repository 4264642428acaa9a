import { expect, test } from 'vitest';

import { tellOrigin } from '../../src/net/socket';

const told = (origin: string): string => {
  const keep = { cookie: '' };
  tellOrigin({ protocol: new URL(origin).protocol, origin }, keep);
  return keep.cookie;
};

// RFC 6265bis, 4.1.3.2: the prefix needs Secure and all of the host.
test('an https page sends its origin in a cookie that only its host can set', () => {
  expect(told('https://club.example')).toBe(
    '__Host-castled_page=https://club.example; Path=/; SameSite=Strict; Secure',
  );
});

test('an http page sends it in a plain one', () => {
  expect(told('http://club.example:8080')).toBe(
    'castled_page=http://club.example:8080; Path=/; SameSite=Strict',
  );
});

test('a browser without cookies is no worse off', () => {
  const keep = {
    set cookie(_: string) {
      throw new DOMException('denied', 'SecurityError');
    },
    get cookie() {
      return '';
    },
  };
  expect(() =>
    tellOrigin({ protocol: 'https:', origin: 'https://club.example' }, keep),
  ).not.toThrow();
});
