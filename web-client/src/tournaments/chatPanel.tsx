/* What is said in a tournament. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import type { TournamentRequest } from '../net/requests';
import type { ChatLine } from '../net/tournaments';
import { say } from '../text/tournaments';
import { WordsForm } from '../ui/wordsForm';

type Props = {
  tournament: string;
  lines: ChatLine[];
  mayWrite: boolean;
  /** What was said comes back if it did not arrive, unless something else is being typed. */
  lost: TournamentRequest | null;
  dispatch: Dispatch;
};

export function ChatPanel({ tournament, lines, mayWrite, lost, dispatch }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [text, setText] = useState('');
  useLayoutEffect(() => {
    if (lost?.t === 'tournament_chat' && lost.tournament === tournament)
      setText(typed => typed || lost.text);
  }, [tournament, lost]);
  useEffect(() => list.current?.scrollTo({ top: list.current.scrollHeight }), [lines.length]);
  return (
    <section class="card tour-chat no-print" aria-label={say('chat')}>
      <h2>{say('chat')}</h2>
      <ol ref={list} aria-live="polite" tabIndex={0} aria-label={say('chat')}>
        {lines.map((line, i) => (
          <li key={i}>
            <strong>
              <bdi>{line.name}</bdi>
            </strong>{' '}
            <bdi>{line.text}</bdi>
          </li>
        ))}
        {lines.length === 0 && <li class="soft">{say('chat.none')}</li>}
      </ol>
      {mayWrite && (
        <WordsForm
          text={text}
          type={setText}
          send={said => dispatch({ m: 'asked', request: { t: 'tournament_chat', tournament, text: said } })}
          look="quiet"
        />
      )}
    </section>
  );
}
