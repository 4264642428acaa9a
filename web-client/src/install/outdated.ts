/* Whether the server has a newer page. */

import { base } from '../base';

/** Whether the server by now has another build of the page, whose files have other names. A page
 * that is stored on the device gets this answer from its service worker, which notices updates itself. */
export async function isOutdated(): Promise<boolean> {
  const page = await (await fetch(`${base}/`, { cache: 'no-store' })).text();
  return !page.includes(new URL(import.meta.url).pathname);
}
