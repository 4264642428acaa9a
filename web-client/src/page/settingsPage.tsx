/* The settings, each with its choices; a change takes effect at once and is stored. */

import '../board/boards.css';
import './settings.css';

import { useEffect, useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import { prepareOffline, isSavingData } from '../install/install';
import { callApi } from '../net/api';
import { type Setting, type Settings, choices } from '../settings/settings';
import { type PlainKey, say, sayPercent } from '../text/later';
import { type LanguageTag, languageNames } from '../text/tag';
import { Choice } from '../ui/choice';
import { InnerLink } from '../ui/innerLink';
import { lazily } from '../ui/lazily';

/** With its texts, which are fetched in all languages. */
const PushPanel = lazily(async () => (await import('./pushPanel')).PushPanel, 'optional');

/** Likewise. */
const MailPanel = lazily(async () => (await import('./mailPanel')).MailPanel, 'optional');

type Props = { settings: Settings; dispatch: Dispatch };

const groups: { title: PlainKey; names: Setting[] }[] = [
  {
    title: 'settings.look',
    names: ['language', 'scheme', 'board', 'pieces', 'coordinates', 'notation', 'tenths'],
  },
  { title: 'settings.moving', names: ['autoQueen', 'confirm', 'premoves', 'entry'] },
  { title: 'settings.calm', names: ['reader', 'notify', 'haptics', 'zen', 'blindfold'] },
];

/** Choices that mean the same in several settings share their texts; languages are shown by their own
 * names. */
const choiceText = (name: Setting, choice: string): string => {
  if (name === 'language' && choice !== 'system') return languageNames[choice as LanguageTag];
  const key = choice === 'on' || choice === 'off' ? choice : `${name}.${choice}`;
  return say(`settings.${key}` as PlainKey);
};

/** Browsers only ask for permission after a click. */
const askToNotify = (): void => {
  if (typeof Notification !== 'undefined' && Notification.permission === 'default')
    void Notification.requestPermission();
};

function Row({ name, settings, dispatch }: Props & { name: Setting }) {
  const label = say(`settings.${name}`);
  return (
    <div class="setting">
      <span aria-hidden="true">{label}</span>
      <Choice
        name={name}
        legend={label}
        value={settings[name]}
        options={choices[name].map(choice => ({
          value: choice as string,
          label: choiceText(name, choice),
          board: name === 'board' ? choice : undefined,
        }))}
        onChange={value => {
          if (name === 'notify' && value === 'on') askToNotify();
          dispatch({ m: 'settingChanged', change: { [name]: value } });
        }}
      />
    </div>
  );
}

const Volume = ({ settings, dispatch }: Props) => (
  <label class="setting">
    <span>{say('settings.volume')}</span>
    <input
      type="range"
      min={0}
      max={100}
      step={5}
      value={settings.volume}
      aria-valuetext={settings.volume === 0 ? say('settings.off') : sayPercent(settings.volume)}
      onInput={event =>
        dispatch({ m: 'settingChanged', change: { volume: Number(event.currentTarget.value) } })
      }
      onChange={() => dispatch({ m: 'volumeTried' })}
    />
  </label>
);

/** Whether the computer can be played offline, and a link to the games played like
 * that. */
function Offline({ dispatch }: { dispatch: Dispatch }) {
  const [state, setState] = useState<'coming' | 'ready' | 'denied' | 'saving'>('coming');
  const look = (saving: boolean): void => {
    setState('coming');
    void prepareOffline(saving)
      .catch(() => false)
      .then(is => setState(is ? 'ready' : saving ? 'saving' : 'denied'));
  };
  useEffect(() => look(isSavingData()), []);
  return (
    <section class="card">
      <h2>{say('settings.offline')}</h2>
      <p role="status">{say(`settings.offline.${state}`)}</p>
      {state === 'saving' && (
        <button onClick={() => look(false)}>{say('settings.offline.fetch')}</button>
      )}
      <InnerLink to={{ page: 'device' }} class="button" dispatch={dispatch}>
        {say('device.title')}
      </InnerLink>
    </section>
  );
}

const isHealth = (value: unknown): value is { version: string } =>
  typeof Object(value).version === 'string';

/** The server's version, when it says one. */
function Version() {
  const [version, setVersion] = useState('');
  useEffect(() => {
    void callApi('GET', '/healthz', isHealth).then(
      answer => answer.ok && setVersion(answer.value.version),
    );
  }, []);
  return version ? <p class="version">castled {version}</p> : null;
}

export function SettingsPage({ settings, isAccount, dispatch }: Props & { isAccount: boolean }) {
  return (
    <main class="settings">
      <h1>{say('settings.title')}</h1>
      {groups.map(({ title, names }) => (
        <section key={title} class="card">
          <h2>{say(title)}</h2>
          {names.map(name => (
            <Row key={name} name={name} settings={settings} dispatch={dispatch} />
          ))}
          {title === 'settings.calm' && <Volume settings={settings} dispatch={dispatch} />}
        </section>
      ))}
      {isAccount && <MailPanel />}
      {isAccount && <PushPanel />}
      <Offline dispatch={dispatch} />
      <Version />
    </main>
  );
}
