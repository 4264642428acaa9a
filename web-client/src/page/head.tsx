/* The header of the page, with the state of the connection and the notices. */

import type { Dispatch } from '../dispatch';
import { seatOf, toMove } from '../game/game';
import { isOnDevice } from '../net/onDevice';
import type { Person } from '../net/wire';
import { gameOfRoute } from '../route';
import { siteName } from '../siteName';
import type { Model } from '../state/model';
import { say } from '../text';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { lazily } from '../ui/lazily';

const Menu = lazily(async () => (await import('./menu')).Menu, 'optional');

type HeadProps = { model: Model; dispatch: Dispatch };

/** Round trips in ms above which a bar is lost, as players know them. */
const slowAbove = [150, 300, 500];

export const barsOf = (roundTrip: number): number =>
  4 - slowAbove.filter(step => roundTrip > step).length;

const Lag = ({ roundTrip }: { roundTrip: number }) => (
  <span class="lag" title={say('lag')}>
    <svg viewBox="0 0 16 12" class={`bars bars-${barsOf(roundTrip)}`} aria-hidden="true">
      {[0, 1, 2, 3].map(i => (
        <rect key={i} x={i * 4} y={9 - i * 3} width={3} height={3 + i * 3} rx={1} />
      ))}
    </svg>
    {roundTrip} ms
  </span>
);

const Rook = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M8 6h4v3h2.5V6h3v3H20V6h4v6.5l-3 2.5.8 7H10.2l.8-7-3-2.5zM8.5 24h15v3h-15z" />
  </svg>
);

const OwnName = ({ you, dispatch }: { you: Person; dispatch: Dispatch }) => (
  <InnerLink
    to={you.guest === false ? { page: 'profile', name: you.name } : { page: 'sign-in' }}
    class="self"
    dispatch={dispatch}
  >
    {you.guest === false ? you.name : say('sign.in')}
  </InnerLink>
);

export const Head = ({ model, dispatch }: HeadProps) => (
  <header class="head">
    <InnerLink to={{ page: 'lobby' }} class="home" label={say('home')} dispatch={dispatch}>
      <Rook /> {siteName}
    </InnerLink>
    {/* It is fetched when nothing else is waiting, and shifts nothing. */}
    <span class="menu-place">
      {(model.you || model.link === 'broken') && <Menu dispatch={dispatch} />}
    </span>
    <span class="soft figures you">
      <TurnLink model={model} dispatch={dispatch} />
      {model.link === 'open' && model.lag !== null && <Lag roundTrip={model.lag} />}
      {model.you && <OwnName you={model.you} dispatch={dispatch} />}
      <InnerLink
        to={{ page: 'settings' }}
        class="gear"
        label={say('settings.title')}
        dispatch={dispatch}
      >
        <Icon name="gear" />
      </InnerLink>
    </span>
  </header>
);

/** A game has started elsewhere, or it is the player's turn in another one. */
function TurnLink({ model: { otherGames, route, you }, dispatch }: HeadProps) {
  const begun = otherGames.find(
    ({ steps, clock }) => steps.length < 2 && clock?.initial !== undefined,
  );
  const waiting = otherGames.filter(game => toMove(game) === seatOf(game, you?.id));
  const first = begun ?? waiting[0];
  if (!first || route.page === 'lobby') return null;
  return (
    <InnerLink to={{ page: 'game', game: first.id }} class="turn-link" dispatch={dispatch}>
      {begun ? say('head.started') : say('head.turns', { n: waiting.length })}
    </InnerLink>
  );
}

/** What is wrong with the connection, and what the player can do about it. */
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
        <button class="quiet" onClick={() => dispatch({ m: 'reconnectClicked' })}>
          {say('link.retry')}
        </button>
      </>
    );
  if (link !== 'open') return <span>{say(`link.${link}`)}</span>;
  return signedOut ? (
    <>
      <span>{say('link.signedOut', { name: signedOut.name })}</span>
      <InnerLink to={{ page: 'sign-in' }} class="button quiet" dispatch={dispatch}>
        {say('sign.in')}
      </InnerLink>
    </>
  ) : null;
}

export const Banner = ({ model, dispatch }: HeadProps) => {
  const { link, garbled, signedOut } = model;
  if (link === 'open' && !garbled && !signedOut) return null;
  if (link === 'broken' && isOnDevice(gameOfRoute(model.route))) return null;
  return (
    <div key={link} class={`banner ${link === 'opening' ? 'late' : ''}`} role="status">
      <Trouble model={model} dispatch={dispatch} />
    </div>
  );
};
