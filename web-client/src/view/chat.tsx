/* What the players say to each other. */

import { useEffect, useRef, useState } from 'preact/hooks';

import type { Dispatch } from '../app';
import { hasComputer, isOver } from '../game';
import type { Table } from '../table';
import { say } from '../text';
import type { Preset } from '../wire';
import { Icon } from './icon';

const textMax = 140;

/** Greetings before, thanks after. */
const presetsNow = ({ game }: Table): Preset[] =>
  isOver(game) ? ['gg', 'wp', 'ty', 'gtg', 'bye'] : ['hi', 'gl', 'hf', 'u2'];

export function Chat({ table, dispatch }: { table: Table; dispatch: Dispatch }) {
  const [text, setText] = useState('');
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.scrollTo({ top: list.current.scrollHeight }), [table.talk.length]);

  // Our own computer has nothing to say; an engine of others tells when something is wrong with it.
  const isSilent = table.talk.length === 0 && hasComputer(table.game);
  if (!table.seat || isSilent) return null;
  return (
    <section class="card chat" aria-label={say('chat')}>
      <ol ref={list} aria-live="polite">
        {table.talk.map((line, i) => (
          <li key={i}>
            <strong>{line.by}</strong> {line.preset ? say(`preset.${line.preset}`) : line.text}
          </li>
        ))}
        {table.talk.length === 0 && <li class="soft">{say('chat.none')}</li>}
      </ol>
      <div class="presets">
        {presetsNow(table).map(preset => (
          <button
            key={preset}
            class="quiet"
            title={say(`preset.${preset}`)}
            onClick={() => dispatch({ m: 'greeted', preset })}
          >
            {preset.toUpperCase()}
            <span class="spoken">{say(`preset.${preset}`)}</span>
          </button>
        ))}
        <button class="quiet" aria-pressed={table.muted} onClick={() => dispatch({ m: 'muted' })}>
          {say(table.muted ? 'chat.unmute' : 'chat.mute')}
        </button>
      </div>
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
