/* What organisers and arbiters do: an act is sent, and sent again with a confirmation when the server warns of what the
 * rules forbid. */

import { base } from '../base';
import { type Refused, anyAnswer } from '../net/api';
import { listOf, object, text } from '../net/schema';
import { apiOf } from './useTournament';

export type Fields = Record<string, string>;

const warning = object({ code: text, text });
const isWarned = object({ warnings: listOf(warning) });
export type Warning = { code: string; text: string };

export type Outcome =
  /** `seq`: the tournament's after it. */
  | { is: 'done'; added: number; seq: number }
  /** It has to be confirmed. */
  | { is: 'warned'; warnings: Warning[] }
  /** Somebody else acted meanwhile. */
  | { is: 'changed' }
  /** A file's fault has its place. */
  | { is: 'refused'; refused: Refused; field: string; row: number; column: number };

const patience = 15_000;

async function post(path: string, body: BodyInit, type: string): Promise<Outcome> {
  const unanswered: Outcome = {
    is: 'refused',
    refused: { ok: false, status: 0, code: '', words: '' },
    field: '',
    row: 0,
    column: 0,
  };
  try {
    const response = await fetch(base + path, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(patience),
      headers: { accept: 'application/json', 'content-type': type },
    });
    const value: unknown = await response.json();
    if (!anyAnswer(value)) return unanswered;
    const said = Object(value) as Record<string, unknown>;
    if (response.ok)
      return { is: 'done', added: Number(said['added'] ?? 0), seq: Number(said['seq'] ?? 0) };
    if (said['code'] === 'confirm' && isWarned(value))
      return { is: 'warned', warnings: value.warnings };
    if (said['code'] === 'changed') return { is: 'changed' };
    return {
      is: 'refused',
      refused: {
        ok: false,
        status: response.status,
        code: String(said['code'] ?? ''),
        words: String(said['error'] ?? ''),
      },
      field: String(said['field'] ?? ''),
      row: Number(said['row'] ?? 0),
      column: Number(said['column'] ?? 0),
    };
  } catch {
    return unanswered;
  }
}

const form = 'application/x-www-form-urlencoded;charset=UTF-8';

export const sendAct = (tournament: string, act: string, fields: Fields): Promise<Outcome> =>
  post(`${apiOf(tournament)}/acts`, new URLSearchParams({ act, ...fields }).toString(), form);

export const join = (tournament: string, code: string, team = ''): Promise<Outcome> =>
  post(
    `${apiOf(tournament)}/join`,
    new URLSearchParams({
      ...(code === '' ? {} : { code }),
      ...(team === '' ? {} : { team }),
    }).toString(),
    form,
  );

export const withdraw = (tournament: string): Promise<Outcome> =>
  post(`${apiOf(tournament)}/withdraw`, '', form);

/** The players of a file, by the end of its name: a report of FIDE's, or a table. */
export async function importPlayers(tournament: string, file: File): Promise<Outcome> {
  const isReport = /\.(trf|trfx|txt)$/i.test(file.name);
  return isReport
    ? post(`${apiOf(tournament)}/players.trf`, await file.text(), 'text/plain')
    : post(`${apiOf(tournament)}/players.csv`, await file.text(), 'text/csv');
}
