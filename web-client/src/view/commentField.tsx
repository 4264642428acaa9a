/* Where the shown position is commented on; what is written stands in the tree at once. */

import type { Ref } from 'preact';
import { useState } from 'preact/hooks';

import { plainComment } from '../marks';
import { say } from '../text/later';

const lengthMax = 2_000;

type Props = {
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

export function CommentField({ comment, onWrite, field }: Props) {
  // As it was typed, down to the blank that a word is about to follow.
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
