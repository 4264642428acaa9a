/* The whole page: head, what the route names, and what there is to say. */

import { useEffect, useLayoutEffect } from 'preact/hooks';

import type { Dispatch } from '../app';
import { isOver, seatOf, toMove } from '../game';
import type { Missing, Model } from '../model';
import { isOnDevice } from '../onDevice';
import { gameOfRoute } from '../route';
import type { Rules } from '../rules';
import { isMyTurn } from '../table';
import { say, sayText } from '../text';
import type { Person } from '../wire';
import { GamePage } from './gamePage';
import { Icon } from './icon';
import { InnerLink } from './innerLink';
import { Lag } from './lag';
import { lazily } from './lazily';
import { LobbyPage } from './lobbyPage';

const GameForm = lazily(async () => (await import('./gameForm')).GameForm, true);
const UpdateBanner = lazily(async () => (await import('./updateBanner')).UpdateBanner, true);
const Help = lazily(async () => (await import('./help')).Help, true);
const ChallengePage = lazily(async () => (await import('./challengePage')).ChallengePage);
const SettingsPage = lazily(async () => (await import('./settingsPage')).SettingsPage);
const SignPage = lazily(async () => (await import('./signPage')).SignPage);
const AccountPage = lazily(async () => (await import('./accountPage')).AccountPage);
const LeaderboardPage = lazily(async () => (await import('./leaderboardPage')).LeaderboardPage);
const PeoplePage = lazily(async () => (await import('./peoplePage')).PeoplePage);
const ProfilePage = lazily(async () => (await import('./profilePage')).ProfilePage);
const DevicePage = lazily(async () => (await import('./devicePage')).DevicePage);
const LivePage = lazily(async () => (await import('./livePage')).LivePage);
const EditorPage = lazily(async () => (await import('./editorPage')).EditorPage);
const AnalysisPage = lazily(async () => (await import('./analysisPage')).AnalysisPage);

type Props = { model: Model; rules: Rules; dispatch: Dispatch };
type HeadProps = { model: Model; dispatch: Dispatch };

const Rook = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M8 6h4v3h2.5V6h3v3H20V6h4v6.5l-3 2.5.8 7H10.2l.8-7-3-2.5zM8.5 24h15v3h-15z" />
  </svg>
);

const Self = ({ you, dispatch }: { you: Person; dispatch: Dispatch }) => (
  <InnerLink
    path={you.guest === false ? `/@/${you.name}` : '/sign-in'}
    class="self"
    dispatch={dispatch}
  >
    {you.guest === false ? you.name : say('sign.in')}
  </InnerLink>
);

const Head = ({ model, dispatch }: HeadProps) => (
  <header class="head">
    <InnerLink path="/" class="home" label={say('home')} dispatch={dispatch}>
      <Rook /> castled
    </InnerLink>
    <span class="soft figures you">
      <TurnLink model={model} dispatch={dispatch} />
      {model.link === 'open' && model.lag !== null && <Lag roundTrip={model.lag} />}
      {model.you && <Self you={model.you} dispatch={dispatch} />}
      <InnerLink path="/settings" class="gear" label={say('settings.title')} dispatch={dispatch}>
        <Icon name="gear" />
      </InnerLink>
    </span>
  </header>
);

/** Elsewhere a game has begun, or it is the player's turn, too. */
function TurnLink({ model: { desk, route, you }, dispatch }: HeadProps) {
  const begun = desk.find(({ steps, clock }) => steps.length < 2 && clock?.initial !== undefined);
  const waiting = desk.filter(game => toMove(game) === seatOf(game, you?.id));
  const first = begun ?? waiting[0];
  if (!first || route.page === 'lobby') return null;
  return (
    <InnerLink path={`/${first.id}`} class="turn-link" dispatch={dispatch}>
      {begun ? say('head.started') : say('head.turns', { n: waiting.length })}
    </InnerLink>
  );
}

/** What is wrong with the line, and what one can do. */
function Trouble({ model, dispatch }: HeadProps) {
  const { link, garbled, signedOut } = model;
  if (garbled)
    return (
      <>
        <span>{say('page.garbled')}</span>
        <button class="quiet" onClick={() => location.reload()}>
          {say('reload')}
        </button>
      </>
    );
  if (link === 'broken' || link === 'refused')
    return (
      <>
        <span>{say(`link.${link}`)}</span>
        <button class="quiet" onClick={() => dispatch({ m: 'hurried' })}>
          {say('link.retry')}
        </button>
      </>
    );
  if (link !== 'open') return <span>{say(`link.${link}`)}</span>;
  return signedOut ? (
    <>
      <span>{say('link.signedOut', { name: signedOut.name })}</span>
      <InnerLink path="/sign-in" class="button quiet" dispatch={dispatch}>
        {say('sign.in')}
      </InnerLink>
    </>
  ) : null;
}

const Banner = ({ model, dispatch }: HeadProps) => {
  const { link, garbled, signedOut } = model;
  if (link === 'open' && !garbled && !signedOut) return null;
  if (link === 'broken' && isOnDevice(gameOfRoute(model.route))) return null;
  return (
    <div key={link} class={`banner ${link === 'opening' ? 'late' : ''}`} role="status">
      <Trouble model={model} dispatch={dispatch} />
    </div>
  );
};

const Notices = ({ model, dispatch }: HeadProps) => (
  <ul class="notices" aria-live="polite">
    {model.notices.map(notice => (
      <li key={notice.id} class={notice.grave ? 'grave' : ''}>
        <span>{sayText(notice.text)}</span>
        <button
          class="quiet"
          aria-label={say('close')}
          onClick={() => dispatch({ m: 'noticeRead', id: notice.id })}
        >
          <Icon name="close" />
        </button>
      </li>
    ))}
  </ul>
);

const MissingPage = ({ what, dispatch }: { what: Missing; dispatch: Dispatch }) => (
  <main class="missing">
    <h1>{say(`missing.${what}`)}</h1>
    <p class="soft">{say(`missing.${what}.hint`)}</p>
    <InnerLink path="/" class="button primary" dispatch={dispatch}>
      {say('missing.back')}
    </InnerLink>
  </main>
);

/** What the server has not answered in time may be asked for again. */
const Loading = ({ dispatch }: { dispatch: Dispatch }) => (
  <main class="missing">
    <p class="soft" role="status">
      {say('loading')}
    </p>
    <button class="late" onClick={() => dispatch({ m: 'came', path: location.pathname })}>
      {say('link.retry')}
    </button>
  </main>
);

const accountOf = ({ you }: Model): string | null => (you?.guest === false ? you.name : null);

function Route({ model, rules, dispatch }: Props) {
  const { route, table, invite, missing } = model;
  if (missing) return <MissingPage what={missing} dispatch={dispatch} />;
  switch (route.page) {
    case 'game':
      return table?.game.id === route.game ? (
        <GamePage
          key={route.game}
          table={table}
          rules={rules}
          settings={model.settings}
          connected={model.link === 'open' || isOnDevice(route.game)}
          quiet={model.quiet}
          found={model.lobby.found}
          dispatch={dispatch}
        />
      ) : (
        <Loading dispatch={dispatch} />
      );
    case 'challenge':
      return invite ? (
        <ChallengePage invite={invite} you={model.you?.id} dispatch={dispatch} />
      ) : (
        <Loading dispatch={dispatch} />
      );
    case 'analysis': {
      if (route.game !== null && table?.game.id !== route.game)
        return <Loading dispatch={dispatch} />;
      return (
        <AnalysisPage
          key={route.game}
          rules={rules}
          settings={model.settings}
          table={route.game === null ? null : table}
          dispatch={dispatch}
        />
      );
    }
    case 'sign-in':
      return <SignPage key="in" way="in" dispatch={dispatch} />;
    case 'sign-up':
      return <SignPage key="up" way="up" dispatch={dispatch} />;
    case 'account':
      return <AccountPage />;
    case 'device':
      return <DevicePage rules={rules} account={accountOf(model)} dispatch={dispatch} />;
    case 'people':
      return <PeoplePage dispatch={dispatch} />;
    case 'leaderboard':
      return <LeaderboardPage dispatch={dispatch} />;
    case 'profile':
      return (
        <ProfilePage key={route.name} name={route.name} you={model.you?.id} dispatch={dispatch} />
      );
    case 'live':
      return <LivePage games={model.live ?? []} dispatch={dispatch} />;
    case 'editor':
      return <EditorPage rules={rules} dispatch={dispatch} />;
    case 'settings':
      return <SettingsPage settings={model.settings} dispatch={dispatch} />;
    default:
      return <LobbyPage model={model} dispatch={dispatch} />;
  }
}

/** What the tab says, which may be all that is seen of it. */
function titleOf({ table, lobby }: Model): string {
  if (table?.seat && isOver(table.game)) return say('title.over');
  if (table && isMyTurn(table)) return say('title.turn');
  return lobby.seek || lobby.invitation ? say('title.waiting') : 'castled';
}

export function Page(props: Props) {
  const title = titleOf(props.model);
  const { form } = props.model.lobby;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const { scheme, board, pieces, zen, blindfold, size } = props.model.settings;
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { scheme, board, pieces, zen, blindfold });
    document.documentElement.style.setProperty('--size', String(size / 100));
  }, [scheme, board, pieces, zen, blindfold, size]);
  return (
    <>
      <Head model={props.model} dispatch={props.dispatch} />
      <Banner model={props.model} dispatch={props.dispatch} />
      {props.model.fresh && <UpdateBanner />}
      <Route {...props} />
      <Notices model={props.model} dispatch={props.dispatch} />
      {form && (
        <GameForm
          topic={form}
          engines={props.model.lobby.engines}
          rules={props.rules}
          mayRate={props.model.you?.guest === false}
          connected={props.model.link === 'open'}
          dispatch={props.dispatch}
        />
      )}
      {props.model.help && <Help dispatch={props.dispatch} />}
    </>
  );
}
