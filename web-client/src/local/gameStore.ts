/* The games on this device, saved after each move.
 *
 * IndexedDB and not localStorage: its transactions are on disk before they are answered ('strict'),
 * hold bytes, and notice when two tabs play on in the same game. Where storage is denied the
 * games last as long as the page. */

import type { Color } from '../chess/fen';
import type { Control, Status, Variant } from '../net/wire';

export type GameRecord = {
  id: string;
  /** When it began, ms since 1970. */
  made: number;
  variant: Variant;
  /** The position that it began from. */
  fen: string;
  clock: Control;
  /** The side of the person; the computer has the other. */
  you: Color;
  level: number;
  /** The seed of the computer's choices. */
  seed: number;
  /** In Chess960: the position was played once with the other colour. */
  again: boolean;
  /** How many events there are. */
  seq: number;
  /** Game time in ms until which somebody was there: what came after is charged to nobody. */
  axis: number;
  plies: number;
  status: Status;
  winner: Color | null;
  /** Its id in the account, once it has been copied there. */
  imported: string | null;
};

export type StoredGame = { game: GameRecord; events: Uint8Array[] };

export type GameStore = {
  /** False: only until the page is closed. */
  lasts: boolean;
  /** The newest first. */
  list: () => Promise<GameRecord[]>;
  load: (id: string) => Promise<StoredGame | null>;
  add: (game: GameRecord) => Promise<void>;
  /** Stores the events after number `from`, and what they changed. False, and nothing is stored, when
   * another tab has gone on, or the game is no longer there. */
  append: (
    id: string,
    from: number,
    events: Uint8Array[],
    change: Partial<GameRecord>,
  ) => Promise<boolean>;
  /** Changes something other than events; `when` checks the record in the same transaction. */
  change: (
    id: string,
    change: Partial<GameRecord>,
    when?: (game: GameRecord) => boolean,
  ) => Promise<boolean>;
  remove: (id: string) => Promise<void>;
};

const newestFirst = (games: GameRecord[]): GameRecord[] =>
  games.sort((one, other) => other.made - one.made);

/** As long as the page lives. */
export function memoryStore(): GameStore {
  const games = new Map<string, StoredGame>();
  const alter = (id: string, change: (kept: StoredGame) => StoredGame | null): boolean => {
    const kept = games.get(id);
    const changed = kept ? change(kept) : null;
    if (changed) games.set(id, changed);
    return changed !== null;
  };
  return {
    lasts: false,
    list: async () => newestFirst([...games.values()].map(({ game }) => game)),
    load: async id => games.get(id) ?? null,
    add: async game => void games.set(game.id, { game, events: [] }),
    append: async (id, from, events, change) =>
      alter(id, kept =>
        kept.game.seq === from
          ? {
              game: { ...kept.game, ...change, seq: from + events.length },
              events: [...kept.events, ...events],
            }
          : null,
      ),
    change: async (id, change, when = () => true) =>
      alter(id, kept => (when(kept.game) ? { ...kept, game: { ...kept.game, ...change } } : null)),
    remove: async id => void games.delete(id),
  };
}

const eventsOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('castled', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games', { keyPath: 'id' });
      request.result.createObjectStore('events');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('another version of the page keeps games'));
  });

type Stores = { games: IDBObjectStore; events: IDBObjectStore };

async function databaseStore(): Promise<GameStore> {
  const database = await openDatabase();
  // A newer page may need another version of the database, and must not have to wait for this one.
  database.onversionchange = () => database.close();

  /** Everything that `body` did is on disk once the promise resolves. */
  async function write<T>(body: (stores: Stores) => Promise<T>): Promise<T> {
    const transaction = database.transaction(['games', 'events'], 'readwrite', {
      durability: 'strict',
    });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    // When the body fails, its error is the one to report.
    done.catch(() => {});
    const result = await body({
      games: transaction.objectStore('games'),
      events: transaction.objectStore('events'),
    });
    await done;
    return result;
  }

  const gameIn = (store: IDBObjectStore, id: string): Promise<GameRecord | undefined> =>
    answerOf(store.get(id) as IDBRequest<GameRecord | undefined>);

  return {
    lasts: true,
    list: async () =>
      newestFirst(
        await answerOf(
          database.transaction('games').objectStore('games').getAll() as IDBRequest<GameRecord[]>,
        ),
      ),
    async load(id) {
      const transaction = database.transaction(['games', 'events']);
      const [game, events] = await Promise.all([
        gameIn(transaction.objectStore('games'), id),
        answerOf(
          transaction.objectStore('events').getAll(eventsOf(id)) as IDBRequest<Uint8Array[]>,
        ),
      ]);
      return game ? { game, events } : null;
    },
    add: game => write(async ({ games }) => void games.add(game)),
    append: (id, from, events, change) =>
      write(async stores => {
        const game = await gameIn(stores.games, id);
        if (game?.seq !== from) return false;
        events.forEach((event, i) => stores.events.put(event, [id, from + i + 1]));
        stores.games.put({ ...game, ...change, seq: from + events.length });
        return true;
      }),
    change: (id, change, when = () => true) =>
      write(async ({ games }) => {
        const game = await gameIn(games, id);
        if (!game || !when(game)) return false;
        games.put({ ...game, ...change });
        return true;
      }),
    remove: id =>
      write(async ({ games, events }) => {
        games.delete(id);
        events.delete(eventsOf(id));
      }),
  };
}

let opened: Promise<GameStore> | null = null;

/** The one store of games on this device; in memory where the browser denies
 * storage. */
export const openGameStore = (): Promise<GameStore> =>
  (opened ??= databaseStore().catch(() => memoryStore()));
