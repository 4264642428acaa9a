// reader.test.mjs - a game by ear: the board of buttons as Chromium's accessibility tree has it, played by keys alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { patience } from '../sockets/castled.mjs';
import { pair, withPeople } from './person.mjs';

const starting = {
  a: 'rook',
  b: 'knight',
  c: 'bishop',
  d: 'queen',
  e: 'king',
  f: 'bishop',
  g: 'knight',
  h: 'rook',
};

// The name of the square at the beginning.
function nameOf(key) {
  const [file, rank] = key;
  if (rank === '2' || rank === '7') return `${key} ${rank === '2' ? 'White' : 'Black'} pawn`;
  if (rank === '1' || rank === '8')
    return `${key} ${rank === '1' ? 'White' : 'Black'} ${starting[file]}`;
  return `${key} empty`;
}

const allKeys = [...'87654321'].flatMap(rank => [...'abcdefgh'].map(file => file + rank));

async function listener(one) {
  const line = await one.context.newCDPSession(one.page);
  const nodes = async () => (await line.send('Accessibility.getFullAXTree')).nodes;
  const property = (node, name) => node.properties?.find(each => each.name === name)?.value.value;
  const until = async (look, what) => {
    const end = Date.now() + patience;
    for (;;) {
      const found = await look();
      if (found) return found;
      assert.ok(Date.now() < end, what);
    }
  };
  return {
    nodes,
    // The accessible name of the focused element.
    focused: async () =>
      (await nodes()).find(node => property(node, 'focused') && node.role.value === 'button')?.name
        .value,
    // Waits until a live region of that urgency says so.
    hears: (words, live) =>
      until(async () => {
        const all = await nodes();
        const byId = new Map(all.map(node => [node.nodeId, node]));
        const pressing = node => {
          for (let at = node; at; at = byId.get(at.parentId))
            if (property(at, 'live')) return property(at, 'live');
          return null;
        };
        return all.some(
          node =>
            !node.ignored &&
            node.role.value === 'StaticText' &&
            words.test(node.name.value) &&
            pressing(node) === live,
        );
      }, `${words} is not heard as ${live}`),
  };
}

const tabTo = async ({ page }, selector) => {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(wanted => document.activeElement.matches(wanted), selector)) return;
  }
  assert.fail(`no Tab leads to ${selector}`);
};

test('a game by ear and by keys alone', () =>
  withPeople(2, async ({ people }) => {
    const [white, black] = await pair(people);
    const { page } = white;
    const ear = await listener(white);
    const press = (...keys) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

    await tabTo(white, '.skip');
    await press('Enter');
    await page.locator('.plain-grid').waitFor();

    const buttons = (await ear.nodes()).filter(
      node => node.role.value === 'button' && /^[a-h][1-8] /.test(node.name.value),
    );
    assert.deepEqual(
      buttons.map(node => node.name.value),
      allKeys.map(nameOf),
    );

    await tabTo(white, '.plain-grid button');
    assert.equal(await ear.focused(), nameOf('a8'));
    for (const [key, to] of [
      ['ArrowRight', 'b8'],
      ['ArrowDown', 'b7'],
      ['ArrowLeft', 'a7'],
      ['ArrowLeft', 'a7'],
      ['ArrowUp', 'a8'],
      ['2', 'a2'],
      ['n', 'b8'],
      ['n', 'g8'],
      ['n', 'b1'],
      ['N', 'g8'],
      ['k', 'e8'],
      ['k', 'e1'],
      ['q', 'd8'],
      ['r', 'a8'],
      ['b', 'c8'],
      ['p', 'a7'],
    ]) {
      await press(key);
      assert.equal(await ear.focused(), nameOf(to), `${key} leads to ${to}`);
    }

    await press('k', 'k', '2');
    assert.equal(await ear.focused(), nameOf('e2'));
    for (const [key, words] of [
      ['o', /^e2 White pawn$/],
      ['m', /^e3, e4$/],
      ['l', /^No moves yet\.$/],
      ['c', /^No captures yet\.$/],
      ['t', /White 5:0\d, Black 5:0\d/],
      ['s', /White king e1, White queen d1.*Black pawn a7 b7 c7 d7 e7 f7 g7 h7/],
    ]) {
      await press(key);
      await ear.hears(words, 'polite');
    }

    await press('Enter');
    await ear.hears(/^e2 selected\.$/, 'polite');
    await press('4', 'Enter');
    assert.deepEqual(await black.hasMoves(1), ['e4']);
    await black.type('d5');
    await ear.hears(/^Black played d5/, 'assertive');
    await press('l');
    await ear.hears(/^Black played d5$/, 'polite');

    await press('Enter', 'ArrowLeft', '5', 'Enter');
    for (const one of [black, white]) assert.deepEqual(await one.hasMoves(3), ['e4', 'd5', 'exd5']);
    await press('c');
    await ear.hears(/^White played exd5$/, 'polite');
    assert.equal(await ear.focused(), 'd5 White pawn');
  }));
