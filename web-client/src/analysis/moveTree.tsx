/* The moves of an analysis: the main line, and its variations set off below. */

import type { Ref } from 'preact';
import { useState } from 'preact/hooks';

import { colorToMove } from '../chess/fen';
import { plainComment } from '../chess/notes';
import { type Node, type Path, type Tree, childrenAt, isMain } from '../chess/tree';
import { type Notation, sanIn, sanLabel } from '../game/notation';
import { say } from '../text/later';
import type { Action, Analysis } from './analysis';
import type { Judgement } from './judge';

type Props = {
  tree: Tree;
  path: Path;
  judgements: Map<number, Judgement>;
  notation: Notation;
  onGo: (path: Path) => void;
};

/** Glyphs of the PGN standard (10) that have a sign of their own. */
const glyphs: Record<number, string> = {
  ...{ 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□' },
  ...{ 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+' },
  ...{ 22: '⨀', 23: '⨀', 32: '⟳', 33: '⟳', 36: '↑', 37: '↑', 40: '→', 41: '→' },
  ...{ 132: '⇆', 133: '⇆', 138: '⊕', 139: '⊕', 146: 'N' },
};

export const judgedAs: Record<Judgement, string> = {
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
};

/** "12." before White's move, "12…" before a move of Black's that begins a line. */
export const numberOf = (fen: string, isFirst: boolean): string => {
  const number = fen.split(' ')[5] ?? '1';
  if (colorToMove(fen) === 'white') return `${number}.`;
  return isFirst ? `${number}…` : '';
};

const same = (one: Path, other: Path): boolean =>
  one.length === other.length && one.every((id, i) => id === other[i]);

type MoveProps = Props & { node: Node; at: Path; fen: string; isFirst: boolean };

function Move({ node, at, fen, isFirst, path, judgements, notation, onGo }: MoveProps) {
  const judged = judgements.get(node.id);
  const { san } = node.step;
  const marks = node.nags.map(nag => glyphs[nag] ?? '').join('') || (judged && judgedAs[judged]) || '';
  const isHere = same(at, path);
  return (
    <>
      <span class="number soft">{numberOf(fen, isFirst)}</span>
      <button
        class={`move ${judged ?? ''}`}
        aria-label={sanLabel(notation, san + marks)}
        aria-current={isHere ? 'step' : undefined}
        title={judged && say(`judgement.${judged}`)}
        onClick={() => onGo(at)}
      >
        {sanIn(notation, san)}
        {marks}
      </button>
      {node.comment && <span class="comment soft">{node.comment}</span>}
    </>
  );
}

/** A line from a node on: its moves, and after each the variations that branch off there. */
function LineOf({
  from,
  fen,
  isFirst,
  ...props
}: Props & { from: Path; fen: string; isFirst: boolean }) {
  const [main, ...others] = childrenAt(props.tree, from);
  if (!main) return null;
  const at = [...from, main.id];
  const parts = others.length > 0 || main.comment !== '';
  return (
    <>
      <Move {...props} node={main} at={at} fen={fen} isFirst={isFirst} />
      {others.map(other => (
        <div key={other.id} class="variation">
          <Move {...props} node={other} at={[...from, other.id]} fen={fen} isFirst />
          <LineOf {...props} from={[...from, other.id]} fen={other.step.fen} isFirst={false} />
        </div>
      ))}
      <LineOf {...props} from={at} fen={main.step.fen} isFirst={parts} />
    </>
  );
}

export function MoveTree(props: Props) {
  const { tree } = props;
  return (
    <div class="tree figures" aria-label={say('moves')} role="group" tabIndex={0}>
      {tree.comment && <p class="comment soft">{tree.comment}</p>}
      {tree.children.length === 0 && <p class="soft">{say('analysis.empty')}</p>}
      <LineOf {...props} from={[]} fen={tree.start.fen} isFirst />
    </div>
  );
}

/* What can be done with the current variation. */

type BranchProps = { state: Analysis; act: (action: Action) => void };

export function Branch({ state: { tree, path }, act }: BranchProps) {
  if (path.length === 0) return null;
  const isFirst = isMain(tree, path);
  return (
    <div class="row branch">
      <button class="quiet" disabled={isFirst} onClick={() => act({ a: 'up' })}>
        {say('analysis.up')}
      </button>
      <button class="quiet" disabled={isFirst} onClick={() => act({ a: 'main' })}>
        {say('analysis.main')}
      </button>
      <button class="quiet" onClick={() => act({ a: 'remove' })}>
        {say('analysis.remove')}
      </button>
    </div>
  );
}

/* The comment on the shown position; what is typed appears in the tree at once. */

const lengthMax = 2_000;

type CommentProps = {
  comment: string;
  onWrite: (text: string) => void;
  field: Ref<HTMLTextAreaElement>;
};

/** Enter ends it: a comment is one paragraph. */
const leaveBy = (event: KeyboardEvent & { currentTarget: HTMLElement }): void => {
  if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
  event.preventDefault();
  event.currentTarget.blur();
};

export function CommentField({ comment, onWrite, field }: CommentProps) {
  // Exactly as it was typed, including a blank that a word is about to follow.
  const [typed, setTyped] = useState(comment);
  return (
    <textarea
      ref={field}
      class="comment-field"
      rows={1}
      maxLength={lengthMax}
      aria-label={say('analysis.comment')}
      placeholder={say('analysis.comment')}
      value={plainComment(typed) === comment ? typed : comment}
      onInput={event => {
        setTyped(event.currentTarget.value);
        onWrite(event.currentTarget.value);
      }}
      onKeyDown={leaveBy}
    />
  );
}
