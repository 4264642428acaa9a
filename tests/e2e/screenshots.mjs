// screenshots.mjs - every page in every state, in four sizes, light and dark, to be looked at.
//   node tests/e2e/screenshots.mjs [--locale=TAG] [--size=NAME]... DIRECTORY [PLACE...]   files PLACE-SIZE-SCHEME.png

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { launch, settled } from './browser/person.mjs';
import { goTo, newPeople, newTown, places, smallPhone } from './browser/places.mjs';
import { castled } from './sockets/castled.mjs';

const sizes = {
  phone: smallPhone.viewport,
  tablet: { width: 768, height: 1024 },
  laptop: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
};

const { values, positionals } = parseArgs({
  options: {
    locale: { type: 'string', default: 'en' },
    size: { type: 'string', multiple: true, default: Object.keys(sizes) },
  },
  allowPositionals: true,
});
const [directory, ...wanted] = positionals;
if (!directory) {
  console.error('usage: node screenshots.mjs [--locale=TAG] [--size=NAME]... DIRECTORY [PLACE...]');
  process.exit(2);
}
fs.mkdirSync(directory, { recursive: true });

// A dialog covers the screen, whatever is below.
async function shoot({ page }, place, size) {
  const fullPage = (await page.locator('dialog:modal').count()) === 0;
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    const file = path.join(directory, `${place.name}-${size}-${colorScheme}.png`);
    await page.screenshot({ path: file, fullPage, animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const server = await castled({ args: ['--threads', '1'] }).start();
const browser = await launch();
const town = await newTown(server);
for (const size of values.size) {
  const device = size === 'phone' ? smallPhone : { viewport: sizes[size] };
  const people = await newPeople(browser, town, { ...device, locale: values.locale });
  for (const place of places) {
    if (wanted.length > 0 && !wanted.includes(place.name)) continue;
    await shoot(await goTo(people, town, place), place, size);
    await place.after?.(people);
  }
  await people.leave();
}
await browser.close();
await server.remove();
process.exit(0);
