/* Where the server's addresses begin, which its operator may have moved. */

/** '' or a path such as '/chess'. A build knows only that its scripts are one folder below. */
export const base = import.meta.env.PROD
  ? new URL('..', import.meta.url).pathname.slice(0, -1)
  : '';
