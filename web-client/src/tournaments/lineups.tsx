/* The order of a team's players before the start, and who plays next afterwards: for its captain and for the desk. */

import './desk.css';

import { useState } from 'preact/hooks';

import type { Player, Rival } from '../net/tournaments';
import { say } from '../text/tournaments';
import { ActDialog, type Acts, useActs } from './useActs';
import { usePlayers } from './usePlayers';
import type { View } from './view';

type Props = { rival: Rival; view: View; players: Player[]; acts: Acts };

/** Who would play now: the line-up, or the first of the roster. */
function seatedOf({ lineup, roster }: Rival, boards: number, players: Player[]): number[] {
  const isHere = (number: number): boolean =>
    players.find(({ player }) => player === number)?.status === 'active';
  return (lineup.length > 0 ? lineup : roster).filter(isHere).slice(0, boards);
}

export function Lineup({ rival, view, players, acts }: Props) {
  const { status, settings } = view.tournament;
  const boards = settings.boards ?? 0;
  const isOrder = status === 'created';
  const [changed, change] = useState<number[] | null>(null);
  const order = isOrder && changed ? changed : rival.roster;
  const seated = changed ?? seatedOf(rival, boards, players);
  const nameOf = (number: number): string =>
    players.find(({ player }) => player === number)?.name ?? '';
  const moveUp = (at: number): void => {
    const moved = [...order];
    moved.splice(at - 1, 2, order[at] ?? 0, order[at - 1] ?? 0);
    change(moved);
  };
  const toggle = (number: number): void =>
    change(
      seated.includes(number)
        ? seated.filter(each => each !== number)
        : rival.roster.filter(each => each === number || seated.includes(each)),
    );
  return (
    <form
      class="fields lineup"
      aria-label={say('tour.lineup.of', { name: rival.name })}
      onSubmit={event => {
        event.preventDefault();
        acts.act('lineup', {
          team: String(rival.team),
          players: (isOrder ? order : seated).join(' '),
        });
        change(null);
      }}
    >
      <ol>
        {order.map((number, i) => (
          <li key={number}>
            {isOrder ? (
              <>
                <bdi>{nameOf(number)}</bdi>{' '}
                {i > 0 && (
                  <button
                    type="button"
                    aria-label={say('tour.lineup.up', { name: nameOf(number) })}
                    onClick={() => moveUp(i)}
                  >
                    ↑
                  </button>
                )}
              </>
            ) : (
              <label class="switch">
                <input
                  type="checkbox"
                  checked={seated.includes(number)}
                  disabled={!seated.includes(number) && seated.length >= boards}
                  onChange={() => toggle(number)}
                />
                <bdi>{nameOf(number)}</bdi>
              </label>
            )}
          </li>
        ))}
      </ol>
      {rival.roster.length === 0 && <p class="soft">{say('tour.lineup.none')}</p>}
      {rival.roster.length > 0 && (
        <button class="primary" disabled={changed === null}>
          {say(isOrder ? 'tour.lineup.order' : 'tour.lineup.save')}
        </button>
      )}
    </form>
  );
}

/** The line-ups of the teams whose captain the player is. */
export function OwnLineups({ view, refresh }: { view: View; refresh: () => void }) {
  const { id, seq, teams, me } = view.tournament;
  const [players, again] = usePlayers(id, seq);
  const acts = useActs(id, seq, () => {
    refresh();
    again();
  });
  const own = (teams ?? []).filter(({ team }) => me?.captainOf?.includes(team));
  return (
    <details>
      <summary>{say('tour.lineup')}</summary>
      {acts.fault && <p role="alert">{acts.fault}</p>}
      {own.map(rival => (
        <Lineup key={rival.team} rival={rival} view={view} players={players} acts={acts} />
      ))}
      <ActDialog acts={acts} />
    </details>
  );
}
