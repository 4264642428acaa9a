/* What the players say to each other. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import type { Preset } from '../net/wire';
import { say } from '../text/later';
import { WordsForm } from '../ui/wordsForm';
import { isOver } from './game';
import { isMuted, rememberMuted } from './muted';
import { type Table, isMuteKept, opponentOf } from './table';

/** Greetings before the end, thanks after it. */
const presetsNow = ({ game }: Table): Preset[] =>
  isOver(game) ? ['gg', 'wp', 'ty', 'gtg', 'bye'] : ['hi', 'gl', 'hf', 'u2'];

type Props = { table: Table; quiet: boolean; dispatch: Dispatch };

/** A field for a message of one's own. */
function Words({ table: { game, unsentChat }, dispatch }: Pick<Props, 'table' | 'dispatch'>) {
  const [text, setText] = useState('');
  // A message that was not delivered comes back together with the notice, unless another is being typed.
  useLayoutEffect(() => {
    if (unsentChat?.game === game.id && 'text' in unsentChat)
      setText(typed => typed || unsentChat.text);
  }, [game.id, unsentChat]);
  return (
    <WordsForm
      text={text}
      type={setText}
      send={words => dispatch({ m: 'chatSent', text: words })}
      look="act"
    />
  );
}

/** The opponent was muted on this device before, or is now. */
function useMuted(table: Table, dispatch: Dispatch): void {
  const { game, seat, muted } = table;
  const isOurs = seat && !isMuteKept(table);
  const you = isOurs && game.players[seat].id;
  const other = isOurs && opponentOf(table)?.id;
  const isKnown = useRef(false);
  // At once: the page may be left right after it.
  useLayoutEffect(() => {
    if (you && other && isKnown.current) rememberMuted(you, other, muted);
  }, [you, other, muted]);
  useEffect(() => {
    isKnown.current = true;
    if (you && other && isMuted(you, other)) dispatch({ m: 'muteSet', on: true });
  }, [you, other, dispatch]);
}

export function Chat({ table, quiet, dispatch }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.scrollTo({ top: list.current.scrollHeight }), [table.chat.length]);

  useMuted(table, dispatch);

  const title = say(table.seat ? 'chat' : 'chat.spectators');
  return (
    <section class="card chat" aria-label={title}>
      <ol ref={list} aria-live="polite">
        {table.chat.map((line, i) => (
          <li key={i}>
            <strong>
              <bdi>{line.by}</bdi>
            </strong>{' '}
            <bdi>{line.preset ? say(`preset.${line.preset}`) : line.text}</bdi>
          </li>
        ))}
        {table.chat.length === 0 && (
          <li class="soft">{say(table.seat ? 'chat.none' : 'chat.spectators.none')}</li>
        )}
      </ol>
      <div class="presets">
        {presetsNow(table).map(preset => (
          <button
            key={preset}
            class="quiet"
            title={say(`preset.${preset}`)}
            onClick={() => dispatch({ m: 'presetSent', preset })}
          >
            {preset.toUpperCase()}
            <span class="spoken">{say(`preset.${preset}`)}</span>
          </button>
        ))}
        {table.seat && (
          <button
            class="quiet"
            aria-pressed={table.muted}
            onClick={() => dispatch({ m: 'muteSet', on: !table.muted })}
          >
            {say(table.muted ? 'chat.unmute' : 'chat.mute')}
          </button>
        )}
      </div>
      {quiet ? (
        <p class="soft only-presets">{say('chat.quiet')}</p>
      ) : (
        <Words table={table} dispatch={dispatch} />
      )}
    </section>
  );
}
