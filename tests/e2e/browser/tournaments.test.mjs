// tournaments.test.mjs - the pages of tournaments: a club's round as organiser and player see it, on a real server; and in states
// that the mock of tournamentMock.mjs sets the calendar, the form, tables that move, the desk, the wall, prints.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { until } from '../sockets/castled.mjs';
import { browser as client } from '../sockets/http_client.mjs';
import { lineTo } from './line.mjs';
import { member, person, phone, playAll, tabOf, withPeople } from './person.mjs';
import { mock, newTournament } from './tournamentMock.mjs';

// What happens in a tournament is told by and by: its clock is the machine's, and nobody waits for an opponent here.
const inTime = { slow: false };

const path = (part = '') => `/tournament/Ab12Cd34${part}`;

const updateOf = ({ tournament, standings, round }, changed) => ({
  t: 'tournament_update',
  tournament: tournament.id,
  total: standings.total,
  rows: [],
  boards: [],
  ...Object.fromEntries(
    ['seq', 'status', 'paused', 'round', 'roundState', 'roundStartedAt', 'nextRoundAt', 'endsAt', 'startsAt', 'players', 'boardsLeft'].map(
      name => [name, tournament[name] ?? round[name] ?? null],
    ),
  ),
  ...changed,
});

const ranking = one => one.page.locator('.standings tbody th bdi').allTextContents();
// Waits until the rows are so.
const ranked = (one, first) =>
  one.page.waitForFunction(
    names => names.every((name, i) => document.querySelectorAll('.standings tbody th bdi')[i]?.textContent === name),
    first,
  );

test('from the calendar to a new tournament, whose tables move and which leads its player to the board', () =>
  withPeople(0, async ({ server, browser }) => {
    const one = await member(browser, server, 'Rosa_Wintergarten-92');
    const town = newTournament({ isMine: false });
    const acts = await mock(one, town);
    await one.goto('/');
    await one.page.locator('.tools').getByRole('link', { name: 'Tournaments' }).click();
    await one.page.getByRole('heading', { name: 'In progress' }).waitFor();
    assert.equal(await one.page.locator('.entry').count(), 4);
    await one.page.getByRole('link', { name: 'New tournament' }).click();
    await one.page.getByLabel('Name', { exact: true }).fill('Club evening by the lake');
    await one.page.getByLabel('Format').selectOption('roundrobin');
    await one.page.getByText('Two games').click();
    await one.button('Create tournament').click();
    await one.page.getByRole('heading', { name: 'Club evening by the lake' }).waitFor();
    assert.equal(new URL(one.page.url()).pathname, path());
    const [sent] = acts;
    assert.deepEqual(
      [sent.name, sent.format, sent.cycles, sent['clock.limit'], sent['clock.increment'], sent.rated, sent.rounds],
      ['Club evening by the lake', 'roundrobin', '2', '180', '2', 'true', undefined],
    );

    await ranked(one, ['Ada', 'Mei-Ling-of-the-Lake', 'Ivan', 'Rosa_Wintergarten-92']);
    await one.sees('Board 2: you play Black against Ivan.');
    const [first, , , own] = town.standings.rows;
    one.tell(updateOf(town, { rows: [{ ...own, rank: 1, points: 3.5 }, { ...first, rank: 2 },
      { ...town.standings.rows[1], rank: 3 }, { ...town.standings.rows[2], rank: 4 }], seq: 18 }));
    await ranked(one, ['Rosa_Wintergarten-92', 'Ada', 'Mei-Ling-of-the-Lake', 'Ivan']);
    assert.equal((await ranking(one)).length, 16);
    await one.sees('Rank 1 of 16, points: 3½');

    await one.page.getByLabel('Your message').fill('Good luck, everybody');
    await one.page.keyboard.press('Enter');
    await one.page.waitForFunction(() => document.querySelector('.tour-chat input').value === '');
    one.tell({ t: 'tournament_chat', tournament: 'Ab12Cd34', user: 'x', name: 'Ada', text: 'Thank you', at: 1 });
    await one.sees('Thank you');
    assert.equal(one.asked.at(-1).text, 'Good luck, everybody');

    await one.page.getByRole('link', { name: 'Pairings', exact: true }).click();
    await one.page.locator('.pairings tbody tr.own').waitFor();
    one.tell(updateOf(town, { boards: [{ ...town.round.boards[1], state: 'over', result: '0-1' }], seq: 19 }));
    await one.page.locator('.pairings tr.own', { hasText: '0–1' }).waitFor();
    await one.page.getByText('By name').click();
    await one.page.locator('.pairings tbody tr:first-child', { hasText: 'Ada' }).waitFor();
    // On paper there are the tables alone.
    await one.page.emulateMedia({ media: 'print' });
    assert.deepEqual(
      await one.page.evaluate(() =>
        ['.head', '.parts', '.own-part', '.tour-chat', '.files', '.pairings', '.tournament h1'].filter(place =>
          document.querySelector(place)?.checkVisibility(),
        ),
      ),
      ['.pairings', '.tournament h1'],
    );
    await one.page.emulateMedia({ media: 'screen' });

    // A game that begins leads there, from any page that only shows something; but the wall stays.
    const game = { t: 'tournament_game', tournament: 'Ab12Cd34', name: 'Club evening', format: 'swiss', round: 4, board: 30,
      color: 'white', opponent: { user: 'x', name: 'Ivan', rating: 1900 }, berserk: false };
    await one.goto(path('/wall'));
    await one.page.locator('.wall-boards').waitFor();
    one.tell({ ...game, game: 'WallGame' });
    await one.goto('/leaderboard');
    await one.page.locator('.profile').waitFor();
    one.tell({ ...game, game: 'q7ZtYkrD' });
    await one.page.waitForURL('**/q7ZtYkrD');
    one.expectNoFaults();
  }));

test('the desk on a phone: results with reasons, a warning that is confirmed, pairings by hand, a bye', () =>
  withPeople(0, async ({ server, browser }) => {
    const one = await member(browser, server, 'Ada');
    await one.page.setViewportSize(phone.viewport);
    const warning = { error: 'They have met in round 2.', code: 'confirm', warnings: [{ code: 'rematch', text: 'They have met in round 2.' }] };
    const town = newTournament({ roundState: 'paired' });
    const acts = await mock(one, town, ({ act, confirm }) => {
      if (act === 'settings') Object.assign(town.tournament, { seq: 20, description: 'Bring tea.' });
      return act === 'boards' && !confirm ? warning : null;
    });
    await one.goto(path('/desk'));
    await one.button('Change pairings').click();
    for (const name of ['Ada', 'Ivan']) await one.page.locator('.seat', { hasText: name }).click();
    await one.button('Save pairings').click();
    await one.sees('These two have met already.');
    await one.button('Do it anyway').click();
    await one.page.locator('dialog').waitFor({ state: 'detached' });
    const boards = '3-2 1-4 5-6 7-8 9-10 11-12 13-14 15-0';
    assert.deepEqual(
      acts.map(({ act, boards: pairs, confirm }) => [act, pairs, confirm]),
      [['boards', boards, undefined], ['boards', boards, 'true']],
    );

    const row = n => one.page.locator('.desk-boards li', { hasText: n }).getByRole('button');
    await one.button('Start the round').click();
    await one.button('Show all boards').click();
    await row('Chiara').click();
    await one.button('½–½').click();
    await one.page.waitForFunction(() => !document.querySelector('dialog'));
    Object.assign(town.tournament, { seq: 19, roundState: 'playing' });
    town.round.state = 'playing';
    one.tell(updateOf(town));
    await one.page.locator('.progress', { hasText: 'still being played' }).waitFor();
    await one.page.getByText('Players', { exact: true }).click();
    await row('Yusuf').click();
    await one.page.getByText('Byes', { exact: true }).click();
    await one.page.locator('dialog details[open] button').click();
    await one.page.locator('dialog').waitFor({ state: 'detached' });
    await until(() => acts.length === 5, 'the bye is sent');
    assert.deepEqual(
      acts.slice(2).map(({ act, player, round, points, result, board }) => [act, player ?? board, round ?? result, points]),
      [['round', undefined, undefined, undefined], ['result', '20', '½-½', undefined], ['bye', '6', '4', '0.5']],
    );
    const wide = await one.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= phone.viewport.width, `${wide} px wide`);

    // When the next round begins, and a description that is taken away.
    await one.page.getByText('Settings', { exact: true }).click();
    await one.page.getByText('Change settings').click();
    await one.page.getByLabel('Next round begins at').fill('2999-01-01T10:30');
    await one.page.getByLabel('Description').fill('');
    await one.button('Save').click();
    await until(() => acts.length === 6, 'the settings are sent');
    assert.deepEqual(acts[5], { act: 'settings', description: '', nextRound: String(new Date('2999-01-01T10:30').getTime()) });
    // Then the form has what the server has, where somebody else has written another description since.
    await one.page.waitForFunction(() => document.querySelector('.tour-form textarea').value === 'Bring tea.');
    assert.equal(await one.page.getByLabel('Next round begins at').inputValue(), '');
    assert.equal(await one.button('Save').isDisabled(), true);
    // Without ratings nothing is rated.
    assert.equal(await one.page.getByText('Rated', { exact: true }).count(), 0);

    // No heading of a column is cut off; that of the boards is short, but spoken whole.
    await one.goto(path('/pairings'));
    await one.page.getByRole('columnheader', { name: 'Board', exact: true }).waitFor();
    const cut = await one.page.locator('.pairings thead th').evaluateAll(all => all.filter(th => th.scrollWidth > th.clientWidth).length);
    assert.equal(cut, 0);
    one.forgive(/409 \(Conflict\)/); // the warning
    one.expectNoFaults();
  }, { args: ['--ratings', 'off'] }));

async function fits(one) {
  const { height, inner } = await one.page.evaluate(() => ({ height: document.documentElement.scrollHeight, inner: innerHeight }));
  assert.ok(height <= inner, `the wall is ${height} px high where there are ${inner}`);
}

test('the wall turns its pages by itself and by its buttons', () =>
  withPeople(1, async ({ people: [one] }) => {
    await mock(one, newTournament());
    await one.page.clock.install();
    await one.goto(path('/wall'));
    await one.page.locator('.wall-boards').waitFor();
    assert.equal(await one.page.locator('.head').isVisible(), false);
    await one.page.clock.runFor(12_000);
    await one.page.locator('.wall-names').waitFor();
    await one.button('Stay on this page').click();
    await one.page.clock.runFor(60_000);
    await one.page.locator('.wall-names').waitFor();
    await one.button('Previous page').click();
    await one.page.locator('.wall-boards').waitFor();
    for (const name of ['Pairings by board', 'Pairings by name', 'Live boards']) await one.page.getByLabel(name).uncheck();
    await one.page.locator('.wall-standings').waitFor();
    assert.equal(await one.page.locator('.wall-standings tr').count(), 16);
    await fits(one);

    // Of team matches the matches by board and the teams come first.
    await mock(one, newTournament({ format: 'teams' }));
    await one.goto(path('/wall'));
    await one.page.locator('.wall-matches tr', { hasText: 'Reds' }).getByText('½ – ½').waitFor();
    assert.equal(await one.page.locator('.wall-matches tr').count(), 10);
    // At the fourth board the home team has Black.
    const fourth = one.page.locator('.wall-matches tr', { hasText: 'Chiara' });
    assert.deepEqual(await fourth.locator('bdi').allTextContents(), ['Bo', 'Chiara']);
    await fourth.getByText('−/+').waitFor();
    assert.equal(await one.page.getByLabel('Pairings by board').count(), 0);
    await one.page.getByLabel('Standings', { exact: true }).uncheck();
    await one.button('Previous page').click();
    await one.page.locator('.wall-teams tbody tr').first().waitFor();
    assert.deepEqual(await one.page.locator('.wall-teams tbody tr strong').allTextContents(), ['5', '4', '3', '2']);
    await fits(one);
  }));

// With an account, over HTTP alone.
async function joins(server, name, id) {
  const home = client(server);
  assert.equal((await home.post('/api/account', { name, password: 'correct-horse' })).status, 201);
  assert.equal((await home.post(`/api/v1/tournaments/${id}/join`, {})).status, 200);
}

const atBoard = async (one, before = '') => {
  await one.page.waitForURL(url => /^\/[0-9A-Za-z]{8}$/.test(url.pathname) && url.pathname !== before);
  await one.onBoard();
  return new URL(one.page.url()).pathname;
};

const post = (one, path, fields = {}) =>
  one.page.evaluate(
    async ([to, body]) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(`/api/v1/tournaments${to}`, { method: 'POST', body, headers });
      return answer.json();
    },
    [path, new URLSearchParams(fields).toString()],
  );

// The server has told the page who it is, and tells it of what begins.
const connected = one => one.page.locator('.self').waitFor();

// An arena of that organiser, which waits for its start with these players; answers its id.
async function arena(organiser, joining) {
  for (const one of [organiser, ...joining]) {
    await one.goto('/tournaments');
    await connected(one);
  }
  const clock = { 'clock.limit': 180, 'clock.increment': 2, firstMove: 3600 };
  const { id } = await post(organiser, '', { name: 'Quick', format: 'arena', rated: false, ...clock });
  for (const one of joining) await post(one, `/${id}/join`);
  return id;
}

const inOrder = async (one, other) => ((await one.page.locator('.board .orientation-white').count()) ? [one, other] : [other, one]);

// In the page: a notice is there, it does not lie over the board, and a click on its text goes through it.
const noticeOffTheBoard = () => {
  const notice = document.querySelector('.notices li');
  if (!notice) return false;
  const board = document.querySelector('.board').getBoundingClientRect();
  const { left, right, top, bottom } = notice.getBoundingClientRect();
  const isOff = left >= board.right || right <= board.left || top >= board.bottom || bottom <= board.top;
  const text = notice.querySelector('span').getBoundingClientRect();
  const hit = document.elementFromPoint(text.x + text.width / 2, text.y + text.height / 2);
  const close = notice.querySelector('button').getBoundingClientRect();
  const button = document.elementFromPoint(close.x + close.width / 2, close.y + close.height / 2);
  return isOff && !hit?.closest('.notices') && Boolean(button?.closest('.notices button'));
};

test('an arena: a player goes berserk, the desk stops the game, a spectator finds the way to the tournament', () =>
  withPeople(1, async ({ server, browser, people: [guest] }) => {
    const [ada, bob, cleo] = await Promise.all(['Ada', 'Bob', 'Cleo'].map(name => member(browser, server, name)));
    const id = await arena(cleo, [ada, bob]);
    // Other tabs of the player's in which something would be lost.
    const [lab, form] = [await tabOf(ada.context, server), await tabOf(ada.context, server)];
    await lab.goto('/analysis');
    await lab.click('d2d4');
    const tree = lab.page.locator('.tree .move');
    await tree.first().waitFor();
    await form.goto('/tournaments/new');
    await form.page.getByLabel('Name', { exact: true }).fill('Another one');
    for (const tab of [lab, form]) await connected(tab);
    await cleo.goto(`/tournament/${id}/desk`);
    await cleo.button('Start now').click();
    const game = await atBoard(ada);
    await atBoard(bob);
    for (const tab of [lab, form]) {
      await tab.page.locator('.turn-link', { hasText: 'Your game has started' }).waitFor();
      // It has heard of the tournament's game.
      await tab.page.waitForFunction(() => sessionStorage['castled.tournaments']);
    }
    assert.deepEqual(await tree.allTextContents(), ['d4']);
    assert.equal(await form.page.getByLabel('Name', { exact: true }).inputValue(), 'Another one');
    for (const tab of [lab, form]) {
      tab.expectNoFaults();
      await tab.page.close();
    }
    await ada.button('Berserk').click();
    for (const one of [ada, bob]) await one.sees('went berserk');
    await ada.page.reload();
    await ada.onBoard();
    await ada.page.getByTitle('Back to Quick').waitFor();
    assert.equal(await ada.button('Berserk').count(), 0);
    assert.equal(await bob.button('Berserk').count(), 1);

    const places = new Set(); // of a button, whatever happens to the game
    const clocks = async name => {
      await cleo.page.locator('.desk-boards li', { hasText: 'Bob' }).getByRole('button').click();
      await cleo.page.getByText('The game’s clocks').click();
      const dialog = cleo.page.locator('dialog');
      const goesOn = 'Let the game go on';
      // It has heard how the game stands.
      await dialog.getByRole('button', { name: name === goesOn ? goesOn : 'Stop the clocks' }).waitFor();
      places.add(JSON.stringify(await dialog.getByRole('button', { name: 'Give time' }).boundingBox()));
      await dialog.getByRole('button', { name }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await clocks('Stop the clocks');
    await bob.sees('The arbiter has stopped both clocks.');
    await clocks('Let the game go on');
    await bob.page.getByText('The arbiter has stopped both clocks.').waitFor({ state: 'detached' });
    const noticed = bob.page.waitForFunction(noticeOffTheBoard);
    await clocks('Take time');
    await bob.sees('lost 60 seconds');
    await noticed;

    // Adjourned: whoever is to move seals a move, which is played when the game goes on.
    const [white, black] = await inOrder(ada, bob);
    await playAll([white, black], [['type', 'e4', 'e4'], ['type', 'e5', 'e5']]);
    await clocks('Adjourn');
    await white.sees('your next move is sealed');
    await black.sees('the player to move seals a move');
    await white.click('g1f3');
    for (const one of [white, black]) await one.sees('The game is adjourned; a move is sealed.');
    assert.deepEqual(await black.sans(), ['e4', 'e5']);
    await clocks('Let the game go on');
    assert.deepEqual(await black.hasMoves(3), ['e4', 'e5', 'Nf3']);
    await black.page.getByText('The game is adjourned').waitFor({ state: 'detached' });
    assert.equal(places.size, 1, [...places].join(' '));

    await guest.goto(game);
    await guest.onBoard();
    await guest.page.getByTitle('Back to Quick').click();
    await guest.page.getByRole('heading', { name: 'Quick' }).waitFor();
    for (const one of [ada, bob, cleo, guest]) one.expectNoFaults();
  }, inTime));

test('small boards of games in progress go on after a lost connection, and lead to the game, which goes on there', () =>
  withPeople(0, async ({ server, browser }) => {
    const line = await lineTo(server);
    const guest = await person(browser, line);
    const [ada, bob, cleo] = await Promise.all(['Ada', 'Bob', 'Cleo'].map(name => member(browser, server, name)));
    const id = await arena(cleo, [ada, bob]);
    await post(cleo, `/${id}/acts`, { act: 'start' });
    for (const one of [ada, bob]) await atBoard(one);
    const [white, black] = await inOrder(ada, bob);

    await guest.goto(`/tournament/${id}/pairings`);
    const small = guest.page.locator('.live-board');
    await small.locator('piece').first().waitFor();
    line.cut();
    await guest.page.locator('.banner').waitFor();
    line.mend();
    await guest.page.locator('.banner').waitFor({ state: 'detached' });
    await playAll([white, black], [['type', 'e4', 'e4']]);
    await small.locator('square.last-move').first().waitFor();
    await small.locator('a').click();
    await guest.hasMoves(1);
    await playAll([white, black], [['type', 'e5', 'e5'], ['type', 'Nf3', 'Nf3']], 1);
    assert.deepEqual(await guest.hasMoves(3), ['e4', 'e5', 'Nf3']);
    line.close();
    for (const one of [ada, bob, cleo, guest]) one.expectNoFaults();
  }, inTime));

test('what is said and asked in a tournament while there is no connection is not lost without a word', () =>
  withPeople(0, async ({ server, browser }) => {
    const line = await lineTo(server);
    const ada = await member(browser, line, 'Ada');
    const [bob, cleo] = await Promise.all(['Bob', 'Cleo'].map(name => member(browser, server, name)));
    const id = await arena(cleo, [ada, bob]);
    await ada.goto(`/tournament/${id}`);
    const field = ada.page.getByLabel('Your message');
    const comesBack = () => ada.page.waitForFunction(() => document.querySelector('.tour-chat input').value === 'Good luck');
    const banner = ada.page.locator('.banner');
    await field.waitFor();

    // It cannot be sent; then it is sent, and nobody answers.
    line.cut();
    await banner.waitFor();
    await field.fill('Good luck');
    await ada.page.keyboard.press('Enter');
    await comesBack();
    await ada.page.locator('.notices li.grave').first().waitFor();
    line.mend();
    await banner.waitFor({ state: 'detached' });
    line.hush();
    await ada.page.keyboard.press('Enter');
    await banner.waitFor();
    await comesBack();
    line.mend();
    await banner.waitFor({ state: 'detached' });
    await ada.page.keyboard.press('Enter');
    await ada.page.locator('.tour-chat li', { hasText: 'Good luck' }).waitFor();
    assert.equal(await field.inputValue(), '');

    await post(cleo, `/${id}/acts`, { act: 'start' });
    for (const one of [ada, bob]) await atBoard(one);
    const berserk = ada.button('Berserk');
    await berserk.waitFor();
    line.hush();
    await berserk.click();
    await banner.waitFor();
    line.mend();
    await banner.waitFor({ state: 'detached' });
    await berserk.click();
    for (const one of [ada, bob]) await one.sees('went berserk');
    line.close();
    for (const one of [ada, bob, cleo]) one.expectNoFaults();
  }, inTime));

test('a club evening: made by its organiser, joined on a phone, played, corrected, and on to the next round', () =>
  withPeople(0, async ({ server, browser }) => {
    const [ada, bob] = await Promise.all(['Ada', 'Bob'].map(name => member(browser, server, name)));
    await bob.page.setViewportSize(phone.viewport);
    await ada.goto('/tournaments/new');
    await ada.page.getByLabel('Name', { exact: true }).fill('Club evening');
    await ada.page.getByText('By hand').click();
    await ada.button('Create tournament').click();
    await ada.page.getByRole('heading', { name: 'Club evening' }).waitFor();
    const id = new URL(ada.page.url()).pathname.split('/')[2];

    await bob.goto('/tournaments');
    await bob.page.getByRole('link', { name: 'Club evening' }).click();
    // In a hurry.
    const entries = [];
    bob.page.on('request', request => request.url().endsWith('/join') && entries.push(request));
    await bob.button('Join').dblclick();
    await bob.sees('You have joined.');
    assert.equal(entries.length, 1);
    await bob.sees('You have joined.');
    for (const name of ['Cleo', 'Dan']) await joins(server, name, id);
    await ranked(ada, ['Bob', 'Cleo', 'Dan']);

    await ada.page.getByRole('link', { name: 'Arbiter’s desk' }).click();
    await ada.page.getByText('Players', { exact: true }).click();
    await ada.page.getByText('No account').click();
    await ada.page.getByLabel('Name', { exact: true }).fill('Eve');
    await ada.page.getByLabel('Rating').fill('1900');
    await ada.page.locator('.desk .fields').getByRole('button', { name: 'Add players' }).click();
    await ada.page.locator('.desk-boards li', { hasText: 'Eve' }).waitFor();
    await ada.page.getByText('Round', { exact: true }).click();
    const press = async name => {
      const dialog = ada.button('Do it anyway');
      await ada.button(name).click();
      return dialog;
    };
    // As many rounds as there are players, and more: the server warns.
    await (await press('Start now')).click();
    await ada.button('Pair the next round').click();
    await ada.button('Start the round').click();
    const first = await atBoard(bob);
    await ada.page.locator('.desk-boards li', { hasText: 'Bob' }).waitFor();

    const row = who => ada.page.locator('.desk-boards li', { hasText: who }).getByRole('button');
    // The desk settles Bob's game although it is being played, then finds that it was the other way round.
    const winsWhite = async (result, reason) => {
      if (await ada.button('Show all boards').isVisible()) await ada.button('Show all boards').click();
      await row('Bob').click();
      await ada.page.locator('.results').first().getByRole('button', { name: result }).click();
      if (reason) {
        await ada.page.getByLabel('Reason').fill(reason);
        await ada.page.locator('.act-dialog .primary').click();
      } else await ada.button('Do it anyway').click();
    };
    await winsWhite('1–0');
    await ada.button('Show all boards').waitFor();
    await winsWhite('0–1', 'both say so');
    await row('Bob').getByText('0–1').waitFor();
    await ada.page.getByText('Log', { exact: true }).click();
    await ada.page.locator('.desk-log li', { hasText: 'both say so' }).waitFor();
    await ada.page.getByRole('link', { name: 'Standings', exact: true }).click();
    await ada.page.waitForFunction(() => document.querySelector('.standings .points')?.textContent === '1');

    await ada.page.getByRole('link', { name: 'Wall' }).click();
    await ada.page.locator('.wall-boards tr', { hasText: 'Bob' }).waitFor();
    assert.equal(await atBoard(bob), first);

    // Teams: founded on the page, joined on the phone, and rivals in a match for which their captain lines them up.
    await ada.goto('/teams');
    await ada.page.locator('summary', { hasText: 'Found a team' }).click();
    await ada.page.getByLabel('Name', { exact: true }).fill('Reds');
    await ada.button('Found the team').click();
    await ada.page.getByRole('heading', { name: 'Reds', exact: true }).waitFor();
    await bob.goto(new URL(ada.page.url()).pathname);
    await bob.button('Join').click();
    await bob.sees('You are a member.');
    await ada.goto('/tournaments/new');
    await ada.page.getByLabel('Name', { exact: true }).fill('Derby');
    await ada.page.getByLabel('Format').selectOption('teams');
    await ada.page.getByLabel('Reds', { exact: true }).check();
    await ada.button('Create tournament').click();
    await ada.page.getByRole('heading', { name: 'Derby' }).waitFor();
    await bob.goto(new URL(ada.page.url()).pathname);
    await bob.button('Join').click();
    await bob.page.locator('.team-standings tbody tr', { hasText: 'Reds' }).waitFor();
    await bob.sees('You have joined.');
    await ada.button('Join').click();
    await ada.sees('You have joined.');
    await ada.page.locator('summary', { hasText: 'Your line-up' }).click();
    await ada.page.getByRole('button', { name: 'Ada one board up' }).click();
    await ada.button('Save the order').click();
    await ada.page.getByRole('button', { name: 'Bob one board up' }).waitFor();
    for (const one of [ada, bob]) one.forgive(/409 \(Conflict\)/); // warnings
    for (const one of [ada, bob]) one.expectNoFaults();
  }, inTime));

test('a simul: one applies, the host accepts on the page, plays both boards, and is led from one to the other', () =>
  withPeople(0, async ({ server, browser }) => {
    const [ada, bob] = await Promise.all(['Ada', 'Bob'].map(name => member(browser, server, name)));
    await ada.goto('/tournaments/new');
    await ada.page.getByLabel('Name', { exact: true }).fill('Simul');
    await ada.page.getByLabel('Format').selectOption('simul');
    await ada.button('Create tournament').click();
    await ada.sees('Nobody has applied yet.');
    const id = new URL(ada.page.url()).pathname.split('/')[2];
    await bob.goto(`/tournament/${id}`);
    await bob.button('Join').click();
    await bob.sees('You have applied. The host chooses their opponents.');
    await joins(server, 'Cleo', id);
    await ada.button('Accept all').click();
    await bob.sees('Your host has accepted you. The simul is about to begin: stay connected.');
    await ada.button('Start now').click();
    await atBoard(bob);

    // The host sees both boards, which wait for the first move.
    await ada.page.waitForFunction(() => document.querySelectorAll('.live-board.waiting').length === 2);
    await ada.sees('Ada: 0 won, 0 drawn, 0 lost, 2 in play');
    await ada.button('Next board').click();
    const first = await atBoard(ada);
    await ada.click('e2e4');
    const second = await atBoard(ada, first);
    await ada.click('d2d4'); // nothing waits any more: the host stays
    await ada.hasMoves(1);
    assert.equal(await atBoard(ada), second);
    for (const one of [ada, bob]) one.expectNoFaults();
  }, inTime));

test('a broadcast: made on the page, its games pushed, shown to others as boards and move by move', () =>
  withPeople(1, async ({ server, browser, people: [guest] }) => {
    const ada = await member(browser, server, 'Ada');
    await ada.goto('/tournaments');
    await ada.page.getByText('New broadcast').click();
    await ada.page.getByLabel('Name of the broadcast').fill('City championship');
    await ada.button('Create broadcast').click();
    await ada.page.getByRole('heading', { name: 'City championship' }).waitFor();
    const path = new URL(ada.page.url()).pathname;
    await ada.page.getByLabel('Name of the round').fill('Round 1');
    await ada.button('Add round').click();
    await ada.sees('No games yet.');
    await guest.goto(path);
    await guest.sees('No games yet.');

    const push = moves =>
      ada.page.evaluate(
        async ([id, pgn]) => {
          const { rounds } = await (await fetch(`/api/v1/broadcasts/${id}`)).json();
          const headers = { 'content-type': 'application/x-chess-pgn' };
          return (await fetch(`/api/v1/broadcast-rounds/${rounds[0].id}/push`, { method: 'POST', headers, body: pgn })).status;
        },
        [path.split('/')[2], `[White "Cleo"]\n[Black "Dan"]\n\n${moves} *\n\n[White "Eve"]\n[Black "Finn"]\n\n1. d4 *\n`],
      );
    assert.equal(await push('1. e4 {[%clk 1:30:00]} e5 {[%clk 1:29:00]}'), 200);
    await guest.page.waitForFunction(() => document.querySelectorAll('.live-board').length === 2);
    await guest.page.getByRole('button', { name: /Cleo/ }).click();
    const moves = () => guest.page.locator('.cast-moves button').allTextContents();
    await guest.page.locator('.cast-moves button', { hasText: 'e5' }).waitFor();
    assert.deepEqual(await moves(), ['e4', 'e5']);
    await push('1. e4 {[%clk 1:30:00]} e5 {[%clk 1:29:00]} 2. Nf3');
    await guest.page.locator('.cast-moves button', { hasText: 'Nf3' }).waitFor();
    await guest.button('All boards').click();
    await guest.page.waitForFunction(() => document.querySelectorAll('.live-board').length === 2);
    for (const one of [ada, guest]) one.expectNoFaults();
  }, inTime));
