/* Above the moves: spectators, time odds and the name of the opening. Also fetches the times of moves that the
 * page did not see, and marks the tab's icon at the player's turn. */

import { useEffect } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { say } from '../text/later';
import turnUrl from './iconTurn.svg?url';
import { useTimes } from './moveTimes';
import { sidesOddsText } from './oddsText';
import { OpeningName } from './opening';
import { type Table, isMyTurn, shownPly } from './table';

export function GameDetails({ table, dispatch }: { table: Table; dispatch: Dispatch }) {
  const { game } = table;
  useTimes(game, dispatch);
  useTurnIcon(isMyTurn(table));
  const moves = game.steps.slice(0, shownPly(table)).map(step => step.uci);
  return (
    <>
      {game.clock?.odds && <>{sidesOddsText(game.clock)} </>}
      <OpeningName start={game.start.fen} moves={moves} />
    </>
  );
}

/** How many are watching, and the names of those with accounts. */
export const Watchers = ({ table: { watchers, watcherNames } }: { table: Table }) =>
  watchers > 0 ? (
    <details class="soft watchers">
      <summary class="figures">{say('watchers', { n: watchers })}</summary>
      <ul class="card">
        {watcherNames.map(name => (
          <li key={name}>{name}</li>
        ))}
        {watcherNames.length < watchers && (
          <li>{say('watchers.others', { n: watchers - watcherNames.length })}</li>
        )}
      </ul>
    </details>
  ) : null;

/** The tab's icon has a dot while it is the player's turn: the tab may be all of the page that
 * is visible. */
function useTurnIcon(isTurn: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (!icon || !isTurn) return;
    const usual = icon.href;
    icon.href = turnUrl;
    return () => {
      icon.href = usual;
    };
  }, [isTurn]);
}
