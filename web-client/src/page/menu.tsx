/* Links to every other page, and to a player by name; fetched once the page is usable. */

import './menu.css';

import { useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import type { Route } from '../route';
import { type PlainKey, say } from '../text/later';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { Modal } from '../ui/modal';
import { SiteTexts } from '../ui/siteTexts';

type Props = { dispatch: Dispatch };

const places: { to: Route; words: PlainKey }[] = [
  { to: { page: 'lobby' }, words: 'lobby.title' },
  { to: { page: 'live' }, words: 'live.title' },
  { to: { page: 'tournaments' }, words: 'tournaments.title' },
  { to: { page: 'leaderboard' }, words: 'leaderboard.title' },
  { to: { page: 'people' }, words: 'people.title' },
  { to: { page: 'bots' }, words: 'bots.title' },
  { to: { page: 'analysis', game: null }, words: 'lobby.analyse' },
  { to: { page: 'editor' }, words: 'lobby.editor' },
  { to: { page: 'device' }, words: 'device.title' },
  { to: { page: 'settings' }, words: 'settings.title' },
];

/** The profile page itself says when there is no such player. */
function Search({ dispatch }: Props) {
  const [name, setName] = useState('');
  const wanted = name.trim();
  return (
    <form
      class="row"
      role="search"
      onSubmit={event => {
        event.preventDefault();
        if (wanted) dispatch({ m: 'navigated', to: { page: 'profile', name: wanted } });
      }}
    >
      <label class="grow">
        {say('menu.search')}
        <input
          type="search"
          value={name}
          // As on the server.
          maxLength={20}
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          onInput={event => setName(event.currentTarget.value)}
        />
      </label>
      <button class="primary" disabled={!wanted}>
        {say('menu.search.go')}
      </button>
    </form>
  );
}

/** Whatever leads to another page closes the menu. */
function Places({ dispatch, onClose }: Props & { onClose: () => void }) {
  const go: Dispatch = msg => {
    onClose();
    dispatch(msg);
  };
  return (
    <Modal title={say('menu.title')} onClose={onClose}>
      <header class="modal-head">
        <h2>{say('menu.title')}</h2>
        <button class="quiet" aria-label={say('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div class="menu">
        <Search dispatch={go} />
        <nav>
          {places.map(({ to, words }) => (
            <InnerLink key={words} to={to} class="button" dispatch={go}>
              {say(words)}
            </InnerLink>
          ))}
        </nav>
        <SiteTexts />
      </div>
    </Modal>
  );
}

export function Menu({ dispatch }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        class="quiet menu-button"
        aria-label={say('menu.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
      </button>
      {isOpen && <Places dispatch={dispatch} onClose={() => setOpen(false)} />}
    </>
  );
}
