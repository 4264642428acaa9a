/* Tells the server whose page this is, where a proxy hides from it what the browser asked for: pages of other hosts cannot
 * set this cookie. PROTOCOL.md, "Who you are". */

export function tellOrigin(place: { protocol: string; origin: string }, keep: { cookie: string }): void {
  const [prefix, secure] = place.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  try {
    keep.cookie = `${prefix}castled_page=${place.origin}; Path=/; SameSite=Strict${secure}`;
  } catch {
    // Browsers that keep no cookies may throw; then the server goes by Host alone.
  }
}
