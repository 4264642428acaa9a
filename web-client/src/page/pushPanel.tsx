/* Push messages: whether this device is told while the page is closed, of what, and which other devices are. */

import '../ui/switch.css';

import { useEffect, useState } from 'preact/hooks';

import { anyAnswer, callApi } from '../net/api';
import { type Infer, bool, listOf, object, text } from '../net/schema';
import { languageInUse } from '../text';
import { sayPush } from '../text/push';

const device = object({
  id: text,
  endpoint: text,
  label: text,
  turns: bool,
  challenges: bool,
  tournaments: bool,
});
type Device = Infer<typeof device>;
const isList = object({ key: text, devices: listOf(device) });
type List = Infer<typeof isList>;

const kinds = ['turns', 'challenges', 'tournaments'] as const;
type Wants = Pick<Device, (typeof kinds)[number]>;
const labelMost = 120;

/** Why there are no push messages here; null: they can be had. */
function hindrance(): 'insecure' | 'missing' | 'denied' | null {
  if (!isSecureContext) return 'insecure';
  if (!('PushManager' in window) || !navigator.serviceWorker) return 'missing';
  return Notification.permission === 'denied' ? 'denied' : null;
}

const registered = async (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.ready;

/** The browser's own subscription, if it has one. */
const ownNow = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await registered();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  // One that was made with another key, by another server at this address, is no use.
  return pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
}

async function send(own: PushSubscription, wants: Wants): Promise<boolean> {
  const { endpoint = '', keys = {} } = own.toJSON();
  const answer = await callApi('POST', '/api/push', anyAnswer, {
    endpoint,
    p256dh: keys.p256dh ?? '',
    auth: keys.auth ?? '',
    language: languageInUse().tag,
    label: navigator.userAgent.slice(0, labelMost),
    ...Object.fromEntries(kinds.map(kind => [kind, String(wants[kind])])),
  });
  return answer.ok;
}

const remove = (id: string): Promise<unknown> => callApi('DELETE', `/api/push/${id}`, anyAnswer);

type State = { list: List; endpoint: string | null };

async function look(): Promise<State | null> {
  const answer = await callApi('GET', '/api/push', isList);
  return answer.ok ? { list: answer.value, endpoint: (await ownNow())?.endpoint ?? null } : null;
}

const all: Wants = { turns: true, challenges: true, tournaments: true };

function Devices({ state, change }: { state: State; change: (act: () => Promise<unknown>) => void }) {
  const { devices, key } = state.list;
  const own = devices.find(({ endpoint }) => endpoint === state.endpoint);
  const others = devices.filter(each => each !== own);
  const turnOn = async (): Promise<unknown> =>
    (await Notification.requestPermission()) === 'granted' && send(await subscribe(key), all);
  const choose = async (wants: Wants): Promise<unknown> => send(await subscribe(key), wants);
  const turnOff = async (id: string): Promise<unknown> => {
    await remove(id);
    return (await ownNow())?.unsubscribe();
  };
  return (
    <>
      <label class="switch">
        <input
          type="checkbox"
          checked={own !== undefined}
          onChange={() => change(() => (own ? turnOff(own.id) : turnOn()))}
        />{' '}
        {sayPush('on')}
      </label>
      {own &&
        kinds.map(kind => (
          <label key={kind} class="switch">
            <input
              type="checkbox"
              checked={own[kind]}
              onChange={() => change(() => choose({ ...own, [kind]: !own[kind] }))}
            />{' '}
            {sayPush(kind)}
          </label>
        ))}
      {others.length > 0 && <h3>{sayPush('devices')}</h3>}
      {others.map(({ id, label }) => (
        <p key={id}>
          <bdi>{label || sayPush('unnamed')}</bdi>{' '}
          <button onClick={() => change(() => remove(id))}>{sayPush('remove')}</button>
        </p>
      ))}
    </>
  );
}

export function PushPanel() {
  const [state, setState] = useState<State | null | undefined>();
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const why = hindrance();
  useEffect(() => {
    if (!why)
      void look()
        .catch(() => null)
        .then(setState);
  }, [why, round]);
  const change = (act: () => Promise<unknown>): void =>
    void act()
      .then(
        () => setFailed(false),
        () => setFailed(true),
      )
      .then(() => setRound(before => before + 1));
  return (
    <section class="card" aria-labelledby="push-settings">
      <h2 id="push-settings">{sayPush('title')}</h2>
      <p>{sayPush(why ?? 'why')}</p>
      {failed && <p role="alert">{sayPush('failed')}</p>}
      {!why && state && <Devices state={state} change={change} />}
    </section>
  );
}
