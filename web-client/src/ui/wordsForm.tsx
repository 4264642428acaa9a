/* A line of chat that is typed and sent. */

import { say } from '../text/later';
import { Icon } from './icon';

const textMax = 140;

type Props = { text: string; type: (text: string) => void; send: (text: string) => void; look: 'act' | 'quiet' };

export const WordsForm = ({ text, type, send, look }: Props) => (
  <form
    onSubmit={event => {
      event.preventDefault();
      if (text.trim()) send(text.trim());
      type('');
    }}
  >
    <input
      value={text}
      maxLength={textMax}
      autoComplete="off"
      aria-label={say('chat.label')}
      placeholder={say('chat.hint')}
      onInput={event => type(event.currentTarget.value)}
    />
    <button class={look} aria-label={say('chat.send')} disabled={!text.trim()}>
      <Icon name="send" />
    </button>
  </form>
);
