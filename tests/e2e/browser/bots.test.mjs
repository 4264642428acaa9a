// bots.test.mjs - the list of bots: who is online, how strong they are, and a challenge to one.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lichess } from '../sockets/lichess_client.mjs';
import { withPeople } from './person.mjs';

test('bots are listed, those online first; one is challenged and plays', () =>
  withPeople(1, async ({ server, people: [one] }) => {
    await one.goto('/bots');
    await one.sees('There are no bots here yet.');
    const bot = await lichess(server, 'Turochamp', { bot: true });
    await lichess(server, 'Sleeper', { bot: true });
    await lichess(server, 'Annie');
    await bot.events();
    await one.page.reload();
    const rows = one.page.locator('.bots li');
    await rows.first().waitFor();
    assert.deepEqual(
      await rows.evaluateAll(all => all.map(each => each.querySelector('a').textContent)),
      ['Turochamp', 'Sleeper'],
    );
    assert.equal(await rows.first().locator('.here').textContent(), 'online');
    await rows.nth(1).getByText('no rated games yet').waitFor();
    assert.equal(await rows.nth(1).getByRole('button').count(), 0, 'who is not there is not challenged');
    await rows.first().getByRole('button', { name: 'Challenge' }).click();
    await one.page.locator('.game-form .primary').click();
    const { challenge } = await bot.event.type('challenge');
    await bot.ok(`/api/challenge/${challenge.id}/accept`);
    // The challenger is taken to the game, and the bot plays there.
    await one.onBoard();
    assert.equal(one.gameId(), challenge.id);
    const { game } = await bot.event.type('gameStart');
    const stream = bot.game(game.id);
    await stream.type('gameFull');
    if (game.color === 'black') {
      await one.click('e2e4');
      await stream.state(({ moves }) => moves === 'e2e4');
    }
    await bot.play(game.id, `move/${game.color === 'white' ? 'e2e4' : 'e7e5'}`);
    await one.hasMoves(game.color === 'white' ? 1 : 2);
  }));
