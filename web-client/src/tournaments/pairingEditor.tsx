/* Changes the boards of a paired round: press two players and they change places. */

import { useState } from 'preact/hooks';

import type { Board, Player } from '../net/tournaments';
import { say } from '../text/tournaments';
import { Icon } from '../ui/icon';
import {
  type Place,
  dissolved,
  exchanged,
  isWhole,
  pairingOf,
  printPairing,
  seated,
  turned,
} from './pairing';

type Props = {
  boards: Board[];
  players: Player[];
  save: (boards: string) => void;
  cancel: () => void;
};

const isSame = (a: Place, b: Place | null): boolean => JSON.stringify(a) === JSON.stringify(b);

export function PairingEditor({ boards, players, save, cancel }: Props) {
  const active = players.filter(({ status }) => status === 'active').map(({ player }) => player);
  const [pairing, setPairing] = useState(() => pairingOf(boards, active));
  const [picked, pick] = useState<Place | null>(null);
  const names = new Map(players.map(({ player, name }) => [player, name]));
  const nameOf = (player: number | null): string =>
    player === 0 ? say('tour.bye') : (names.get(player ?? 0) ?? '–');
  const press = (place: Place): void => {
    if (picked && !isSame(place, picked)) setPairing(exchanged(pairing, picked, place));
    pick(picked ? null : place);
  };
  const Seat = ({ place, player }: { place: Place; player: number | null }) => (
    <button class="seat" aria-pressed={isSame(place, picked)} onClick={() => press(place)}>
      <bdi>{nameOf(player)}</bdi>
    </button>
  );
  return (
    <section class="card pairing-editor" aria-label={say('tour.act.boards')}>
      <h3>{say('tour.act.boards')}</h3>
      <p class="soft">{say('tour.boards.hint')}</p>
      <ol>
        {pairing.boards.map(([white, black], i) => (
          <li key={i}>
            <Seat place={{ board: i, side: 0 }} player={white} />
            <Seat place={{ board: i, side: 1 }} player={black} />
            <button
              class="quiet"
              aria-label={say('tour.boards.turn', { n: i + 1 })}
              title={say('tour.boards.turn', { n: i + 1 })}
              onClick={() => setPairing(turned(pairing, i))}
            >
              <Icon name="flip" />
            </button>
            <button
              class="quiet"
              aria-label={say('tour.boards.dissolve', { n: i + 1 })}
              title={say('tour.boards.dissolve', { n: i + 1 })}
              onClick={() => {
                pick(null);
                setPairing(dissolved(pairing, i));
              }}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      {pairing.bench.length > 0 && (
        <>
          <h4>{say('tour.boards.bench')}</h4>
          <div class="row">
            {pairing.bench.map((player, i) => (
              <Seat key={player} place={{ bench: i }} player={player} />
            ))}
          </div>
          <button
            onClick={() => {
              pick(null);
              setPairing(seated(pairing));
            }}
          >
            <Icon name="plus" /> {say('tour.boards.new')}
          </button>
        </>
      )}
      <div class="row">
        <button onClick={cancel}>{say('cancel')}</button>
        <button
          class="primary"
          disabled={!isWhole(pairing)}
          onClick={() => save(printPairing(pairing))}
        >
          {say('tour.boards.save')}
        </button>
      </div>
    </section>
  );
}
