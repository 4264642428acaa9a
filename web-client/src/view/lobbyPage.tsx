/* The lobby: one tap to a game with people, a friend or the computer. */

import { controlText, speedOf } from '../clock';
import { type Way, quickControls } from '../lobby';
import type { Dispatch } from '../app';
import type { Model } from '../model';
import { say } from '../text';
import type { Control, Pool } from '../wire';
import { Icon, type IconName } from './icon';
import { InnerLink } from './innerLink';
import { Challenges, OpenSeeks } from './openSeeks';
import { InvitationCard, SeekCard } from './waiting';

type Props = { model: Model; dispatch: Dispatch };

const ways: { way: Exclude<Way, 'people'>; icon: IconName }[] = [
  { way: 'friend', icon: 'people' },
  { way: 'computer', icon: 'computer' },
];

const waitingFor = (pools: Pool[], control: Control): number =>
  pools.find(pool => controlText(pool.clock) === controlText(control))?.waiting ?? 0;

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
          disabled={disabled}
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

const Unfinished = ({ playing, dispatch }: { playing: string[]; dispatch: Dispatch }) => (
  <section class="unfinished card">
    <h2>{say('lobby.unfinished')}</h2>
    <ul>
      {playing.map(game => (
        <li key={game}>
          <InnerLink path={`/${game}`} class="button" dispatch={dispatch}>
            {say('lobby.continue', { game })}
          </InnerLink>
        </li>
      ))}
    </ul>
  </section>
);

export function LobbyPage({ model, dispatch }: Props) {
  const { seek, invitation } = model.lobby;
  const disabled = model.link !== 'open';
  return (
    <main class="lobby">
      {model.playing.length > 0 && <Unfinished playing={model.playing} dispatch={dispatch} />}
      {seek && <SeekCard seek={seek} dispatch={dispatch} />}
      {model.lobby.challenges.length > 0 && (
        <Challenges list={model.lobby.challenges} dispatch={dispatch} />
      )}
      {invitation && <InvitationCard invitation={invitation} dispatch={dispatch} />}
      {!seek && (
        <section>
          <h1>{say('lobby.title')}</h1>
          <p class="soft">{say('lobby.hint')}</p>
          <QuickPairing pools={model.lobby.pools} disabled={disabled} dispatch={dispatch} />
          <Ways disabled={disabled} dispatch={dispatch} />
          <nav class="row tools">
            <InnerLink path="/live" class="button" dispatch={dispatch}>
              <Icon name="eye" /> {say('live.title')}
            </InnerLink>
            <InnerLink path="/leaderboard" class="button" dispatch={dispatch}>
              <Icon name="people" /> {say('leaderboard.title')}
            </InnerLink>
            <InnerLink path="/analysis" class="button" dispatch={dispatch}>
              <Icon name="graph" /> {say('lobby.analyse')}
            </InnerLink>
            <InnerLink path="/editor" class="button" dispatch={dispatch}>
              <Icon name="editor" /> {say('lobby.editor')}
            </InnerLink>
          </nav>
        </section>
      )}
      <OpenSeeks lobby={model.lobby} you={model.you?.id} dispatch={dispatch} />
    </main>
  );
}
