/* The page of a tournament: where it is, the player's own part, and its tables; the desk and the wall are fetched when
 * they are opened. */

import './tournaments.css';

import { useEffect } from 'preact/hooks';

import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import type { TournamentRequest } from '../net/requests';
import type { Tournament } from '../net/tournaments';
import type { Person } from '../net/wire';
import type { TournamentPart } from '../route';
import { siteName } from '../siteName';
import { say, useTournamentTexts } from '../text/tournaments';
import { Failed } from '../ui/apiCall';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { lazily } from '../ui/lazily';
import { ChatPanel } from './chatPanel';
import { CrosstablePart } from './crosstable';
import { Progress, factsOf } from './facts';
import { OwnPart } from './ownPart';
import { Pairings } from './pairings';
import { Podium, Standings } from './standings';
import { Statistics } from './statistics';
import { TeamStandings } from './teamStandings';
import { fileOf, useTournament } from './useTournament';
import type { View } from './view';

const Desk = lazily(async () => (await import('./desk')).Desk, true);
const Simul = lazily(async () => (await import('./simul')).Simul, true);
const Broadcast = lazily(async () => (await import('./broadcastPage')).BroadcastPage, true);
const Wall = lazily(async () => (await import('./wall')).Wall, true);

type Props = {
  id: string;
  part: TournamentPart | undefined;
  you: Person | null;
  connected: boolean;
  /** The newest request of this page, if it was not carried out. */
  lost: TournamentRequest | null;
  /** Games can be rated on this server. */
  mayRate: boolean;
  rules: Rules;
  dispatch: Dispatch;
};

type PartsProps = {
  view: View;
  part: TournamentPart;
  connected: boolean;
  mayRate: boolean;
  refresh: () => void;
  rules: Rules;
  dispatch: Dispatch;
};

/** A simul's first part is its boards. */
const partName = (part: TournamentPart, isSimul: boolean): string =>
  say(isSimul && part === 'standings' ? 'tour.simul.boards' : `tour.part.${part}`);

const Parts = ({ view: { tournament }, part, dispatch }: PartsProps) => {
  const isSimul = tournament.format === 'simul';
  const shown: TournamentPart[] = [
    'standings',
    ...(isSimul ? [] : (['pairings'] as const)),
    ...(tournament.format === 'arena' || isSimul ? [] : (['crosstable'] as const)),
    'statistics',
    ...((tournament.me?.may.length ?? 0) > 0 ? (['desk'] as const) : []),
    'wall',
  ];
  return (
    <nav class="parts no-print" aria-label={say('tour.parts')}>
      {shown.map(name => (
        <InnerLink
          key={name}
          to={{ page: 'tournament', tournament: tournament.id, part: name }}
          class={name === part ? 'button chosen' : 'button'}
          dispatch={dispatch}
        >
          {name === part ? <strong>{partName(name, isSimul)}</strong> : partName(name, isSimul)}
        </InnerLink>
      ))}
    </nav>
  );
};

function Part({ view, part, connected, mayRate, refresh, rules, dispatch }: PartsProps) {
  const { tournament, rows, total, round } = view;
  const { id, format, settings, seq, stats } = tournament;
  const own = tournament.me?.player?.player;
  switch (part) {
    case 'pairings':
      return (
        <Pairings
          tournament={id}
          round={round}
          own={own}
          connected={connected}
          rules={rules}
          dispatch={dispatch}
        />
      );
    case 'crosstable':
      return <CrosstablePart tournament={id} format={format} seq={seq} />;
    case 'statistics':
      return <Statistics stats={stats} isArena={format === 'arena'} />;
    case 'desk':
      return <Desk view={view} mayRate={mayRate} refresh={refresh} dispatch={dispatch} />;
    default:
      return format === 'simul' ? (
        <Simul
          view={view}
          refresh={refresh}
          connected={connected}
          rules={rules}
          dispatch={dispatch}
        />
      ) : (
        <>
        <TeamStandings tournament={tournament} rows={rows} />
        <Standings
          tournament={id}
          rows={rows}
          total={total}
          format={format}
          tiebreaks={format === 'teams' ? [] : (settings.tiebreaks ?? [])}
          rounds={tournament.round}
          own={own}
          dispatch={dispatch}
        />
        </>
      );
  }
}

const Files = ({ id }: { id: string }) => (
  <p class="row files no-print">
    <button onClick={() => print()}>{say('tour.print')}</button>
    <a class="button" href={fileOf(id, 'games.pgn')} download={`${id}.pgn`}>
      {say('act.save.short')}
    </a>
    <a class="button" href={fileOf(id, 'standings.csv')} download={`${id}.csv`}>
      CSV
    </a>
  </p>
);

/** What screen readers say when a round begins or ends. */
function spokenState({ status, round, roundState }: Tournament): string {
  if (status !== 'started') return say(`tour.status.${status === 'created' ? 'created' : status}`);
  const state = { paired: 'tour.roundPaired', over: 'tour.roundOver' } as const;
  const words = roundState === 'paired' || roundState === 'over' ? say(state[roundState]) : '';
  return round === 0 ? '' : `${say('tour.round', { n: round })} ${words}`;
}

const Top = ({ view }: { view: View }) => (
  <header>
    <h1>
      <bdi>{view.tournament.name}</bdi>
    </h1>
    <p class="soft">{factsOf(view.tournament)}</p>
    <p class="progress">
      <Icon name="clock" />{' '}
      <span>
        <Progress tournament={view.tournament} skew={view.skew} />
      </span>
    </p>
    <p class="spoken" role="status">
      {spokenState(view.tournament)}
    </p>
    {view.tournament.description && (
      <p class="description">
        <bdi>{view.tournament.description}</bdi>
      </p>
    )}
  </header>
);

/** A broadcast has an address like those of tournaments. */
export const TournamentPage = (props: Props) =>
  props.part === 'broadcast' ? <Broadcast {...props} you={props.you?.id} /> : <WholeTournament {...props} />;

function WholeTournament({ id, part = 'standings', you, connected, lost, mayRate, rules, dispatch }: Props) {
  useTournamentTexts();
  const { view, failed, refresh } = useTournament({ id, connected, you: you?.id, dispatch });
  const name = view?.tournament.name;
  useEffect(() => {
    if (name) document.title = `${name} · ${siteName}`;
  }, [name, part]);
  if (!view)
    return (
      <main class="missing">
        {failed ? (
          <Failed answer={failed} again={refresh} />
        ) : (
          <p class="soft" role="status">
            {say('loading')}
          </p>
        )}
      </main>
    );
  const { tournament } = view;
  if (part === 'wall')
    return <Wall view={view} connected={connected} rules={rules} dispatch={dispatch} />;
  const props = { view, part, connected, mayRate, refresh, rules, dispatch };
  return (
    <main class={`tournament part-${part}`}>
      <div class="tournament-main">
        <Top view={view} />
        {tournament.status === 'finished' && tournament.podium && part === 'standings' && (
          <Podium rows={tournament.podium} dispatch={dispatch} />
        )}
        <Parts {...props} />
        <section
          class="part"
          aria-label={partName(part, tournament.format === 'simul')}
          // It may be wider than the screen: then it is scrolled by itself.
          tabIndex={part === 'crosstable' ? 0 : undefined}
        >
          <h2 class="spoken">{partName(part, tournament.format === 'simul')}</h2>
          <Part {...props} />
        </section>
        {part !== 'desk' && <Files id={id} />}
      </div>
      <aside class="tournament-side no-print" aria-label={say('tour.own')}>
        <OwnPart view={view} refresh={refresh} dispatch={dispatch} />
        {tournament.settings.chat && (
          <ChatPanel
            tournament={id}
            lines={view.chat}
            mayWrite={you?.guest === false}
            lost={lost}
            dispatch={dispatch}
          />
        )}
      </aside>
    </main>
  );
}
