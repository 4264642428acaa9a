/* What the players say to each other. */

import { useEffect, useRef, useState } from 'preact/hooks';

import type { Dispatch } from '../app';
import type { Table } from '../table';
import { say } from '../text';
import { Icon } from './icon';

const textMax = 140;

export function Chat({ table, dispatch }: { table: Table; dispatch: Dispatch }) {
  const [text, setText] = useState('');
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.scrollTo({ top: list.current.scrollHeight }), [table.talk.length]);

  const players = Object.values(table.game.players);
  if (!table.seat || players.some(player => player.computer !== undefined)) return null;
  return (
    <section class="card chat" aria-label={say('chat')}>
      <ol ref={list} aria-live="polite">
        {table.talk.map((line, i) => (
          <li key={i}>
            <strong>{line.by}</strong> {line.text}
          </li>
        ))}
        {table.talk.length === 0 && <li class="soft">{say('chat.none')}</li>}
      </ol>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (text.trim()) dispatch({ m: 'said', text: text.trim() });
          setText('');
        }}
      >
        <input
          value={text}
          maxLength={textMax}
          autoComplete="off"
          aria-label={say('chat.label')}
          placeholder={say('chat.hint')}
          onInput={event => setText(event.currentTarget.value)}
        />
        <button class="act" aria-label={say('chat.send')} disabled={!text.trim()}>
          <Icon name="send" />
        </button>
      </form>
    </section>
  );
}
