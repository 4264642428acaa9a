// places.mjs - every page in each of its states, and a crowd of people whose games and seeks fill them.
//
// The others act over sockets; the browser belongs to one visitor, who has an account.

import { runCastled } from '../sockets/castled.mjs';
import { browser as client } from '../sockets/http_client.mjs';
import { connect, pair, playAll } from '../sockets/player.mjs';
import { lineTo } from './line.mjs';
import { person, settled } from './person.mjs';
import { mock, newTournament } from './tournamentMock.mjs';

export const visitor = 'Rosa_Wintergarten-92';
const password = 'correct-horse';

// The smallest screen that is still usual.
export const smallPhone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

// Morphy's opera game up to the quiet before the storm; White is to castle.
const opera =
  'e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7'.split(
    ' ',
  );
const scholars = 'e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7'.split(' ');
const promotes = 'h2h4 g7g5 h4g5 g8f6 g5f6 a7a6 f6e7 a6a5'.split(' ');
const repeats = 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'.split(' ');
const clocks = {
  blitz: { initial: 300_000, increment: 3000 },
  rapid: { initial: 600_000, increment: 5000 },
  odds: { initial: 600_000, increment: 5000, odds: { initial: 180_000, increment: 0 } },
};

async function settle(server, name) {
  const home = client(server);
  const answer = await home.post('/api/account', { name, password });
  if (answer.status !== 201) throw new Error(`${name}: ${answer.body}`);
  const come = () =>
    connect(server, {
      headers: {
        cookie: `castled_session=${home.cookie}`,
        origin: `http://127.0.0.1:${server.port}`,
      },
    });
  return { name, home, come };
}

// One of the crowd plays the visitor, who has White, or two of them play each other.
async function play(server, players, moves, setup = {}) {
  const table = await pair(server, { clock: clocks.rapid, ...setup }, players);
  await playAll(table, moves);
  return table;
}

// The visitor's own connection is closed at the end, so that only the browser is connected.
export async function newTown(server) {
  const self = await settle(server, visitor);
  const [ivan, mei, gone] = await Promise.all(
    ['Ivan', 'Mei-Ling-of-the-Lake', 'Xx-Destroyer_of_2-xX'].map(name => settle(server, name)),
  );
  const [bot, sleeper] = await Promise.all(
    ['Deep-Thought-1988', 'Turochamp'].map(name => settle(server, name)),
  );
  for (const { home } of [bot, sleeper]) await home.post('/api/bot/account/upgrade');
  await bot.come();
  const [me, friend, other] = [await self.come(), await ivan.come(), await mei.come()];
  const rated = { rated: true };
  const won = await play(server, [me, other], scholars, { ...rated, clock: clocks.blitz });
  const over = await play(server, [me, friend], scholars, rated);
  const going = await play(server, [me, other], opera, rated);
  await other.ok({ t: 'chat', game: going.game, text: 'Good luck, and have a beautiful game!' });
  const promoting = await play(server, [me, friend], promotes);
  const offered = await play(server, [me, friend], opera);
  await friend.ok({ t: 'draw', game: offered.game });
  const leaver = await gone.come();
  const left = await play(server, [me, leaver], repeats);
  await leaver.close();
  const watched = await play(server, [friend, other], opera.slice(0, 17));
  const slowly = await play(server, [me, friend], opera.slice(0, 1), { clock: { days: 3 } });
  const lines = [opera.slice(1, 7), ['c7c5', 'g1f3']];
  await me.ok({ t: 'conditional', game: slowly.game, ply: 1, lines });
  const fresh = await play(
    server,
    [await connect(server), await connect(server)],
    opera.slice(0, 5),
  );
  const { challenge } = await friend.ok({ t: 'challenge', to: 'link', clock: clocks.odds });
  await friend.ok({ t: 'challenge', to: 'user', name: visitor, clock: clocks.blitz, rated: true });
  for (const clock of [clocks.blitz, clocks.rapid])
    await (await connect(server)).ok({ t: 'seek', clock, color: 'white', fallback: null });
  // The visitor is an operator, with something to decide on and something done.
  await runCastled(['admin', '--data', server.directory, 'operator', visitor]);
  const words = { reason: 'insults', text: 'They called my opening a crime.', game: going.game };
  await ivan.home.post(`/api/report/${gone.name}`, words);
  await self.home.post('/api/admin/ban', { word: [gone.name, '7d'] });
  await self.home.post(`/api/rel/follow/${ivan.name}`);
  await self.home.post(`/api/rel/block/${gone.name}`);
  const text = 'We meet in the café on Thursdays, and play until it closes.';
  const founded = { name: 'Café de la Régence', description: text, entry: 'request' };
  const team = (await self.home.post('/api/v1/teams', founded)).json.id;
  await ivan.home.post(`/api/v1/teams/${team}/acts`, { act: 'join', words: 'May I?' });
  await me.close();
  const games = { won, over, going, promoting, offered, left, watched, slowly, fresh };
  return {
    ...Object.fromEntries(Object.entries(games).map(([name, { game }]) => [name, game])),
    challenge,
    team,
    ivan: ivan.name,
    cookie: self.home.cookie,
    server,
  };
}

// On the device as the page stores it, and in the account.
async function likes(one, settings) {
  one.settings = settings;
  const kept = JSON.stringify(settings);
  await one.page.evaluate(text => localStorage.setItem('castled.settings', text), kept);
  await one.page.reload();
}

const seen = (one, selector) => one.page.locator(selector).first().waitFor();
const pressed = async (one, selector, then) => {
  await one.page.locator(selector).first().click();
  await seen(one, then);
};

// Long-established ratings, for which nobody here has played enough.
const points = (month, ratings) => ratings.map((rating, i) => [2026, month, 1 + 3 * i, rating]);
const history = [
  {
    name: 'Blitz',
    points: points(8, [1500, 1546, 1530, 1571, 1604, 1590, 1633, 1659, 1642, 1743]),
  },
  { name: 'Rapid', points: points(9, [1500, 1590, 1688, 1651, 1702, 1745]) },
];
const leaders = ['Mei-Ling-of-the-Lake', 'Ivan', visitor, 'Ada', 'Xx-Destroyer_of_2-xX'].map(
  (username, i) => ({
    id: username.toLowerCase(),
    username,
    perfs: { rapid: { games: 200, rating: 2217 - 43 * i, rd: 60, prog: 0 } },
  }),
);
const answers = (one, pattern, json) => one.page.route(pattern, route => route.fulfill({ json }));

const annotated = `{The opera game, in the Duke's box.} 1. e4 e5 2. Nf3 d6 3. d4 Bg4?! {Philidor's own
 line wants f5.} (3... f5 4. Bc4 (4. dxe5 fxe4 5. Ng5) 4... exd4 {sharp}) (3... exd4 4. Nxd4) 4. dxe5 Bxf3
 5. Qxf3 dxe5 6. Bc4 Nf6? 7. Qb3 $1 Qe7 8. Nc3 c6 9. Bg5 b5?? 10. Nxb5! cxb5 11. Bxb5+ Nbd7 12. O-O-O $18 *`;

// Games on a device: one in progress and one that is over, as gameStore.ts stores them.
const keptHere = [
  { id: '~aB3dE5g', status: 'started', winner: null, plies: 12 },
  { id: '~hI7jK9m', status: 'mate', winner: 'white', plies: 57 },
].map((game, i) => ({
  made: Date.UTC(2026, 10, 20 - i, 18),
  variant: 'standard',
  fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  clock: { initial: 600_000, increment: 5000 },
  you: 'white',
  level: 5,
  seed: 1,
  again: false,
  seq: 0,
  axis: 0,
  imported: null,
  ...game,
}));
const keep = (one, games) =>
  one.page.evaluate(
    kept =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('castled');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const writes = request.result.transaction('games', 'readwrite');
          for (const game of kept) writes.objectStore('games').put(game);
          writes.oncomplete = resolve;
          request.result.close();
        };
      }),
    games,
  );

// A tournament in a state that would take an evening to reach, and a part of its page.
const tournament = (name, part, how = {}, act = () => {}, rare = true) => ({
  name: `tournament-${name}`,
  page: 'tournament',
  rare,
  at: () => `/tournament/Ab12Cd34${part ? `/${part}` : ''}`,
  before: one => mock(one, newTournament(how)),
  act: async one => {
    await seen(one, 'main:is(.tournament, .wall)');
    await act(one);
  },
});
const pressNamed = (one, name) => one.page.getByText(name, { exact: true }).first().click();

// As if a newer page had been stored on the device.
const waitingVersion = () => {
  const never = new Promise(() => {});
  const worker = { addEventListener() {}, startMessages() {}, waiting: { state: 'installed' }, update: () => never };
  const serviceWorker = { ...worker, controller: {}, ready: never, register: async () => worker };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker });
};

// An app asks for a token, with all that there is to be said about it.
const asked = `/oauth?${new URLSearchParams({
  response_type: 'code',
  client_id: 'a-board-with-a-rather-long-name.example',
  redirect_uri: 'http://boards-with-sensors.example:8080/callback',
  code_challenge_method: 'S256',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  scope: 'preference:read challenge:write board:play',
})}`;

// What a place can have: the page of route.ts that it shows, the address, what to do there, whether a stranger
// goes there instead of the visitor, and what to do before leaving. The last ones leave something behind. Those that are
// `rare` show what others have as well, or next to it: screenshots.mjs visits them, and axe when CASTLED_RARE_PLACES is set
// (tests/soak.sh).
export const places = [
  { name: 'lobby', page: 'lobby', at: () => '/', act: one => seen(one, '.seeks li') },
  { name: 'lobby-first', page: 'lobby', at: () => '/', stranger: true },
  ...['people', 'friend', 'computer'].map((way, i) => ({
    name: `form-${way}`,
    rare: way !== 'computer', // the form with odds has all of theirs
    page: 'lobby',
    at: () => '/',
    act: one =>
      pressed(
        one,
        i === 0 ? '.tiles li:last-child .tile' : `.ways li:nth-child(${i}) .way`,
        '.game-form',
      ),
  })),
  {
    name: 'form-odds',
    page: 'lobby',
    at: () => '/',
    act: async one => {
      await pressed(one, '.ways li:nth-child(1) .way', '.game-form');
      await one.page.locator('.game-form .switch input').check();
    },
  },
  { name: 'game', page: 'game', at: town => `/${town.going}`, act: one => one.onBoard() },
  {
    name: 'game-picked',
    rare: true,
    page: 'game',
    at: town => `/${town.going}`,
    act: async one => {
      await one.onBoard();
      await one.press('g5');
      await one.marked('move-dest').first().waitFor();
    },
  },
  {
    name: 'game-armed',
    page: 'game',
    at: town => `/${town.going}`,
    act: one => pressed(one, '.acts .act', '.acts .armed'),
  },
  {
    name: 'game-promotion',
    page: 'game',
    at: town => `/${town.promoting}`,
    act: async one => {
      await one.onBoard();
      await one.click('e7d8');
      await seen(one, '.promotion');
    },
  },
  {
    name: 'game-offer',
    rare: true,
    page: 'game',
    at: town => `/${town.offered}`,
    act: one => seen(one, '.offer'),
  },
  {
    name: 'game-over',
    rare: true,
    page: 'game',
    at: town => `/${town.over}`,
    act: one => seen(one, '.result'),
  },
  {
    name: 'game-share',
    page: 'game',
    at: town => `/${town.over}`,
    act: async one => {
      await seen(one, '.result');
      await pressed(one, '.acts .act:last-of-type', '.share-game');
    },
  },
  {
    name: 'game-left',
    page: 'game',
    at: town => `/${town.left}`,
    act: one => seen(one, '.offer button'),
  },
  {
    name: 'game-menu',
    page: 'game',
    at: town => `/${town.going}`,
    act: async one => {
      await one.onBoard();
      await pressed(one, '.name-button', '.player-menu .quiet');
      await pressed(one, '.player-menu .quiet', '.report-form');
    },
  },
  {
    name: 'game-held',
    page: 'game',
    at: town => `/${town.going}`,
    act: async one => {
      await likes(one, { confirm: 'always' });
      await one.onBoard();
      await one.page.locator('.chat input').fill('A pleasure to play you; what an opening!');
      await one.page.keyboard.press('Enter');
      await seen(one, '.chat li:not(.soft)');
      await one.click('e1g1');
      await seen(one, '.offer .primary');
    },
    after: ({ visitor: one }) => likes(one, {}),
  },
  {
    name: 'game-watched',
    page: 'game',
    at: town => `/${town.watched}`,
    act: async one => {
      await one.onBoard();
      await pressed(one, '.watchers summary', '.watchers li');
    },
  },
  {
    name: 'game-keys',
    page: 'game',
    at: town => `/${town.watched}`,
    act: async one => {
      await one.onBoard();
      await one.page.keyboard.press('?');
      await seen(one, '.keys');
    },
  },
  {
    name: 'analysis',
    rare: true,
    page: 'analysis',
    at: () => '/analysis',
    act: one => one.onBoard(),
  },
  {
    name: 'analysis-review',
    page: 'analysis',
    at: town => `/analysis/${town.won}`,
    act: async one => {
      await one.onBoard();
      await pressed(one, '.review > button', '.report');
    },
  },
  {
    name: 'conditional',
    page: 'analysis',
    at: town => `/analysis/${town.slowly}`,
    act: one => seen(one, '.conditional li'),
  },
  {
    name: 'analysis-tree',
    page: 'analysis',
    at: () => '/analysis',
    act: async one => {
      await one.onBoard();
      await one.page.locator('.share textarea').fill(annotated);
      await pressed(one, '.share .row button', '.tree .variation');
      await one.page.locator('.engine select').selectOption('3');
      await one.page.locator('.engine .switch').click();
      await seen(one, '.lines li:nth-child(3) .move');
    },
  },
  { name: 'editor', page: 'editor', at: () => '/editor', act: one => seen(one, '.squares') },
  { name: 'settings', page: 'settings', at: () => '/settings', act: one => seen(one, 'fieldset') },
  { name: 'live', page: 'live', at: () => '/live', act: one => seen(one, '.mini piece') },
  {
    name: 'leaderboard',
    rare: true,
    page: 'leaderboard',
    at: () => '/leaderboard',
    act: one => seen(one, 'h1'),
  },
  {
    name: 'leaderboard-full',
    page: 'leaderboard',
    at: () => '/leaderboard',
    act: async one => {
      await answers(one, '**/api/player/top/**', { users: leaders });
      await one.page.locator('.profile select').selectOption('rapid');
      await seen(one, '.leaders li');
    },
  },
  {
    name: 'profile',
    rare: true,
    page: 'profile',
    at: () => `/@/${visitor}`,
    act: one => seen(one, '.ratings'),
  },
  {
    name: 'profile-rated',
    page: 'profile',
    at: () => `/@/${visitor}`,
    act: async one => {
      await answers(one, '**/rating-history', history);
      await one.page.reload();
      await seen(one, '.rating-graph');
    },
  },
  {
    name: 'profile-other',
    page: 'profile',
    at: town => `/@/${town.ivan}`,
    act: one => seen(one, '.ratings'),
  },
  { name: 'bots', page: 'bots', at: () => '/bots', act: one => seen(one, '.bots li') },
  {
    name: 'operators',
    page: 'admin',
    at: () => '/admin',
    act: async one => {
      await seen(one, '.operator-figures .figures');
      await seen(one, '.operator-list .primary');
      await seen(one, '.operator-list li.row');
    },
  },
  { name: 'people', page: 'people', at: () => '/people', act: one => seen(one, '.card li') },
  {
    name: 'device',
    page: 'device',
    at: () => '/device',
    act: one => seen(one, '.device > p:not(.soft)'),
  },
  {
    name: 'account',
    page: 'account',
    at: () => '/account',
    act: one => seen(one, '.account form'),
  },
  {
    name: 'tokens',
    page: 'account/oauth/token',
    at: () => '/account/oauth/token',
    act: one => seen(one, '.account form'),
  },
  {
    name: 'token-asked',
    page: 'account/oauth/token/create',
    at: () =>
      '/account/oauth/token/create?scopes[]=challenge:write&scopes[]=bot:play&description=A+chess+bot',
    act: one => seen(one, '.account input:checked'),
  },
  { name: 'oauth', page: 'oauth', at: () => asked, act: one => seen(one, '.oauth .primary') },
  {
    name: 'oauth-stranger',
    rare: true,
    page: 'oauth',
    at: () => asked,
    stranger: true,
    act: one => seen(one, '.sign'),
  },
  {
    name: 'sign-in',
    page: 'sign-in',
    at: () => '/sign-in',
    stranger: true,
    act: one => seen(one, '.sign'),
  },
  {
    name: 'sign-up',
    page: 'sign-up',
    at: () => '/sign-up',
    stranger: true,
    act: one => seen(one, '.sign'),
  },
  {
    name: 'challenge',
    page: 'challenge',
    at: town => `/challenge/${town.challenge}`,
    act: one => seen(one, '.waiting'),
  },
  {
    name: 'missing-game',
    page: 'unknown',
    at: () => '/Nowhere1',
    act: one => seen(one, '.missing h1'),
  },
  {
    name: 'waiting',
    page: 'lobby',
    at: () => '/',
    stranger: true,
    act: async one => {
      await one.quick(one.control);
      await seen(one, '.waiting');
    },
  },
  {
    name: 'invitation',
    page: 'lobby',
    at: () => '/',
    stranger: true,
    act: async one => {
      await pressed(one, '.ways .way', '.game-form');
      await pressed(one, '.game-form .primary', '.waiting svg');
    },
  },
  {
    name: 'broken',
    page: 'lobby',
    at: () => '/',
    act: async (one, { line }) => {
      await seen(one, '.tile:enabled');
      await one.page.waitForLoadState('networkidle');
      line.cut();
      await seen(one, '.banner');
    },
    after: ({ line }) => line.mend(),
  },
  {
    name: 'plain-board',
    page: 'game',
    at: town => `/${town.going}`,
    act: async one => {
      await one.onBoard();
      await one.page.locator('.skip').focus();
      await one.page.keyboard.press('Enter');
      await seen(one, '.plain-grid');
    },
  },
  {
    name: 'tournaments',
    page: 'tournaments',
    at: () => '/tournaments',
    before: one => mock(one, newTournament()),
    act: one => seen(one, '.entry'),
  },
  {
    name: 'tournament-new',
    page: 'tournaments/new',
    at: () => '/tournaments/new',
    act: async one => {
      await seen(one, '.tour-form');
      await one.page.locator('.more summary').click();
    },
  },
  tournament('swiss', '', {}, () => {}, false),
  tournament('pairings', 'pairings'),
  tournament('by-name', 'pairings', {}, one => pressNamed(one, 'By name')),
  tournament('crosstable', 'crosstable', {}, one => seen(one, '.crosstable')),
  tournament('grid', 'crosstable', { format: 'roundrobin' }, one => seen(one, '.crosstable')),
  tournament('bracket', 'crosstable', { format: 'knockout' }, one => seen(one, '.bracket')),
  tournament('arena', '', { format: 'arena', status: 'finished' }),
  tournament('statistics', 'statistics', { format: 'arena' }),
  tournament('before', '', { status: 'created', roundState: 'none', isMine: false }),
  tournament('desk', 'desk', {}, one => seen(one, '.desk-boards button')),
  tournament('desk-board', 'desk', {}, one => pressed(one, '.desk-boards button', '.results'), false),
  tournament('desk-game', 'desk', {}, async one => {
    await pressed(one, '.desk-boards button', '.act-dialog');
    await one.page.getByText('The game’s clocks').click();
    await one.button('Give time').waitFor();
  }, false),
  tournament('desk-boards', 'desk', { roundState: 'paired' }, async one => {
    await one.button('Change pairings').click();
    await pressed(one, '.seat', '.seat[aria-pressed=true]');
  }),
  tournament('desk-players', 'desk', {}, one => pressNamed(one, 'Players'), false),
  tournament('desk-player', 'desk', {}, async one => {
    await pressNamed(one, 'Players');
    await pressed(one, '.desk-boards button', '.act-dialog');
  }),
  tournament('desk-settings', 'desk', {}, one => pressNamed(one, 'Settings')),
  tournament('desk-log', 'desk', {}, async one => {
    await pressNamed(one, 'Log');
    await seen(one, '.desk-log li');
  }),
  tournament('wall-boards', 'wall', {}, one => seen(one, '.wall-boards'), false),
  tournament('wall-names', 'wall', {}, async one => {
    await one.button('Next page').click();
    await seen(one, '.wall-names');
  }),
  tournament('wall-standings', 'wall', {}, async one => {
    await one.button('Previous page').click();
    await seen(one, '.wall-standings');
  }),
  tournament('teams', '', { format: 'teams' }, one => seen(one, '.team-standings')),
  tournament('matches', 'pairings', { format: 'teams' }, one => seen(one, '.team-match')),
  tournament('wall-matches', 'wall', { format: 'teams' }, one => seen(one, '.wall-matches')),
  tournament('wall-teams', 'wall', { format: 'teams' }, async one => {
    await one.page.getByLabel('Standings', { exact: true }).uncheck();
    await one.button('Previous page').click();
    await seen(one, '.wall-teams');
  }),
  {
    name: 'teams',
    page: 'teams',
    at: () => '/teams',
    act: async one => {
      await seen(one, '.entry');
      await pressNamed(one, 'Found a team');
      await seen(one, '.tour-form');
    },
  },
  {
    name: 'team',
    page: 'team',
    at: town => `/team/${town.team}`,
    act: async one => {
      await seen(one, '.team-people button');
      await pressNamed(one, 'Settings of the team');
      await seen(one, '.tour-form');
    },
  },
  {
    name: 'device-games',
    page: 'device',
    at: () => '/device',
    act: async one => {
      await seen(one, '.device .primary');
      await keep(one, keptHere);
      await one.page.reload();
      await seen(one, '.games li');
    },
  },
  {
    name: 'update',
    page: 'lobby',
    at: () => '/',
    stranger: true,
    act: async one => {
      await one.page.addInitScript(waitingVersion);
      await one.page.reload();
      await seen(one, '.banner');
    },
  },
];

// The visitor and a stranger, each with a browser context of that device; the visitor's connection to the server can
// be cut. Strangers on two devices do not seek the same game.
export async function newPeople(browser, town, device) {
  const line = await lineTo(town.server);
  const cookie = { name: 'castled_session', value: town.cookie, domain: '127.0.0.1', path: '/' };
  const visitor = await person(browser, line, { ...device, storageState: { cookies: [cookie] } });
  // Settings of one device must not reach the other.
  visitor.settings = {};
  await visitor.context.route('**/api/account/settings', route =>
    route.fulfill({ json: visitor.settings }),
  );
  const stranger = await person(browser, town.server, device);
  stranger.control = device.isMobile ? '3+2' : '1+0';
  return {
    visitor,
    stranger,
    line,
    async leave() {
      await Promise.all([visitor.context.close(), stranger.context.close()]);
      line.close();
    },
  };
}

// Takes a player to a place, in the state that it is about.
export async function goTo(people, town, place) {
  const one = place.stranger ? people.stranger : people.visitor;
  await place.before?.(one);
  await one.goto(place.at(town));
  if (place.at(town) === '/') await seen(one, '.tile:enabled');
  await place.act?.(one, people);
  await settled(one.page);
  return one;
}
