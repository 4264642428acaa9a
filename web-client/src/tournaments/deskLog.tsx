/* The desk's log: every act, the newest first, with whoever did it and why. */

import { useEffect, useState } from 'preact/hooks';

import { callApi } from '../net/api';
import { type LoggedAct, type Player, isLog } from '../net/tournaments';
import { sayInstant } from '../text/later';
import { hasText, say, sayKey } from '../text/tournaments';
import { apiOf, fileOf } from './useTournament';
import type { View } from './view';

/** Settings are long; the whole log has all of it. */
const shownLength = 80;
const known = new Set(['seq', 'at', 'by', 'byName', 'act', 'confirmed']);

/** What else the log says of an act, players by their names. */
function details(act: LoggedAct, players: Player[]): string {
  const nameOf = (n: unknown): string =>
    players.find(({ player }) => player === n)?.name ?? String(n);
  return Object.entries(act)
    .filter(([name, value]) => !known.has(name) && value !== null && value !== '')
    .map(([name, value]) => {
      if (name === 'player' || name === 'other') return nameOf(value);
      if (name === 'reason') return `“${String(value)}”`;
      const whole = typeof value === 'object' ? JSON.stringify(value) : String(value);
      const shown = whole.length > shownLength ? `${whole.slice(0, shownLength)}…` : whole;
      return name === 'result' ? shown : `${name} ${shown}`;
    })
    .join(' · ');
}

const shownMost = 200;

export function DeskLog({ view, players }: { view: View; players: Player[] }) {
  const { id, seq } = view.tournament;
  const [log, setLog] = useState<LoggedAct[]>([]);
  useEffect(() => {
    let isWanted = true;
    void callApi('GET', `${apiOf(id)}/log?from=${Math.max(1, seq - shownMost)}`, isLog).then(got => {
      if (got.ok && isWanted) setLog([...got.value].reverse());
    });
    return () => {
      isWanted = false;
    };
  }, [id, seq]);
  return (
    <section class="card" aria-label={say('tour.desk.log')}>
      <ol class="desk-log">
        {log.map(act => (
          <li key={act.seq}>
            <span class="soft figures">
              {act.seq} · {sayInstant(act.at)}
            </span>
            <span>
              <strong>
                {hasText(`tour.act.${act.act}`) ? sayKey(`tour.act.${act.act}`) : act.act}
              </strong>{' '}
              <bdi>{act.byName ?? say('tour.log.server')}</bdi>
            </span>
            <span class="soft">{details(act, players)}</span>
          </li>
        ))}
      </ol>
      <a class="button" href={fileOf(id, 'log')} download={`${id}.ndjson`}>
        {say('tour.log.save')}
      </a>
    </section>
  );
}
