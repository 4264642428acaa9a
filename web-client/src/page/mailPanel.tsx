/* One's e-mail address and reminders, where the server sends e-mail. */

import { useState } from 'preact/hooks';

import { type ApiAnswer, anyAnswer, callApi } from '../net/api';
import { type Infer, bool, integer, object, text } from '../net/schema';
import { mailRefusal } from '../people/mailRefusal';
import { languageInUse } from '../text';
import { say } from '../text/later';
import { sayMail } from '../text/mail';
import { useCall } from '../ui/apiCall';
import { ConfirmButton } from '../ui/twoStep';

const isMail = object({ available: bool, address: text, wanted: text, hours: integer });
type Mail = Infer<typeof isMail>;

const choices = [0, 3, 6, 12, 24, 48];

type Act = () => Promise<ApiAnswer<unknown>>;
type Props = { mail: Mail; act: (act: Act) => Promise<boolean> };

function Reminders({ mail, act }: Props) {
  const hours = choices.includes(mail.hours) ? choices : [...choices, mail.hours];
  return (
    <label class="setting">
      <span>{sayMail('reminders')}</span>
      <select
        value={mail.hours}
        onChange={event => {
          const fields = { hours: event.currentTarget.value };
          void act(() => callApi('POST', '/api/mail/reminders', anyAnswer, fields));
        }}
      >
        {hours.map(each => (
          <option key={each} value={each}>
            {each === 0 ? sayMail('never') : `${each} ${sayMail('hours')}`}
          </option>
        ))}
      </select>
    </label>
  );
}

function AddressForm({ act }: Pick<Props, 'act'>) {
  const send = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    const fields = {
      address: String(data.get('address')).trim(),
      password: String(data.get('password')),
      language: languageInUse().tag,
    };
    if (await act(() => callApi('PUT', '/api/mail', anyAnswer, fields))) form.reset();
  };
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <label>
        {sayMail('address')}
        <input name="address" type="email" required maxLength={254} autoComplete="email" />
      </label>
      <label>
        {say('sign.password')}
        <input name="password" type="password" maxLength={200} autoComplete="current-password" />
      </label>
      <button>{sayMail('save')}</button>
    </form>
  );
}

export function MailPanel() {
  const [found, again] = useCall('/api/mail', isMail);
  const [words, setWords] = useState<string | null>(null);
  if (!found?.ok || !found.value.available) return null;
  const mail = found.value;
  const act = async (what: Act): Promise<boolean> => {
    const answer = await what();
    setWords(answer.ok ? null : mailRefusal(answer));
    again();
    return answer.ok;
  };
  return (
    <section class="card" aria-labelledby="mail-settings">
      <h2 id="mail-settings">{sayMail('title')}</h2>
      <p>{sayMail('why')}</p>
      {mail.address && (
        <p>
          {sayMail('current')} <bdi>{mail.address}</bdi>
        </p>
      )}
      {mail.wanted && (
        <p role="status">
          {sayMail('waits')} <bdi>{mail.wanted}</bdi>
        </p>
      )}
      {words && <p role="alert">{words}</p>}
      <AddressForm act={act} />
      {mail.address && <Reminders mail={mail} act={act} />}
      {(mail.address || mail.wanted) && (
        <ConfirmButton
          label={sayMail('remove')}
          sure={sayMail('sure')}
          onConfirm={() => void act(() => callApi('DELETE', '/api/mail', anyAnswer))}
        />
      )}
    </section>
  );
}
