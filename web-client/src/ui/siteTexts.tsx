/* Links to what the operator wrote about this place: its rules and its privacy notice. */

import { say } from '../text/later';

const kinds = [
  { rel: 'terms-of-service', words: 'site.rules' },
  { rel: 'privacy-policy', words: 'site.privacy' },
] as const;

/** The document names those that there are. */
export function SiteTexts() {
  const links = kinds.flatMap(({ rel, words }) => {
    const link = document.querySelector<HTMLLinkElement>(`link[rel=${rel}]`);
    return link ? [{ href: link.href, words }] : [];
  });
  if (links.length === 0) return null;
  return (
    <p class="row">
      {links.map(({ href, words }) => (
        <a key={words} href={href}>
          {say(words)}
        </a>
      ))}
    </p>
  );
}
