/* The whole page: its header, the view of the route, notices and dialogs. */

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';

import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import { isOver } from '../game/game';
import { GamePage } from '../game/gamePage';
import { LobbyPage } from '../lobby/lobbyPage';
import { isOnDevice } from '../net/onDevice';
import { type Route, addressNow } from '../route';
import { siteName } from '../siteName';
import type { Model } from '../state/model';
import { say } from '../text';
import { lazily } from '../ui/lazily';
import { Banner, Head } from './head';
import type { OtherRoute } from './otherPages';

const GameForm = lazily(async () => (await import('../lobby/newGameForm')).GameForm, true);
const UpdateBanner = lazily(
  async () => (await import('../install/updateBanner')).UpdateBanner,
  true,
);
const Notices = lazily(async () => (await import('./notices')).Notices, 'optional');
const Title = lazily(async () => (await import('./title')).Title, 'optional');
const Help = lazily(async () => (await import('./help')).Help, true);
const ChallengePage = lazily(async () => (await import('../lobby/challengePage')).ChallengePage);
const OtherPages = lazily(async () => (await import('./otherPages')).OtherPages);
const EditorPage = lazily(async () => (await import('../analysis/editorPage')).EditorPage);
const MissingPage = lazily(async () => (await import('./missingPage')).MissingPage);
const AnalysisPage = lazily(async () => (await import('../analysis/analysisPage')).AnalysisPage);

type Props = { model: Model; rules: Rules; dispatch: Dispatch };

/** While the server has not answered; after a while there is a button to ask again. */
const Loading = ({ dispatch }: { dispatch: Dispatch }) => (
  <main class="missing">
    <p class="soft" role="status">
      {say('loading')}
    </p>
    <button class="late" onClick={() => dispatch({ m: 'urlChanged', path: addressNow() })}>
      {say('link.retry')}
    </button>
  </main>
);

type View<P extends Route['page']> = (
  props: Props,
  route: Extract<Route, { page: P }>,
) => ComponentChildren;

/** What each page shows: a page that is missing here does not compile. */
const views: { [P in Exclude<Route['page'], OtherRoute['page']>]: View<P> } = {
  lobby: ({ model, dispatch }) => (
    <LobbyPage
      lobby={model.lobby}
      you={model.you}
      connected={model.link === 'open'}
      broken={model.link === 'broken'}
      playing={model.playing}
      otherGames={model.otherGames}
      live={model.liveGames ?? []}
      dispatch={dispatch}
    />
  ),
  game: ({ model, rules, dispatch }, { game }) =>
    model.table?.game.id === game ? (
      <GamePage
        key={game}
        table={model.table}
        rules={rules}
        settings={model.settings}
        connected={model.link === 'open' || isOnDevice(game)}
        quiet={model.presetsOnly}
        found={model.lobby.found}
        otherGames={model.otherGames}
        lost={model.lost}
        dispatch={dispatch}
      />
    ) : (
      <Loading dispatch={dispatch} />
    ),
  challenge: ({ model, dispatch }) =>
    model.openedChallenge ? (
      <ChallengePage challenge={model.openedChallenge} you={model.you?.id} dispatch={dispatch} />
    ) : (
      <Loading dispatch={dispatch} />
    ),
  analysis: ({ model, rules, dispatch }, route) =>
    route.game !== null && model.table?.game.id !== route.game ? (
      <Loading dispatch={dispatch} />
    ) : (
      <AnalysisPage
        // It starts again with each move of a game in progress.
        key={
          route.game && model.table && !isOver(model.table.game)
            ? `${route.game} ${model.table.game.steps.length}`
            : route.game
        }
        route={route}
        rules={rules}
        settings={model.settings}
        table={route.game === null ? null : model.table}
        dispatch={dispatch}
      />
    ),
  editor: ({ rules, dispatch }, { fen }) => (
    <EditorPage asked={fen} rules={rules} dispatch={dispatch} />
  ),
  unknown: ({ dispatch }) => <MissingPage what="page" dispatch={dispatch} />,
};

function RoutedPage(props: Props) {
  const { route, missing } = props.model;
  if (missing) return <MissingPage what={missing} dispatch={props.dispatch} />;
  return route.page in views ? (
    views[route.page as keyof typeof views](props, route as never)
  ) : (
    <OtherPages {...props} />
  );
}

export function Page(props: Props) {
  const { form, seek, invitation } = props.model.lobby;
  const isIdle = props.model.route.page === 'lobby' && !seek && !invitation;
  const title = isIdle && `${say('lobby.title')} · ${siteName}`;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  const { scheme, board, pieces, zen, blindfold, size } = props.model.settings;
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { scheme, board, pieces, zen, blindfold });
    document.documentElement.style.setProperty('--size', String(size / 100));
  }, [scheme, board, pieces, zen, blindfold, size]);
  useEffect(() => {
    if (board !== 'sage' || pieces !== 'classic')
      import('../board/looks').then(looks => looks.loadPieces(pieces)).catch(() => {});
  }, [board, pieces]);
  return (
    <>
      {!isIdle && <Title model={props.model} />}
      <Head model={props.model} dispatch={props.dispatch} />
      <Banner model={props.model} dispatch={props.dispatch} />
      {props.model.updateWaiting && <UpdateBanner />}
      <RoutedPage {...props} />
      {(props.model.you || props.model.notices.length > 0) && (
        <Notices notices={props.model.notices} dispatch={props.dispatch} />
      )}
      {form && (
        <GameForm
          topic={form}
          engines={props.model.lobby.engines}
          rules={props.rules}
          mayRate={props.model.mayRate}
          connected={props.model.link === 'open'}
          dispatch={props.dispatch}
        />
      )}
      {props.model.helpShown && <Help dispatch={props.dispatch} />}
    </>
  );
}
