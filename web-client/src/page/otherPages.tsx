/* The pages that a first visit does not show. Which they are is fetched with the first of them. */

import type { ComponentChildren } from 'preact';

import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import type { Route } from '../route';
import type { Model } from '../state/model';
import { lazily } from '../ui/lazily';

const SettingsPage = lazily(async () => (await import('./settingsPage')).SettingsPage);
const SignPage = lazily(async () => (await import('../people/signPage')).SignPage);
const AccountPage = lazily(async () => (await import('../people/accountPage')).AccountPage);
const TokenPage = lazily(async () => (await import('../people/tokenPage')).TokenPage);
const OauthPage = lazily(async () => (await import('../people/oauthPage')).OauthPage);
const LeaderboardPage = lazily(
  async () => (await import('../people/leaderboardPage')).LeaderboardPage,
);
const PeoplePage = lazily(async () => (await import('../people/peoplePage')).PeoplePage);
const ProfilePage = lazily(async () => (await import('../people/profilePage')).ProfilePage);
const BotsPage = lazily(async () => (await import('../people/botsPage')).BotsPage);
const DevicePage = lazily(async () => (await import('../local/devicePage')).DevicePage);
const OperatorsPage = lazily(
  async () => (await import('../operators/operatorsPage')).OperatorsPage,
);
const LivePage = lazily(async () => (await import('../lobby/live')).LivePage);

/** Their words come with them. */
const withTexts = async <T,>(part: Promise<T>): Promise<T> => {
  const texts = await import('../text/tournaments');
  await texts.fetchTournamentTexts();
  return part;
};
const CalendarPage = lazily(
  async () => (await withTexts(import('../tournaments/calendarPage'))).CalendarPage,
);
const NewTournamentPage = lazily(
  async () => (await withTexts(import('../tournaments/newPage'))).NewTournamentPage,
);
const TournamentPage = lazily(
  async () => (await withTexts(import('../tournaments/tournamentPage'))).TournamentPage,
);

const TeamsPage = lazily(async () => (await withTexts(import('../teams/teamsPage'))).TeamsPage);
const TeamPage = lazily(async () => (await withTexts(import('../teams/teamPage'))).TeamPage);

type Props = { model: Model; rules: Rules; dispatch: Dispatch };

/** The routes that the page itself has no view of. */
export type OtherRoute = Exclude<
  Route,
  { page: 'lobby' | 'game' | 'challenge' | 'analysis' | 'editor' | 'unknown' }
>;

type View<P extends OtherRoute['page']> = (
  props: Props,
  route: Extract<OtherRoute, { page: P }>,
) => ComponentChildren;

const accountOf = ({ you }: Model): string | null => (you?.guest === false ? you.name : null);

const tokenPage = ({ dispatch }: Props) => <TokenPage dispatch={dispatch} />;

/** One that is missing here does not compile. */
const views: { [P in OtherRoute['page']]: View<P> } = {
  live: ({ model, dispatch }) => <LivePage games={model.liveGames ?? []} dispatch={dispatch} />,
  leaderboard: ({ dispatch }) => <LeaderboardPage dispatch={dispatch} />,
  people: ({ dispatch }) => <PeoplePage dispatch={dispatch} />,
  bots: ({ model, dispatch }) => <BotsPage you={model.you?.id} dispatch={dispatch} />,
  profile: ({ model, dispatch }, { name }) => (
    <ProfilePage key={name} name={name} you={model.you?.id} dispatch={dispatch} />
  ),
  device: ({ model, rules, dispatch }) => (
    <DevicePage rules={rules} account={accountOf(model)} dispatch={dispatch} />
  ),
  admin: ({ dispatch }) => <OperatorsPage dispatch={dispatch} />,
  settings: ({ model, dispatch }) => (
    <SettingsPage
      settings={model.settings}
      isAccount={accountOf(model) !== null}
      dispatch={dispatch}
    />
  ),
  account: () => <AccountPage />,
  'account/oauth/token': tokenPage,
  'account/oauth/token/create': tokenPage,
  oauth: ({ dispatch }) => <OauthPage dispatch={dispatch} />,
  tournaments: ({ model, dispatch }) => (
    <CalendarPage
      account={accountOf(model)}
      connected={model.link === 'open'}
      dispatch={dispatch}
    />
  ),
  'tournaments/new': ({ model, dispatch }) => (
    <NewTournamentPage
      account={accountOf(model)}
      mayRate={model.mayRate}
      dispatch={dispatch}
    />
  ),
  tournament: ({ model, rules, dispatch }, { tournament, part }) => (
    <TournamentPage
      key={tournament}
      id={tournament}
      part={part}
      you={model.you}
      connected={model.link === 'open'}
      lost={model.lost}
      mayRate={model.mayRate}
      rules={rules}
      dispatch={dispatch}
    />
  ),
  teams: ({ model, dispatch }) => <TeamsPage account={accountOf(model)} dispatch={dispatch} />,
  team: ({ model, dispatch }, { team }) => (
    <TeamPage key={team} id={team} account={accountOf(model)} dispatch={dispatch} />
  ),
  'sign-in': ({ dispatch }) => <SignPage key="in" way="in" dispatch={dispatch} />,
  'sign-up': ({ dispatch }) => <SignPage key="up" way="up" dispatch={dispatch} />,
};

export function OtherPages(props: Props) {
  const { route } = props.model;
  return <>{views[route.page as OtherRoute['page']](props, route as never)}</>;
}
