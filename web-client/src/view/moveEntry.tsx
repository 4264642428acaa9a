/* A line in which a move may be typed, in SAN or UCI. */

import { useState } from 'preact/hooks';

import type { Dispatch } from '../app';
import { say } from '../text';

export function MoveEntry({ dispatch }: { dispatch: Dispatch }) {
  const [text, setText] = useState('');
  return (
    <form
      class="entry"
      onSubmit={event => {
        event.preventDefault();
        if (text.trim()) dispatch({ m: 'typed', text: text.trim() });
        setText('');
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
        onInput={event => setText(event.currentTarget.value)}
      />
    </form>
  );
}
