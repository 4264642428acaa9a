/* The lobby: one tap to a game with people, a friend or the computer. */

import { useLayoutEffect } from 'preact/hooks';

import type { Dispatch, Way } from '../dispatch';
import { controlText, speedOf } from '../game/clock';
import type { Game } from '../game/game';
import type { LiveGame, Person, Pool, Terms } from '../net/wire';
import { storeGamesHeight } from '../settings/storage';
import { say } from '../text';
import { type IconName, Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { lazily } from '../ui/lazily';
import { type Lobby, poolOf, quickControls } from './lobby';

const Unfinished = lazily(async () => (await import('./unfinished')).Unfinished, true);
const SeekCard = lazily(async () => (await import('./waiting')).SeekCard, true);
const InvitationCard = lazily(async () => (await import('./waiting')).InvitationCard, true);
const Challenges = lazily(async () => (await import('./challenges')).Challenges, true);
const Friends = lazily(async () => (await import('../people/friends')).Friends, true);
const OfflineCard = lazily(
  async () => (await import('../local/offlineCard')).OfflineCard,
  'optional',
);
const LiveStrip = lazily(async () => (await import('./live')).LiveStrip, true);

type Props = {
  lobby: Lobby;
  you: Person | null;
  connected: boolean;
  /** The connection is lost. */
  broken: boolean;
  /** The ids of the player's games in progress, and those games whose state is known. */
  playing: string[];
  otherGames: Game[];
  live: LiveGame[];
  dispatch: Dispatch;
};

const ways: { way: Exclude<Way, 'people'>; icon: IconName }[] = [
  { way: 'friend', icon: 'people' },
  { way: 'computer', icon: 'computer' },
];

const tools = [
  { to: { page: 'live' }, icon: 'eye', words: 'live.title' },
  { to: { page: 'tournaments' }, icon: 'cup', words: 'tournaments.title' },
  { to: { page: 'leaderboard' }, icon: 'people', words: 'leaderboard.title' },
  { to: { page: 'analysis', game: null }, icon: 'graph', words: 'lobby.analyse' },
  { to: { page: 'editor' }, icon: 'editor', words: 'lobby.editor' },
] as const;

const waitingFor = (pools: Pool[], control: Terms): number => poolOf(pools, control)?.waiting ?? 0;

type QuickProps = { pools: Pool[]; disabled: boolean; dispatch: Dispatch };

const QuickPairing = ({ pools, disabled, dispatch }: QuickProps) => (
  <ul class="tiles">
    {quickControls.map(control => (
      <li key={controlText(control)}>
        <button
          class="tile"
          disabled={disabled}
          onClick={() => dispatch({ m: 'quickSeek', control })}
        >
          <strong class="figures">{controlText(control)}</strong>
          <span class="soft">{say(`speed.${speedOf(control)}`)}</span>
          {waitingFor(pools, control) > 0 && (
            <span class="waiting-count figures">
              {say('pool.waiting', { n: waitingFor(pools, control) })}
            </span>
          )}
        </button>
      </li>
    ))}
    <li>
      <button
        class="tile"
        disabled={disabled}
        onClick={() => dispatch({ m: 'formOpened', way: 'people' })}
      >
        <strong>{say('lobby.own')}</strong>
        <span class="soft">{say('lobby.own.hint')}</span>
      </button>
    </li>
  </ul>
);

const Ways = ({ disabled, dispatch }: { disabled: boolean; dispatch: Dispatch }) => (
  <ul class="ways">
    {ways.map(({ way, icon }) => (
      <li key={way}>
        <button
          class="way card"
          disabled={disabled && way !== 'computer'}
          onClick={() => dispatch({ m: 'formOpened', way })}
        >
          <Icon name={icon} />
          <span>
            <strong>{say(`way.${way}`)}</strong>
            <span class="soft">{say(`way.${way}.hint`)}</span>
          </span>
        </button>
      </li>
    ))}
  </ul>
);

const Tools = ({ dispatch }: { dispatch: Dispatch }) => (
  <nav class="row tools">
    {tools.map(({ to, icon, words }) => (
      <InnerLink key={icon} to={to} class="button" dispatch={dispatch}>
        <Icon name={icon} /> {say(words)}
      </InnerLink>
    ))}
  </nav>
);

/** Whether there is room for a column beside the ways to play. */
const besideQuery = '(min-width: 1100px)';

function SideColumn({
  lobby,
  you,
  live,
  dispatch,
}: Pick<Props, 'lobby' | 'you' | 'live' | 'dispatch'>) {
  const isWide = matchMedia(besideQuery).matches;
  return (
    <div class="lobby-side">
      <OpenSeeks lobby={lobby} you={you} dispatch={dispatch} />
      {you?.guest === false && <Friends dispatch={dispatch} />}
      {isWide && you && <LiveStrip games={live} dispatch={dispatch} />}
    </div>
  );
}

export function LobbyPage(props: Props) {
  const { lobby, you, connected, broken, playing, otherGames, live, dispatch } = props;
  const { seek, invitation, challenges, found } = lobby;
  const disabled = !connected;
  const isIdle = you !== null && playing.length === 0;
  useLayoutEffect(() => {
    if (isIdle) storeGamesHeight(0);
  }, [isIdle]);
  return (
    <main class="lobby">
      <div class="lobby-main">
        {broken && <OfflineCard dispatch={dispatch} />}
        {playing.length > 0 && (
          <Unfinished playing={playing} otherGames={otherGames} you={you?.id} dispatch={dispatch} />
        )}
        {seek && <SeekCard seek={seek} lobby={lobby} you={you?.id} dispatch={dispatch} />}
        {(found || challenges.length > 0) && (
          <Challenges list={challenges} found={found} dispatch={dispatch} />
        )}
        {invitation && <InvitationCard invitation={invitation} dispatch={dispatch} />}
        {!seek && (
          <section>
            <h1>{say('lobby.title')}</h1>
            <p class="soft">{say('lobby.hint')}</p>
            <QuickPairing pools={lobby.pools} disabled={disabled} dispatch={dispatch} />
            <Ways disabled={disabled} dispatch={dispatch} />
            <Tools dispatch={dispatch} />
          </section>
        )}
      </div>
      <SideColumn lobby={lobby} you={you} live={live} dispatch={dispatch} />
    </main>
  );
}

/* The open games of the lobby. */

const SeekList = lazily(async () => (await import('./seekList')).SeekList, true);

type SeeksProps = { lobby: Lobby; you: Person | null; dispatch: Dispatch };

export function OpenSeeks({ lobby, you, dispatch }: SeeksProps) {
  const others = lobby.seeks.filter(({ person }) => person.id !== you?.id);
  return (
    <section class="seeks card" aria-label={say('seeks.title')}>
      <header>
        <h2>{say('seeks.title')}</h2>
        <span class="soft figures">{say('seeks.here', { n: lobby.here })}</span>
      </header>
      {you && others.length > 0 ? (
        <SeekList seeks={others} you={you} dispatch={dispatch} />
      ) : (
        <p class="soft">{say('seeks.none')}</p>
      )}
    </section>
  );
}
