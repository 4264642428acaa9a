// axe.test.mjs - every page in every state, on a desktop in light and as on a phone in dark: axe finds nothing, targets are
// large enough, the focus is visible, and nothing is cut off on small screens or in large type. With CASTLED_PHONE, which
// tests/soak.sh sets, everything is done again on a phone of its own, and with all of axe's rules. CASTLED_PART=1/2 goes to the
// first half of the places only.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { castled } from '../sockets/castled.mjs';
import { desktop, launch, settled } from './person.mjs';
import { goTo, newPeople, newTown, places, smallPhone } from './places.mjs';

const [part, parts] = (process.env.CASTLED_PART ?? '1/1').split('/').map(Number);
const isOurs = (_, i, all) => Math.floor((i * parts) / all.length) === part - 1;

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

let server;
let browser;
let town;
before(async () => {
  // Nobody's time runs out, and nobody waits until the computer comes, however long it takes to look at all this.
  server = await castled({ slow: true, args: ['--threads', '1'] }).start();
  [town, browser] = await Promise.all([newTown(server), launch()]);
});
after(async () => {
  await browser?.close();
  await server.remove();
});

test('every page that has an address is among the places', () => {
  const source = fs.readFileSync(
    new URL('../../../web-client/src/route.ts', import.meta.url),
    'utf8',
  );
  const union = /const plainPages =[^]*?export type Route =([^;]|;(?! *\n\n))*/.exec(source)[0];
  const pages = [...union.matchAll(/'([a-z-]+)'/g)].map(([, page]) => page);
  assert.ok(pages.includes('leaderboard') && pages.includes('unknown'));
  for (const page of pages)
    assert.ok(
      places.some(place => place.page === page),
      `no place shows the page '${page}'`,
    );
});

async function faultsOfAxe({ page }, only) {
  const found = await page.evaluate(options => window.axe.run(document, options), {
    runOnly: only ?? { type: 'tag', values: tags },
    resultTypes: ['violations'],
    // It would fetch the style sheets again, for an experimental rule that is off.
    preload: false,
  });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      node => `${id}: ${node.html.slice(0, 160)}\n    ${node.failureSummary.replace(/\s+/g, ' ')}`,
    ),
  );
}

// WCAG 2.5.8 excepts links within a sentence; we ask for 44 px otherwise, which is 2.5.5.
const smallTargets = ({ page }) =>
  page.evaluate(() => {
    const small = [];
    const pressed = 'button, a[href], input, select, textarea, summary, [role=button]';
    for (const element of document.querySelectorAll(pressed)) {
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
        continue;
      const modal = document.querySelector('dialog:modal');
      if (modal && !modal.contains(element)) continue;
      const target = element.matches('input') ? (element.closest('label') ?? element) : element;
      const { width, height } = target.getBoundingClientRect();
      if (element.matches('.skip') || (width <= 1 && height <= 1)) continue;
      const isInText =
        element.matches('a') &&
        getComputedStyle(element).display === 'inline' &&
        element.parentElement.textContent.trim() !== element.textContent.trim();
      if (!isInText && (width < 43.9 || height < 43.9))
        small.push(
          `${width.toFixed(1)} × ${height.toFixed(1)}: ${element.outerHTML.slice(0, 120)}`,
        );
    }
    return small;
  });

// After one Tab whatever has the focus must show it: by an outline, its own or that of its visible label.
async function hiddenFocus({ page }) {
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const faults = [];
    const takers = 'button, a[href], input, select, textarea, summary, [tabindex="0"]';
    const scope = document.querySelector('dialog:modal, .promotion') ?? document;
    const shows = element => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    for (const element of scope.querySelectorAll(takers)) {
      if (
        element.matches(':disabled') ||
        element.closest('[inert]') ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue;
      element.focus();
      const name = element.outerHTML.slice(0, 120);
      if (document.activeElement !== element) {
        faults.push(`takes no focus: ${name}`);
        continue;
      }
      const stand = element.matches('.spoken') ? element.nextElementSibling : element;
      if (!shows(stand)) {
        faults.push(`shows no focus: ${name}`);
        continue;
      }
      const { left, top, width, height } = stand.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      // An open list may cover what is below it until it is closed (WCAG 2.4.11, note 2).
      const isOpened = over?.closest('details[open]') && !element.closest('details[open]');
      if (!isOpened && (!over || !(stand.contains(over) || over.contains(stand))))
        faults.push(`is hidden under ${over?.outerHTML.slice(0, 60)}: ${name}`);
    }
    document.activeElement.blur();
    return faults;
  });
}

// WCAG 1.4.10 and 1.4.4: 320 px wide, and letters of twice the size, without scrolling sideways.
async function sideways({ page }) {
  const faults = [];
  const look = async where => {
    await settled(page);
    const [wide, has] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    if (wide > has) faults.push(`${where}: ${wide} wide where there are ${has}`);
  };
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await look('letters of twice the size');
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize({ width: 320, height: 568 });
  await look('320 px');
  return faults;
}

const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const faultsOnPhone = async one => [...(await faultsOfAxe(one)), ...(await smallTargets(one))];

async function smallFaults(one) {
  await one.page.emulateMedia({ colorScheme: 'dark' });
  await settled(one.page);
  const faults = [...(await faultsOfAxe(one, colours)), ...(await smallTargets(one))];
  await one.page.emulateMedia({ colorScheme: 'light' });
  return faults.map(fault => `as on a phone: ${fault}`);
}

async function faultsOnDesktop(one, { viewport }) {
  const { page } = one;
  const faults = [
    ...(await faultsOfAxe(one)),
    ...(await hiddenFocus(one)),
    ...(await sideways(one)),
  ];
  // The scroll bars of a phone take no room.
  const bar = await page.evaluate(() => innerWidth - document.body.offsetWidth);
  const { width, height } = smallPhone.viewport;
  await page.setViewportSize({ width: width + bar, height });
  faults.push(...(await smallFaults(one)));
  await page.setViewportSize(viewport);
  return faults;
}

async function visitAll(t, device, faultsAt) {
  const people = await newPeople(browser, town, device);
  // Each document begins with it, which costs less than to send it to each.
  for (const { context } of [people.visitor, people.stranger]) await context.addInitScript(axe);
  const isRare = place => place.rare && !process.env.CASTLED_RARE_PLACES;
  for (const place of places.filter(each => !isRare(each)).filter(isOurs))
    await t.test(place.name, async () => {
      try {
        const one = await goTo(people, town, place);
        assert.equal((await faultsAt(one, device)).join('\n'), '');
      } finally {
        await place.after?.(people);
      }
    });
  // In one of the places the connection has been cut; what the browser says then depends on how far a request got.
  people.visitor.forgive(/Failed to load resource: net::ERR_/);
  people.visitor.expectNoFaults();
  people.stranger.expectNoFaults();
  await people.leave();
}

test('on a desktop, and as on a phone', t => visitAll(t, desktop, faultsOnDesktop));

test('on a phone', { skip: !process.env.CASTLED_PHONE }, t =>
  visitAll(t, { ...smallPhone, colorScheme: 'dark' }, faultsOnPhone),
);
