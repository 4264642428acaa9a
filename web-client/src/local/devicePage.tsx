/* The games on this device: continue, review, save, copy to the account, delete. */

import './device.css';

import { useCallback, useEffect, useState } from 'preact/hooks';

import { gameScore, isOverStatus } from '../chess/outcome';
import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import { controlText } from '../game/clock';
import { gameOf } from '../game/game';
import { pgnOf } from '../game/gamePgn';
import { callApi } from '../net/api';
import { object, text } from '../net/schema';
import { parseRoute } from '../route';
import { say, sayDate } from '../text/later';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { saveFile } from '../ui/saveFile';
import { ActionButton, TwoStepAction } from '../ui/twoStep';
import { announceChange, fetchRoom, readStored } from './device';
import { type GameRecord, type GameStore, openGameStore } from './gameStore';
import { seatsOf } from './localGame';

type Props = {
  rules: Rules;
  /** The name of the account; null: not signed in. */
  account: string | null;
  dispatch: Dispatch;
};

const isImported = object({ url: text });

async function pgnOfKept(
  store: GameStore,
  { id }: GameRecord,
  rules: Rules,
  name: string,
): Promise<string | null> {
  const [kept, module] = await Promise.all([store.load(id), fetchRoom()]);
  const shown = kept && (await readStored(module, kept));
  const game =
    shown && gameOf({ ...shown, ...seatsOf(kept.game, name) }, { rules, now: performance.now() });
  return game && pgnOf(game, location.origin, new Date(kept.game.made));
}

async function putIntoAccount(store: GameStore, id: string, pgn: string): Promise<boolean> {
  if ((await store.load(id))?.game.imported) return true;
  const answer = await callApi('POST', '/api/import', isImported, { pgn });
  return answer.ok && store.change(id, { imported: answer.value.url });
}

/** Only once: another page that does the same waits, and finds it done. Pages without https have no
 * locks. */
const importGame = (store: GameStore, id: string, pgn: string): Promise<boolean> =>
  navigator.locks
    ? navigator.locks.request(`castled.import.${id}`, () => putIntoAccount(store, id, pgn))
    : putIntoAccount(store, id, pgn);

type RowProps = Props & { store: GameStore; game: GameRecord; changed: () => void };

function Acts({ store, game, rules, account, changed }: RowProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const name = account ?? say('device.you');
  const isOver = isOverStatus(game.status);
  const read = () => pgnOfKept(store, game, rules, name);
  const save = async (): Promise<void> => {
    const pgn = await read();
    if (pgn) saveFile(`castled-${game.id.slice(1)}.pgn`, pgn, 'application/x-chess-pgn');
    else setState('failed');
  };
  const put = async (): Promise<void> => {
    setState('busy');
    const pgn = await read();
    const isThere = pgn !== null && (await importGame(store, game.id, pgn).catch(() => false));
    setState(isThere ? 'idle' : 'failed');
    changed();
  };
  const remove = async (): Promise<void> => {
    await store.remove(game.id);
    announceChange(game.id);
    changed();
  };
  return (
    <span class="row">
      {isOver && account && !game.imported && game.plies > 0 && (
        <button disabled={state === 'busy'} onClick={() => void put()}>
          {say('device.keep')}
        </button>
      )}
      <ActionButton
        icon="save"
        label={say('act.save')}
        name={say('act.save.short')}
        disabled={game.plies === 0}
        onClick={() => void save()}
      />
      <TwoStepAction
        icon="close"
        label={say('device.delete')}
        name={say('device.delete')}
        grave
        disabled={false}
        onConfirm={() => void remove()}
      />
      {state === 'failed' && <span role="alert">{say('device.keep.failed')}</span>}
    </span>
  );
}

const Row = (props: RowProps) => {
  const { game, dispatch } = props;
  const isOver = isOverStatus(game.status);
  return (
    <li>
      <InnerLink to={{ page: 'game', game: game.id }} dispatch={dispatch}>
        {say('player.computer')} {say('player.level', { n: String(game.level) })} ·{' '}
        {controlText(game.clock)}
      </InnerLink>
      <span class="soft">
        {isOver ? '' : say('device.unfinished')}
        {game.imported && (
          <InnerLink to={parseRoute(game.imported)} dispatch={dispatch}>
            {say('device.kept')}
          </InnerLink>
        )}
      </span>
      <strong class="figures">{gameScore(game) || '–'}</strong>
      <span class="soft figures">{sayDate(game.made)}</span>
      <Acts {...props} />
    </li>
  );
};

export function DevicePage(props: Props) {
  const [store, setStore] = useState<GameStore | null>(null);
  const [games, setGames] = useState<GameRecord[]>([]);
  const { dispatch } = props;
  const list = useCallback(async (): Promise<void> => {
    const there = await openGameStore();
    const kept = await there.list();
    const playing = kept.filter(({ status }) => !isOverStatus(status)).map(({ id }) => id);
    setGames(kept);
    setStore(there);
    dispatch({ m: 'localGamesFound', playing });
  }, [dispatch]);
  useEffect(() => void list(), [list]);
  return (
    <main class="device">
      <h1>{say('device.title')}</h1>
      <p class="soft">{say(store?.lasts === false ? 'device.gone' : 'device.hint')}</p>
      {store && games.length === 0 && <p>{say('device.none')}</p>}
      {store && games.length > 0 && (
        <ol class="games card">
          {games.map(game => (
            <Row key={game.id} {...props} store={store} game={game} changed={() => void list()} />
          ))}
        </ol>
      )}
      {store && (
        <button
          class="primary"
          onClick={() => dispatch({ m: 'formOpened', way: 'computer', device: true })}
        >
          <Icon name="computer" /> {say('offline.play')}
        </button>
      )}
    </main>
  );
}
