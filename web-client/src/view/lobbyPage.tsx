/* The lobby: one tap to a game with people, a friend or the computer. */

import { useLayoutEffect } from 'preact/hooks';

import { controlText, speedOf } from '../clock';
import { keepRoom } from '../kept';
import { type Way, poolOf, quickControls } from '../lobby';
import type { Dispatch } from '../app';
import type { Model } from '../model';
import { say } from '../text';
import type { Pool, Terms } from '../wire';
import { Icon, type IconName } from './icon';
import { InnerLink } from './innerLink';
import { lazily } from './lazily';
import { OpenSeeks } from './openSeeks';

const Unfinished = lazily(async () => (await import('./unfinished')).Unfinished, true);
const SeekCard = lazily(async () => (await import('./waiting')).SeekCard, true);
const InvitationCard = lazily(async () => (await import('./waiting')).InvitationCard, true);
const Challenges = lazily(async () => (await import('./challenges')).Challenges, true);
const Friends = lazily(async () => (await import('./friends')).Friends, true);
const OfflineCard = lazily(async () => (await import('./offlineCard')).OfflineCard, 'spare');
const LiveStrip = lazily(async () => (await import('./liveBoards')).LiveStrip, true);

type Props = { model: Model; dispatch: Dispatch };

const ways: { way: Exclude<Way, 'people'>; icon: IconName }[] = [
  { way: 'friend', icon: 'people' },
  { way: 'computer', icon: 'computer' },
];

const tools = [
  { path: '/live', icon: 'eye', words: 'live.title' },
  { path: '/leaderboard', icon: 'people', words: 'leaderboard.title' },
  { path: '/analysis', icon: 'graph', words: 'lobby.analyse' },
  { path: '/editor', icon: 'editor', words: 'lobby.editor' },
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
    {tools.map(({ path, icon, words }) => (
      <InnerLink key={path} path={path} class="button" dispatch={dispatch}>
        <Icon name={icon} /> {say(words)}
      </InnerLink>
    ))}
  </nav>
);

/** Beside the ways to play, where the screen is wide enough. */
const besideQuery = '(min-width: 1100px)';

function Beside({ model, dispatch }: Props) {
  const isWide = matchMedia(besideQuery).matches;
  return (
    <div class="lobby-side">
      <OpenSeeks lobby={model.lobby} you={model.you} dispatch={dispatch} />
      {model.you?.guest === false && <Friends dispatch={dispatch} />}
      {isWide && model.you && <LiveStrip games={model.live ?? []} dispatch={dispatch} />}
    </div>
  );
}

export function LobbyPage({ model, dispatch }: Props) {
  const { seek, invitation, challenges } = model.lobby;
  const disabled = model.link !== 'open';
  const isIdle = model.you !== null && model.playing.length === 0;
  useLayoutEffect(() => {
    if (isIdle) keepRoom(0);
  }, [isIdle]);
  return (
    <main class="lobby">
      <div class="lobby-main">
        {model.link === 'broken' && <OfflineCard dispatch={dispatch} />}
        {model.playing.length > 0 && (
          <Unfinished
            playing={model.playing}
            desk={model.desk}
            you={model.you?.id}
            dispatch={dispatch}
          />
        )}
        {seek && (
          <SeekCard seek={seek} lobby={model.lobby} you={model.you?.id} dispatch={dispatch} />
        )}
        {challenges.length > 0 && <Challenges list={challenges} dispatch={dispatch} />}
        {invitation && <InvitationCard invitation={invitation} dispatch={dispatch} />}
        {!seek && (
          <section>
            <h1>{say('lobby.title')}</h1>
            <p class="soft">{say('lobby.hint')}</p>
            <QuickPairing pools={model.lobby.pools} disabled={disabled} dispatch={dispatch} />
            <Ways disabled={disabled} dispatch={dispatch} />
            <Tools dispatch={dispatch} />
          </section>
        )}
      </div>
      <Beside model={model} dispatch={dispatch} />
    </main>
  );
}
