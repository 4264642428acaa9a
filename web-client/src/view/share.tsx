/* A position and a game as texts and as a picture, to take away or to bring along. */

import { useEffect, useMemo, useState } from 'preact/hooks';

import { type Action, type Analysis, shownStep } from '../analysis';
import { boardImage } from '../boardImage';
import type { Game } from '../game';
import { isOnDevice } from '../onDevice';
import { printPgn } from '../pgnText';
import { saveFile } from '../saveFile';
import { say } from '../text/later';
import { nodesAlong, stepAtPath } from '../tree';
import type { Color } from '../wire';
import { Icon } from './icon';

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

/** To the ply of the game where its own moves are looked at, else to the position; of a game of this device
 * always, since nobody else finds that. */
function linkTo({ tree, path }: Analysis, game: Game | undefined, side: Color): string {
  const fens = nodesAlong(tree, path).map(node => node.step.fen);
  const isGames =
    game && !isOnDevice(game.id) && fens.every((fen, i) => game.steps[i]?.fen === fen);
  const { fen } = stepAtPath(tree, path);
  const rest = isGames
    ? `/${game.id}${side === 'black' ? '/black' : ''}#${path.length}`
    : `/analysis?fen=${fen.replaceAll(' ', '_')}`;
  return location.origin + rest;
}

export function Share({ state, act, orientation, game }: Props) {
  const { fen } = shownStep(state);
  const pgn = useMemo(() => printPgn(state.tree, state.tags), [state.tree, state.tags]);
  const [text, setText] = useState<string | null>(null);
  const { fault } = state;
  // What was refused stays, to be mended.
  useEffect(() => setText(null), [state.tree]);
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
      <label>
        FEN
        <input
          class="figures notation"
          value={fen}
          spellcheck={false}
          onChange={event => act({ a: 'loadFen', text: event.currentTarget.value })}
        />
      </label>
      <label>
        PGN
        <textarea
          class="notation"
          rows={5}
          spellcheck={false}
          value={text ?? pgn}
          onInput={event => setText(event.currentTarget.value)}
        />
      </label>
      {fault && <p role="alert">{faultText(fault)}</p>}
      <div class="row">
        <button disabled={text === null} onClick={() => act({ a: 'loadPgn', text: text ?? '' })}>
          {say('analysis.load')}
        </button>
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
