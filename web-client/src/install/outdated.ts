/* Whether the server has a newer page. */

/** Whether the server has another build of the page by now, whose files have other names. A page
 * that is kept on the device answers this itself, and hears of a new one by its own ways. */
export async function isOutdated(): Promise<boolean> {
  const page = await (await fetch('/', { cache: 'no-store' })).text();
  return !page.includes(new URL(import.meta.url).pathname);
}
