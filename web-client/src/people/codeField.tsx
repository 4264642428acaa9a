/* The field for a code of an authenticator app, or a recovery code. It has the focus as soon as it is there. */

import { useEffect, useRef } from 'preact/hooks';

import { say } from '../text/later';

export function CodeField() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <label>
      {say('sign.code')}
      <input
        ref={field}
        name="code"
        required
        maxLength={40}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellcheck={false}
      />
    </label>
  );
}
