/* A position and a game as texts and as a picture: to copy, save, paste or open. */

import type { Key } from '@lichess-org/chessground/types';
import { useMemo, useState } from 'preact/hooks';

import { type Color, pieceOn } from '../chess/fen';
import { pgnFileMax, printPgn } from '../chess/pgn';
import { type Tree, nodesAlong, stepAtPath } from '../chess/tree';
import type { Game } from '../game/game';
import { isOnDevice } from '../net/onDevice';
import { type Route, printRoute } from '../route';
import { say } from '../text/later';
import { Icon } from '../ui/icon';
import { saveFile } from '../ui/saveFile';
import { type Action, type Analysis, shownStep } from './analysis';
import { FenField } from './fenField';
import { GameChoice } from './gameChoice';

type Props = {
  state: Analysis;
  act: (action: Action) => void;
  orientation: Color;
  /** The game that was played, when there is one. */
  game: Game | undefined;
};

function faultText(fault: NonNullable<Analysis['fault']>): string {
  if (typeof fault === 'object')
    return say('analysis.bad.move', { text: fault.token, n: fault.ply });
  return fault === 'kings' || fault === 'pawns' || fault === 'check'
    ? say(`editor.fault.${fault}`)
    : say(`analysis.bad.${fault}`);
}

/** A link to the ply of the game while its own moves are viewed, else to the position; always to the
 * position in a game on this device, since nobody else can open that. */
function linkTo({ tree, path }: Analysis, game: Game | undefined, side: Color): string {
  const fens = nodesAlong(tree, path).map(node => node.step.fen);
  const isGames =
    game && !isOnDevice(game.id) && fens.every((fen, i) => game.steps[i]?.fen === fen);
  const { fen } = stepAtPath(tree, path);
  const route: Route = isGames
    ? {
        page: 'game',
        game: game.id,
        ply: path.length,
        side: side === 'black' ? 'black' : undefined,
      }
    : { page: 'analysis', game: null, fen };
  return location.origin + printRoute(route);
}

/** Older programs wrote in the code page of Windows. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Opens a file of the player's. */
function FileButton({ act }: Pick<Props, 'act'>) {
  const open = (input: HTMLInputElement): void => {
    const file = input.files?.[0];
    // The same file may be chosen again.
    input.value = '';
    if (!file) return;
    if (file.size > pgnFileMax) return act({ a: 'fileRefused', fault: 'large' });
    textOf(file).then(
      text => act({ a: 'loadPgn', text }),
      () => act({ a: 'fileRefused', fault: 'pgn' }),
    );
  };
  return (
    <label class="open-file">
      <input
        type="file"
        class="spoken"
        accept=".pgn,.txt,application/x-chess-pgn,text/plain"
        onChange={event => open(event.currentTarget)}
      />
      <span class="button">{say('analysis.open')}</span>
    </label>
  );
}

export function Share({ state, act, orientation, game }: Props) {
  const { fen } = shownStep(state);
  const pgn = useMemo(() => printPgn(state.tree, state.tags), [state.tree, state.tags]);
  // What was refused stays in the field, to be corrected: it belongs to the tree it was typed over.
  const [typed, setTyped] = useState<{ text: string; over: Tree } | null>(null);
  const { fault, tree } = state;
  const text = typed?.over === tree ? typed.text : null;
  return (
    <section class="card share">
      <label>
        {say('share.link')}
        <input
          class="figures notation"
          readOnly
          value={linkTo(state, game, orientation)}
          onFocus={event => event.currentTarget.select()}
        />
      </label>
      <FenField fen={fen} onLoad={line => act({ a: 'loadFen', text: line })} />
      <label>
        PGN
        <textarea
          class="notation"
          rows={5}
          spellcheck={false}
          value={text ?? pgn}
          onInput={event => setTyped({ text: event.currentTarget.value, over: tree })}
        />
      </label>
      {fault && <p role="alert">{faultText(fault)}</p>}
      {state.games.length > 0 && (
        <GameChoice
          games={state.games}
          chosen={state.gameIndex}
          onChoose={index => act({ a: 'chooseGame', index })}
        />
      )}
      <div class="row">
        <button disabled={text === null} onClick={() => act({ a: 'loadPgn', text: text ?? '' })}>
          {say('analysis.load')}
        </button>
        <FileButton act={act} />
        <button onClick={() => saveFile('castled.pgn', pgn, 'application/x-chess-pgn')}>
          <Icon name="save" /> PGN
        </button>
        <button
          onClick={() => saveFile('castled.svg', boardImage(fen, orientation), 'image/svg+xml')}
        >
          <Icon name="save" /> {say('analysis.image')}
        </button>
      </div>
    </section>
  );
}

/* A position as a picture of its own: SVG, with characters for the pieces that
 * every font has. */

const size = 45;
const light = '#ece7da';
const dark = '#8ba08d';
const signs: Record<string, string> = { k: '♚', q: '♛', r: '♜', b: '♝', n: '♞', p: '♟' };

export function boardImage(fen: string, orientation: 'white' | 'black'): string {
  const squares: string[] = [];
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) {
      const file = orientation === 'white' ? column : 7 - column;
      const rank = orientation === 'white' ? 8 - row : row + 1;
      const fill = (row + column) % 2 === 0 ? light : dark;
      squares.push(
        `<rect x="${column * size}" y="${row * size}" width="${size}" height="${size}" fill="${fill}"/>`,
      );
      const piece = pieceOn(fen, `${'abcdefgh'[file]}${rank}` as Key);
      if (!piece) continue;
      const isWhite = piece === piece.toUpperCase();
      // The variation selector keeps phones from showing the pawn as an emoji.
      squares.push(
        `<text x="${(column + 0.5) * size}" y="${(row + 0.81) * size}" fill="${isWhite ? '#fff' : '#111'}" stroke="${isWhite ? '#111' : '#fff'}" stroke-width=".7">${signs[piece.toLowerCase()]}\uFE0E</text>`,
      );
    }
  const side = 8 * size;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * 2}" height="${side * 2}" font-size="${size * 0.85}" text-anchor="middle" font-family="DejaVu Sans, Segoe UI Symbol, Noto Sans Symbols2, sans-serif">${squares.join('')}</svg>\n`;
}
