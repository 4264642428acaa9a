// places.mjs - every page in every state that it has, and a town of people whose games and seeks fill them.
//
// What is done by others is done over sockets; the browser belongs to one visitor, who has an account.

import { browser as client } from '../sockets/http_client.mjs';
import { connect, pair, playAll } from '../sockets/player.mjs';
import { lineTo } from './line.mjs';
import { person } from './person.mjs';

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

// Somebody of the town plays the visitor, who has white, or two of them play each other.
async function play(server, players, moves, setup = {}) {
  const table = await pair(server, { clock: clocks.rapid, ...setup }, players);
  await playAll(table, moves);
  return table;
}

// The visitor's own connection is closed at the end: the browser is to be all that is there of him.
export async function newTown(server) {
  const self = await settle(server, visitor);
  const [ivan, mei] = [await settle(server, 'Ivan'), await settle(server, 'Mei-Ling-of-the-Lake')];
  const [me, friend, other] = [await self.come(), await ivan.come(), await mei.come()];
  const rated = { rated: true };
  const won = await play(server, [me, other], scholars, { ...rated, clock: clocks.blitz });
  const over = await play(server, [me, friend], scholars, rated);
  const going = await play(server, [me, other], opera, rated);
  await other.ok({ t: 'chat', game: going.game, text: 'Good luck, and have a beautiful game!' });
  const promoting = await play(server, [me, friend], promotes);
  const offered = await play(server, [me, friend], opera);
  await friend.ok({ t: 'draw', game: offered.game });
  const watched = await play(server, [friend, other], opera.slice(0, 17));
  const fresh = await play(
    server,
    [await connect(server), await connect(server)],
    opera.slice(0, 5),
  );
  const { challenge } = await friend.ok({ t: 'challenge', to: 'link', clock: clocks.odds });
  await friend.ok({ t: 'challenge', to: 'user', name: visitor, clock: clocks.blitz, rated: true });
  for (const clock of [clocks.blitz, clocks.rapid])
    await (await connect(server)).ok({ t: 'seek', clock, color: 'white', fallback: null });
  await self.home.post(`/api/rel/follow/${ivan.name}`);
  await me.close();
  const games = { won, over, going, promoting, offered, watched, fresh };
  return {
    ...Object.fromEntries(Object.entries(games).map(([name, { game }]) => [name, game])),
    challenge,
    ivan: ivan.name,
    cookie: self.home.cookie,
    server,
  };
}

const seen = (one, selector) => one.page.locator(selector).first().waitFor();
const pressed = async (one, selector, then) => {
  await one.page.locator(selector).first().click();
  await seen(one, then);
};

// What a place may have: the page of route.ts that it shows, the address, what to do there, and whether a
// stranger goes there instead of the visitor. The last ones leave something behind.
export const places = [
  { name: 'lobby', page: 'lobby', at: () => '/', act: one => seen(one, '.seeks li') },
  { name: 'lobby-first', page: 'lobby', at: () => '/', stranger: true },
  ...['people', 'friend', 'computer'].map((way, i) => ({
    name: `form-${way}`,
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
    page: 'game',
    at: town => `/${town.offered}`,
    act: one => seen(one, '.offer'),
  },
  {
    name: 'game-over',
    page: 'game',
    at: town => `/${town.over}`,
    act: one => seen(one, '.result'),
  },
  { name: 'game-watched', page: 'game', at: town => `/${town.watched}`, act: one => one.onBoard() },
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
  { name: 'analysis', page: 'analysis', at: () => '/analysis', act: one => one.onBoard() },
  {
    name: 'analysis-review',
    page: 'analysis',
    at: town => `/analysis/${town.won}`,
    act: async one => {
      await one.onBoard();
      await one.page.getByRole('button', { name: 'Review the game' }).click();
      await seen(one, '.report');
    },
  },
  { name: 'editor', page: 'editor', at: () => '/editor', act: one => seen(one, '.squares') },
  { name: 'settings', page: 'settings', at: () => '/settings', act: one => seen(one, 'fieldset') },
  { name: 'live', page: 'live', at: () => '/live', act: one => seen(one, '.mini piece') },
  {
    name: 'leaderboard',
    page: 'leaderboard',
    at: () => '/leaderboard',
    act: one => seen(one, 'h1'),
  },
  {
    name: 'profile',
    page: 'profile',
    at: () => `/@/${visitor}`,
    act: one => seen(one, '.ratings'),
  },
  {
    name: 'profile-other',
    page: 'profile',
    at: town => `/@/${town.ivan}`,
    act: one => seen(one, '.ratings'),
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
];

// What was drawn last is on the screen.
export const settled = page =>
  page.evaluate(
    () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

// The visitor and a stranger, each with a browser context of that device, on a line of their own to the server.
// Strangers of two devices do not look for the same game.
export async function newPeople(browser, town, device) {
  const line = await lineTo(town.server);
  const cookie = { name: 'castled_session', value: town.cookie, domain: '127.0.0.1', path: '/' };
  const visitor = await person(browser, line, { ...device, storageState: { cookies: [cookie] } });
  // What one device sets is not to reach the other.
  await visitor.context.route('**/api/account/settings', route => route.fulfill({ json: {} }));
  const stranger = await person(browser, line, device);
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

// Somebody at a place, in the state that it is about.
export async function goTo(people, town, place) {
  const one = place.stranger ? people.stranger : people.visitor;
  await one.goto(place.at(town));
  if (place.at(town) === '/') await seen(one, '.tile:enabled');
  await place.act?.(one, people);
  await settled(one.page);
  return one;
}
