/* Acts from the desk: sent at once; a warning of the server opens a dialog that asks once more, and so does an act that
 * needs a reason. */

import { useState } from 'preact/hooks';

import { hasText, say, sayKey } from '../text/tournaments';
import { Modal } from '../ui/modal';
import { type Fields, type Outcome, type Warning, sendAct } from './acts';
import { outcomeText } from './outcome';

/** What follows when it is done, with the tournament's seq after it. */
type After = (seq: number) => void;
type Asked = {
  act: string;
  fields: Fields;
  warnings: Warning[];
  needsReason: boolean;
  after: After | undefined;
};

export type Acts = {
  /** Does it; `reason`: the player is asked for one before. */
  act: (act: string, fields?: Fields, reason?: 'reason', after?: After) => void;
  /** What went wrong last. */
  fault: string | null;
  setFault: (fault: string | null) => void;
  /** The dialog, where one is open. */
  asked: Asked | null;
  answer: (reason: string | null) => void;
};

const warningText = ({ code, text }: Warning): string =>
  hasText(`tour.warning.${code}`) ? sayKey(`tour.warning.${code}`) : text;

export function useActs(tournament: string, seen: number, done: () => void): Acts {
  const [fault, setFault] = useState<string | null>(null);
  const [asked, ask] = useState<Asked | null>(null);
  const send = async (act: string, fields: Fields, after?: After): Promise<void> => {
    const outcome: Outcome = await sendAct(tournament, act, fields);
    if (outcome.is === 'warned')
      return ask({ act, fields, warnings: outcome.warnings, needsReason: 'reason' in fields, after });
    if (outcome.is === 'done') after?.(outcome.seq);
    setFault(outcomeText(outcome));
    done();
  };
  return {
    act(act, fields = {}, reason, after) {
      setFault(null);
      const full = { ...fields, ...(act === 'pair' || act === 'boards' ? { seen: `${seen}` } : {}) };
      if (reason) ask({ act, fields: full, warnings: [], needsReason: true, after });
      else void send(act, full, after);
    },
    fault,
    setFault,
    asked,
    answer(reason) {
      ask(null);
      if (!asked || reason === null) return;
      const fields = {
        ...asked.fields,
        ...(reason === '' ? {} : { reason }),
        ...(asked.warnings.length > 0 ? { confirm: 'true' } : {}),
      };
      void send(asked.act, fields, asked.after);
    },
  };
}

/** Asks for a reason, or whether what the rules forbid is to be done all the same. */
export function ActDialog({ acts: { asked, answer } }: { acts: Acts }) {
  const [reason, setReason] = useState('');
  if (!asked) return null;
  const { act, warnings, fields, needsReason } = asked;
  const isWarned = warnings.length > 0;
  const title = isWarned ? say('tour.confirm') : sayKey(`tour.act.${act}`);
  const close = (): void => {
    setReason('');
    answer(null);
  };
  const needs = needsReason && !isWarned;
  return (
    <Modal title={title} onClose={close}>
      <form
        class="act-dialog"
        onSubmit={event => {
          event.preventDefault();
          setReason('');
          answer(reason.trim() || (fields['reason'] ?? ''));
        }}
      >
        <h2>{title}</h2>
        {warnings.map(warning => (
          <p key={warning.code} role="alert">
            {warningText(warning)}
          </p>
        ))}
        {!(isWarned && fields['reason']) && (
          <label class="field">
            {say(needs ? 'tour.reason.needed' : 'tour.reason')}
            <input
              value={reason}
              maxLength={200}
              autoComplete="off"
              required={needs}
              onInput={event => setReason(event.currentTarget.value)}
            />
          </label>
        )}
        <div class="row">
          <button type="button" onClick={close}>
            {say('cancel')}
          </button>
          <button class={isWarned ? 'danger' : 'primary'}>
            {isWarned ? say('tour.confirm.yes') : sayKey(`tour.act.${act}`)}
          </button>
        </div>
      </form>
    </Modal>
  );
}
