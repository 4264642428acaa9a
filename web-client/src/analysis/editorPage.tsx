/* The board editor: pieces are dragged, or a tool is chosen and squares are set with it; then the
 * position is played or analysed. */

import './analysis.css';
import '../ui/switch.css';

import type { Key } from '@lichess-org/chessground/types';
import { useReducer, useState } from 'preact/hooks';

import { pieceImage } from '../board/pieceImage';
import {
  type Castling,
  type EditedPosition,
  castlings,
  dragPiece,
  emptyBoard,
  positionFault,
  fenOf,
  mayCastle,
  putPiece,
  positionOfFen,
  startPosition,
} from '../chess/editedPosition';
import { type Color, type Role, pieceOn } from '../chess/fen';
import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import { sayPiece } from '../text';
import { say } from '../text/later';
import { Choice } from '../ui/choice';
import { Icon } from '../ui/icon';
import { FenField } from './fenField';
import { type Drag, usePieceDrag } from './usePieceDrag';

type Props = {
  /** The position of the address. */
  asked: string | undefined;
  rules: Rules;
  dispatch: Dispatch;
};
type Change = (change: Partial<EditedPosition>) => void;

const roles: Record<string, Role | 'king'> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};
const tools = [...'KQRBNPkqrbnp'];

const imageOf = (letter: string | null) => {
  const role = letter && roles[letter.toLowerCase()];
  return role ? pieceImage(letter === letter.toUpperCase() ? 'white' : 'black', role) : null;
};

type Press = (event: PointerEvent, letter: string | null, from: Key | null) => void;

type PaletteProps = {
  tool: string | null;
  choose: (tool: string | null) => void;
  onDrag: Press;
};

const Palette = ({ tool, choose, onDrag }: PaletteProps) => (
  <div class="palette cg-wrap" role="group" aria-label={say('editor.tools')}>
    {tools.map(letter => (
      <button
        key={letter}
        aria-pressed={tool === letter}
        aria-label={sayPiece(letter)}
        onPointerDown={event => onDrag(event, letter, null)}
        onClick={() => choose(letter)}
      >
        {imageOf(letter)}
      </button>
    ))}
    <button
      class="eraser"
      aria-pressed={tool === null}
      aria-label={say('editor.eraser')}
      onClick={() => choose(null)}
    >
      <Icon name="close" />
    </button>
  </div>
);

const keysSeenBy = (side: Color): Key[] => {
  const keys = [...'87654321'].flatMap(rank =>
    [...'abcdefgh'].map(file => `${file}${rank}` as Key),
  );
  return side === 'white' ? keys : keys.reverse();
};

type SquaresProps = {
  fen: string;
  side: Color;
  /** The square whose piece is shown at the pointer instead. */
  lifted: Key | null;
  onPress: (key: Key) => void;
  onDrag: Press;
};

const Squares = ({ fen, side, lifted, onPress, onDrag }: SquaresProps) => (
  <div class="squares cg-wrap" role="group" aria-label={say('editor.board')}>
    {keysSeenBy(side).map(key => (
      <button
        key={key}
        class={(key.charCodeAt(0) + Number(key[1])) % 2 === 0 ? 'dark' : 'light'}
        data-key={key}
        aria-label={`${key} ${sayPiece(pieceOn(fen, key))}`}
        onPointerDown={event => onDrag(event, pieceOn(fen, key), key)}
        onClick={() => onPress(key)}
      >
        {key !== lifted && imageOf(pieceOn(fen, key))}
      </button>
    ))}
  </div>
);

/** The piece at the pointer. */
const Dragged = ({ drag: { letter, x, y } }: { drag: Drag }) => (
  <div class="dragged cg-wrap" style={{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">
    {imageOf(letter)}
  </div>
);

const Castlings = ({ setup, change }: { setup: EditedPosition; change: Change }) => {
  const toggle = (right: Castling): void =>
    change({
      castling: setup.castling.includes(right)
        ? setup.castling.filter(other => other !== right)
        : [...setup.castling, right],
    });
  return (
    <fieldset class="castlings">
      <legend>{say('editor.castling')}</legend>
      {castlings.map(right => (
        <label key={right} class="switch">
          <input
            type="checkbox"
            checked={setup.castling.includes(right) && mayCastle(setup.board, right)}
            disabled={!mayCastle(setup.board, right)}
            onChange={() => toggle(right)}
          />
          {say(right === right.toUpperCase() ? 'side.white' : 'side.black')}{' '}
          {right.toUpperCase() === 'K' ? 'O-O' : 'O-O-O'}
        </label>
      ))}
    </fieldset>
  );
};

export function EditorPage({ asked, rules, dispatch }: Props) {
  const [setup, change] = useReducer(
    (before: EditedPosition, after: Partial<EditedPosition>): EditedPosition => ({
      ...before,
      ...after,
    }),
    null,
    () => positionOfFen(asked ?? '') ?? startPosition,
  );
  const [tool, choose] = useState<string | null>('P');
  const [side, turn] = useState<Color>('white');
  const [isBad, setBad] = useState(asked !== undefined && !positionOfFen(asked));
  const fen = fenOf(setup);
  const fault = positionFault(setup, rules.moves(fen).length > 0);
  const drag = usePieceDrag(({ letter, from }, to) => {
    if (from) change(dragPiece(setup, from, to, letter));
    else if (to) change(putPiece(setup, to, letter));
  });
  const load = (text: string): void => {
    const read = positionOfFen(text);
    setBad(read === null);
    if (read) change(read);
  };
  return (
    <main class="game editor">
      <h1 class="spoken">{say('editor.title')}</h1>
      <div class="play">
        <Squares
          fen={fen}
          side={side}
          lifted={drag.shown?.from ?? null}
          onDrag={drag.press}
          onPress={key => change(putPiece(setup, key, pieceOn(fen, key) === tool ? null : tool))}
        />
        <Palette tool={tool} choose={choose} onDrag={drag.press} />
        {drag.shown && <Dragged drag={drag.shown} />}
      </div>
      <aside class="beside">
        <div class="card panel editor-panel">
          <Choice
            name="turn"
            legend={say('editor.turn')}
            value={setup.turn}
            options={[
              { value: 'white', label: say('editor.turn.white') },
              { value: 'black', label: say('editor.turn.black') },
            ]}
            onChange={value => change({ turn: value === 'black' ? 'black' : 'white' })}
          />
          <Castlings setup={setup} change={change} />
          <div class="row">
            <button onClick={() => change(startPosition)}>{say('editor.usual')}</button>
            <button onClick={() => change({ ...startPosition, board: emptyBoard })}>
              {say('editor.clear')}
            </button>
            <button onClick={() => turn(side === 'white' ? 'black' : 'white')}>
              {say('flip')}
            </button>
          </div>
          <FenField fen={fen} onLoad={load} />
          {isBad && <p role="alert">{say('analysis.bad.fen')}</p>}
          {fault && <p role="alert">{say(`editor.fault.${fault}`)}</p>}
          <div class="row">
            <button
              class="primary"
              disabled={fault !== null}
              onClick={() =>
                dispatch({ m: 'navigated', to: { page: 'analysis', game: null, fen } })
              }
            >
              {say('act.analyse')}
            </button>
            {(['computer', 'friend'] as const).map(way => (
              <button
                key={way}
                disabled={fault !== null}
                onClick={() => dispatch({ m: 'formOpened', way, fen })}
              >
                {say(`way.${way}`)}
              </button>
            ))}
          </div>
        </div>
      </aside>
    </main>
  );
}
