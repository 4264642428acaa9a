/* What the operator calls this place. */

/** As the document says it. */
export const siteName =
  globalThis.document?.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content ??
  'castled';
