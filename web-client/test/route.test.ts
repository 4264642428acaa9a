import { expect, test } from 'vitest';

import { parseRoute, printRoute } from '../src/route';

test.each([
  ['/', { page: 'lobby' }],
  ['/Ab12Cd34', { page: 'game', game: 'Ab12Cd34' }],
  ['/Ab12Cd34/', { page: 'game', game: 'Ab12Cd34' }],
  ['/Ab12Cd34#23', { page: 'game', game: 'Ab12Cd34', ply: 23 }],
  ['/Ab12Cd34/black', { page: 'game', game: 'Ab12Cd34', side: 'black' }],
  ['/Ab12Cd34/white#0', { page: 'game', game: 'Ab12Cd34', ply: 0, side: 'white' }],
  ['/Ab12Cd34#x', { page: 'game', game: 'Ab12Cd34' }],
  ['/Ab12Cd34/red', { page: 'unknown' }],
  ['/challenge/Ch1234567890', { page: 'challenge', challenge: 'Ch1234567890' }],
  ['/settings', { page: 'settings' }],
  ['/people', { page: 'people' }],
  ['/editor', { page: 'editor' }],
  ['/editor?fen=8/8_w', { page: 'editor', fen: '8/8 w' }],
  ['/analysis', { page: 'analysis', game: null }],
  ['/analysis?fen=8%2F8%20w#2', { page: 'analysis', game: null, fen: '8/8 w', ply: 2 }],
  ['/analysis/Ab12Cd34#12', { page: 'analysis', game: 'Ab12Cd34', ply: 12 }],
  ['/analysis/Ab12', { page: 'unknown' }],
  ['/~b12Cd34', { page: 'game', game: '~b12Cd34' }],
  ['/analysis/~b12Cd34', { page: 'analysis', game: '~b12Cd34' }],
  ['/device', { page: 'device' }],
  ['/Ab12~d34', { page: 'unknown' }],
  ['/Ab12Cd3', { page: 'unknown' }],
  ['/Ab12Cd345', { page: 'unknown' }],
  ['/Ab12-d34', { page: 'unknown' }],
  ['/challenge/', { page: 'unknown' }],
  ['/challenge/Ch1234567890/x', { page: 'unknown' }],
])('%s', (path, route) => expect(parseRoute(path)).toEqual(route));

test.each([
  '/',
  '/Ab12Cd34',
  '/Ab12Cd34/black#23',
  '/challenge/Ch1234567890',
  '/settings',
  '/analysis/Ab12Cd34#12',
  '/analysis?fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1',
  '/editor?fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1',
])('%s is printed as it is read', path => expect(printRoute(parseRoute(path))).toBe(path));
