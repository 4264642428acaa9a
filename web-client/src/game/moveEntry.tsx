/* A field for moves in SAN, UCI or numeric notation, and for words that are commands or questions. */

import { useState } from 'preact/hooks';

import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import { say } from '../text/later';
import { lastStep } from './game';
import { viewKeys } from './gameKeys';
import { englishSan, isCompleteMove, meaningOf } from './moveInput';
import type { Notation } from './notation';
import { type Table, isMyTurn } from './table';

type Props = { table: Table; rules: Rules; notation: Notation; dispatch: Dispatch };

export function MoveEntry({ table, rules, notation, dispatch }: Props) {
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState('');
  const { fen } = lastStep(table.game);

  const enter = (entered: string): void => {
    setText('');
    if (!entered.trim()) return;
    const meaning = meaningOf(entered.trim(), table, rules, notation, performance.now());
    setAnswer('words' in meaning ? meaning.words : '');
    if ('msg' in meaning) dispatch(meaning.msg);
  };

  /** Arrows step through the game while the field is empty. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const msg = viewKeys[event.key];
    if (text !== '' || !event.key.startsWith('Arrow') || !msg) return;
    dispatch(msg);
    event.preventDefault();
  };

  return (
    <form
      class="entry"
      onSubmit={event => {
        event.preventDefault();
        enter(text);
      }}
    >
      <input
        class="notation"
        value={text}
        maxLength={10}
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        aria-label={say('entry.label')}
        placeholder={say('entry.hint')}
        onKeyDown={onKeyDown}
        onInput={event => {
          const { value } = event.currentTarget;
          const move = englishSan(notation, value);
          if (isMyTurn(table) && isCompleteMove(rules, fen, move)) enter(value);
          else setText(value);
        }}
      />
      <p class="soft" aria-live="polite">
        {answer}
      </p>
    </form>
  );
}
