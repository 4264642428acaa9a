/* The four pieces that a pawn may become, over its file; a click anywhere else and Escape cancel. */

import { useLayoutEffect, useRef } from 'preact/hooks';

import type { Color } from '../chess/fen';
import { type Promotion, promotions } from '../chess/moves';
import { say } from '../text';
import { pieceImage } from './pieceImage';

type Props = {
  dest: string;
  color: Color;
  orientation: Color;
  onChoose: (to: Promotion | null) => void;
};

export function PromotionChoice({ dest, color, orientation, onChoose }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  // At once: an Escape that comes before the next frame is also meant for the choice.
  useLayoutEffect(() => first.current?.focus(), []);

  const file = dest.charCodeAt(0) - 97;
  const column = orientation === 'white' ? file : 7 - file;
  const isAtTop = (dest[1] === '8') === (orientation === 'white');

  return (
    <div
      class={`promotion cg-wrap ${isAtTop ? 'from-top' : 'from-bottom'}`}
      role="dialog"
      aria-label={say('promotion.title')}
      onClick={() => onChoose(null)}
      onKeyDown={event => {
        event.stopPropagation();
        if (event.key === 'Escape') onChoose(null);
      }}
    >
      <ol style={{ left: `${column * 12.5}%` }}>
        {promotions.map((role, i) => (
          <li key={role}>
            <button
              ref={i === 0 ? first : undefined}
              aria-label={say(`piece.${role}`)}
              onClick={event => {
                event.stopPropagation();
                onChoose(role);
              }}
            >
              {pieceImage(color, role)}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
