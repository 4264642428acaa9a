// screenshots.mjs - every page in every state, in four sizes, light and dark, to be looked at.
//   node tests/e2e/screenshots.mjs DIRECTORY [PLACE...]     files PLACE-SIZE-SCHEME.png

import fs from 'node:fs';
import path from 'node:path';

import { launch } from './browser/person.mjs';
import { goTo, newPeople, newTown, places, settled, smallPhone } from './browser/places.mjs';
import { castled } from './sockets/castled.mjs';

const [directory, ...wanted] = process.argv.slice(2);
if (!directory) {
  console.error('usage: node screenshots.mjs DIRECTORY [PLACE...]');
  process.exit(2);
}
fs.mkdirSync(directory, { recursive: true });

const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  laptop: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
};

async function shoot(one, place, names) {
  for (const name of names) {
    await one.page.setViewportSize(sizes[name]);
    for (const colorScheme of ['light', 'dark']) {
      await one.page.emulateMedia({ colorScheme });
      await settled(one.page);
      const file = path.join(directory, `${place.name}-${name}-${colorScheme}.png`);
      await one.page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
    }
  }
}

const server = await castled({ args: ['--threads', '1'] }).start();
const browser = await launch();
const town = await newTown(server);
for (const [device, names] of [
  [smallPhone, ['phone']],
  [{ viewport: sizes.laptop }, ['tablet', 'laptop', 'wide']],
]) {
  const people = await newPeople(browser, town, device);
  for (const place of places) {
    if (wanted.length > 0 && !wanted.includes(place.name)) continue;
    await shoot(await goTo(people, town, place), place, names);
    place.after?.(people);
  }
  await people.leave();
}
await browser.close();
await server.remove();
process.exit(0);
