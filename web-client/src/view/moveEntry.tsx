/* A line in which a move may be typed, in SAN or UCI. */

import { useState } from 'preact/hooks';

import type { Dispatch } from '../app';
import type { Rules } from '../rules';
import { say } from '../text';
import { isWhole } from '../typed';

type Props = { fen: string; rules: Rules; dispatch: Dispatch };

export function MoveEntry({ fen, rules, dispatch }: Props) {
  const [text, setText] = useState('');
  const enter = (entered: string): void => {
    if (entered.trim()) dispatch({ m: 'typed', text: entered.trim() });
    setText('');
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
        value={text}
        maxLength={10}
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        aria-label={say('entry.label')}
        placeholder={say('entry.hint')}
        onInput={event => {
          const { value } = event.currentTarget;
          if (isWhole(rules, fen, value)) enter(value);
          else setText(value);
        }}
      />
    </form>
  );
}
