/* What is shown before the page is loaded: its colours, and in the lobby the heading, where the
 * page will put it. A script of its own that needs no other; the build gives it the words. */

import { storedSettings, restoreGamesHeight } from './settings/storage';
import { type LanguageTag, directionOf, languageFor, languageTags } from './text/tag';

declare const FIRST_WORDS: Record<LanguageTag, [title: string, hint: string]>;

const kept = storedSettings(() => localStorage) as { language?: unknown; scheme?: unknown } | null;
const chosen = languageTags.find(known => known === kept?.language) ?? 'system';
const tag = languageFor(chosen, navigator.languages);
const root = document.documentElement;
root.lang = tag;
root.dir = directionOf(tag);
root.dataset.scheme = String(kept?.scheme);
restoreGamesHeight();

const page = document.getElementById('page');
// In the folder above that of this script is the lobby.
const script = document.currentScript as HTMLScriptElement;
if (page && location.pathname === new URL('..', script.src).pathname) {
  const [title, hint] = FIRST_WORDS[tag];
  const heading = `<section><h1>${title}</h1><p class="soft">${hint}</p></section>`;
  page.innerHTML = `<header class="head"></header><main class="lobby"><div class="lobby-main">${heading}</div><div class="lobby-side"></div></main>`;
}
