/* The server's HTTP API as the page uses it: one function, whose answer is either the value or a
 * refusal, which text/refusal.ts puts into words. */

import { base } from '../base';

export type Refused = {
  ok: false;
  /** 0: there was no answer, or it was not understood. */
  status: number;
  /** What exactly went wrong, if the server has a code for it. */
  code: string;
  /** The server's own words, in English. */
  words: string;
};
export type ApiAnswer<T> = { ok: true; value: T } | Refused;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Fields = Record<string, string | string[]>;

const patience = 15_000;

function bodyOf(fields: Fields): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const each of Array.isArray(value) ? value : [value])
      body.append(Array.isArray(value) ? `${name}[]` : name, each);
  return body;
}

const unanswered: Refused = { ok: false, status: 0, code: '', words: '' };

function refusedOf(status: number, value: unknown): Refused {
  const { code = '', error = '' } = Object(value) as { code?: unknown; error?: unknown };
  return { ok: false, status, code: String(code), words: String(error) };
}

/** JSON, or lines of JSON objects as a list. */
async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  const isLines = response.headers.get('content-type')?.includes('ndjson') ?? false;
  if (!isLines) return JSON.parse(text);
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as unknown);
}

/** `is` checks the answer; one that does not pass counts as no answer. A string as the body is
 * JSON. */
export async function callApi<T>(
  method: Method,
  path: string,
  is: (value: unknown) => value is T,
  body?: Fields | string,
): Promise<ApiAnswer<T>> {
  try {
    const response = await fetch(base + path, {
      method,
      body: typeof body === 'object' ? bodyOf(body) : (body ?? null),
      signal: AbortSignal.timeout(patience),
      headers: {
        accept: 'application/json',
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      // A PUT may be the last thing a page does.
      keepalive: method === 'PUT',
    });
    const value = await read(response);
    if (!response.ok) return refusedOf(response.status, value);
    return is(value) ? { ok: true, value } : unanswered;
  } catch {
    return unanswered;
  }
}

export const anyAnswer = (value: unknown): value is unknown => value !== undefined;
