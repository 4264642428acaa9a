/* A refusal of the HTTP API in the language of the page. */

import type { TextKey } from './catalogue';
import { english } from './en';
import { englishLater } from './enLater';
import { say } from './later';
import type { Refused } from '../net/api';

const isKey = (key: string): key is TextKey =>
  Object.hasOwn(english, key) || Object.hasOwn(englishLater, key);

/** By the code, or else by the status; if the page has no words for either, in the server's own. */
export function refusedText({ status, code, words }: Refused): string {
  if (status === 0) return say('api.failed');
  const key = [`api.${code}`, `api.${status}`].find(isKey) as 'api.404' | undefined;
  return key ? say(key) : say('api.other', { words: words || String(status) });
}
