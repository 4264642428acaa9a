/* What goes between the page and its service worker. */

export type ToWorker =
  /** Fetch all that playing without a connection needs; or, to save data, only look whether it is there. */
  | { t: 'prepare'; saving: boolean }
  /** Do not wait for the pages of the version before. */
  | { t: 'take' };

export type FromWorker = { t: 'prepared'; well: boolean };
