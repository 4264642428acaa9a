// pages.mjs - pages that are used again, by one person after another.
//
// Most of what a page costs is its process, and the scripts that it reads and compiles. A page keeps both as long as it stays with
// one origin, so all servers of a file have the same port. What a person has left behind is cleared; a page that a test has
// changed for good, and one whose server is gone, is closed instead. A test that is about a first visit gives its people options
// of their own: then they have new pages.

// What changes a page or a context for as long as it lives.
const lasting = {
  page: ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'route', 'routeWebSocket', 'setExtraHTTPHeaders',
    'setViewportSize'],
  context: ['addInitScript', 'clearPermissions', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'route',
    'routeWebSocket', 'setExtraHTTPHeaders', 'setOffline'],
};

function watchCalls(target, names, onCall) {
  for (const name of names) {
    const method = target[name];
    target[name] = (...values) => {
      onCall();
      return method.apply(target, values);
    };
  }
}

export function newPages() {
  const free = []; // pages that nobody has, cleared
  const kept = new Map(); // by context: the page that may be used again, and how to clear it

  async function keep(context, page) {
    kept.set(context, { page, devtools: await context.newCDPSession(page) });
    const letGo = () => kept.delete(context);
    watchCalls(page, lasting.page, letGo);
    watchCalls(context, lasting.context, letGo);
  }

  // Returns the page once nothing is left of whoever had it, or null where something may be. It waits in a document of the same
  // origin that has no scripts.
  async function clear(context, origin) {
    const { page, devtools } = kept.get(context) ?? {};
    if (!page || page.isClosed() || !page.url().startsWith(origin)) return null;
    for (const other of context.pages()) if (other !== page) await other.close();
    page.removeAllListeners();
    const answer = await page.goto(`${origin}/healthz`);
    if (!answer?.ok()) return null;
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await page.evaluate(() => sessionStorage.clear());
    await page.mouse.move(0, 0);
    await context.clearCookies();
    return page;
  }

  return {
    keep,
    take: () => free.pop(),
    async giveBack(context, origin) {
      const page = await clear(context, origin).catch(() => null);
      if (page) free.push(page);
      else await context.close();
    },
  };
}
