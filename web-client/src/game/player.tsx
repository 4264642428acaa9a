/* One player's line beside the board: name, rating, what was captured, the clock. */

import { useState } from 'preact/hooks';

import { pieceImage } from '../board/pieceImage';
import { type Color, materialOf, opposite } from '../chess/fen';
import type { Dispatch } from '../dispatch';
import { ratingText } from '../net/rating';
import type { Person } from '../net/wire';
import type { Settings } from '../settings/settings';
import { say } from '../text';
import { Icon } from '../ui/icon';
import { lazily } from '../ui/lazily';
import { ClockFace } from './clockFace';
import { isOver, toMove } from './game';
import { type Table, shownStep, stoppedAt } from './table';

const StageNote = lazily(async () => (await import('./stageNote')).StageNote, 'optional');
const PlayerMenu = lazily(async () => (await import('../people/playerMenu')).PlayerMenu, true);

type Props = { table: Table; side: Color; settings: Settings; dispatch: Dispatch };

const Captured = ({ fen, side }: { fen: string; side: Color }) => {
  const material = materialOf(fen);
  const lead = side === 'white' ? material.lead : -material.lead;
  return (
    <span class="captured cg-wrap" aria-hidden="true">
      {material.more[side].map(role => pieceImage(opposite(side), role))}
      {lead > 0 && <span class="soft figures">+{lead}</span>}
    </span>
  );
};

/** A level of our own computer; an external engine (0) goes by its name. */
const isLevel = (player: Person): boolean => (player.computer ?? 0) > 0;

export const playerName = (player: Person): string =>
  !isLevel(player) ? player.name : say('player.computer');

const rankOf = (player: Person): string => {
  const rating = ratingText(player.rating, player.provisional);
  if (!isLevel(player)) return rating;
  const n = String(player.computer);
  return rating ? say('player.level.rated', { n, rating }) : say('player.level', { n });
};

type NameProps = { player: Person; hasMenu: boolean; dispatch: Dispatch };

/** The name of another player with an account opens a menu. */
function Name({ player, hasMenu, dispatch }: NameProps) {
  const [open, setOpen] = useState(false);
  const name = <strong>{playerName(player)}</strong>;
  if (!hasMenu) return name;
  return (
    <>
      <button class="name-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {name}
      </button>
      {open && <PlayerMenu person={player} dispatch={dispatch} onClose={() => setOpen(false)} />}
    </>
  );
}

export function PlayerBar({ table, side, settings, dispatch }: Props) {
  const { game } = table;
  const player = game.players[side];
  const isTurn = !isOver(game) && toMove(game) === side;
  const isAway = !table.present[side] && player.computer === undefined;
  return (
    <section class={`player ${isTurn ? 'turn' : ''}`} aria-label={say(`side.${side}`)}>
      <span class={`who ${isAway ? 'away' : ''}`}>
        {player.computer === undefined ? <span class="dot" /> : <Icon name="computer" />}
        <span class="names">
          <Name
            player={player}
            hasMenu={player.guest === false && table.seat !== side}
            dispatch={dispatch}
          />
          <span class="soft figures">{rankOf(player)}</span>
          {isAway && <span class="soft">{say('player.away')}</span>}
        </span>
        <Captured fen={shownStep(table).fen} side={side} />
      </span>
      {game.clock?.moves && <StageNote game={game} side={side} />}
      {game.clock && (
        <ClockFace
          clock={game.clock}
          axis={game.axis}
          side={side}
          stopped={isOver(game) || game.paused}
          stoppedAt={stoppedAt(table, side)}
          tenths={settings.tenths}
          onLow={table.seat === side ? () => dispatch({ m: 'timeLow' }) : undefined}
        />
      )}
    </section>
  );
}
