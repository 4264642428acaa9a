/* The organiser's desk: everything that organisers and arbiters may do, on a phone as well. */

import './desk.css';
import '../ui/switch.css';

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { say } from '../text/tournaments';
import { Choice } from '../ui/choice';
import { DeskAbout } from './deskAbout';
import { DeskLog } from './deskLog';
import { DeskPlayers } from './deskPlayers';
import { DeskRound } from './deskRound';
import { DeskTeams } from './deskTeams';
import { ActDialog, useActs } from './useActs';
import { usePlayers } from './usePlayers';
import type { View } from './view';

type Props = { view: View; mayRate: boolean; refresh: () => void; dispatch: Dispatch };

const places = ['round', 'teams', 'players', 'about', 'log'] as const;
type Place = (typeof places)[number];

export function Desk({ view, mayRate, refresh, dispatch }: Props) {
  const { id, seq, me } = view.tournament;
  const [place, choose] = useState<Place>('round');
  const [players, again] = usePlayers(id, seq);
  const done = (): void => {
    refresh();
    again();
  };
  const acts = useActs(id, seq, done);
  const may = new Set(me?.may ?? []);
  if (may.size === 0) return <p class="soft">{say('api.403')}</p>;
  const props = { view, players, may, acts };
  return (
    <div class="desk">
      <Choice
        name="desk"
        legend={say('tour.part.desk')}
        value={place}
        options={places.filter(value => value !== 'teams' || view.tournament.teams).map(value => ({ value, label: say(`tour.desk.${value}`) }))}
        onChange={choose}
      />
      {acts.fault && <p role="alert">{acts.fault}</p>}
      {place === 'round' && <DeskRound {...props} dispatch={dispatch} />}
      {place === 'teams' && <DeskTeams {...props} />}
      {place === 'players' && <DeskPlayers {...props} done={done} dispatch={dispatch} />}
      {place === 'about' && <DeskAbout {...props} mayRate={mayRate} />}
      {place === 'log' && <DeskLog view={view} players={players} />}
      <ActDialog acts={acts} />
    </div>
  );
}
