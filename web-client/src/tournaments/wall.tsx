/* The wall: full-screen pages for a projector, which turn by themselves. The names and the clock to the next round can be
 * read from the back of a hall; what is not for the hall is shown only while the pointer moves. */

import './wall.css';
import '../ui/switch.css';

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { Rules } from '../chess/rules';
import type { Dispatch } from '../dispatch';
import { callApi } from '../net/api';
import { type Board, type Round, type Row, type Seat, isStandings } from '../net/tournaments';
import { say, sayPoints } from '../text/tournaments';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { Progress } from './facts';
import { LiveBoards } from './liveBoards';
import { placesByName, resultWords } from './pairings';
import { Flame } from './standings';
import { apiOf } from './useTournament';
import type { View } from './view';
import { type WallKind, type WallPage, kindsOf, liveBoards, pagesOf, rowsOf, wallKinds } from './wallPages';
import { MatchesPage, TeamsPage } from './wallTeams';

type Props = { view: View; connected: boolean; rules: Rules; dispatch: Dispatch };

const wideQuery = '(min-aspect-ratio: 5/4)';
const secondsStops = [5, 8, 12, 20, 30] as const;
const usualSeconds = 12;
/** The controls disappear when the pointer has rested for so long. */
const restsAfter = 4_000;
const boardsMost = 6;

function useWide(): boolean {
  const [isWide, setWide] = useState(() => matchMedia(wideQuery).matches);
  useEffect(() => {
    const query = matchMedia(wideQuery);
    const look = (): void => setWide(query.matches);
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, []);
  return isWide;
}

/** All rows: those that the server keeps up to date, and the rest as they are after each change. */
function useRows({ tournament: { id, seq }, rows, total }: View): Row[] {
  const [rest, setRest] = useState<Row[]>([]);
  const known = rows.length;
  const isMore = total > known;
  useEffect(() => {
    if (!isMore) return setRest([]);
    let isWanted = true;
    const path = `${apiOf(id)}/standings?from=${known + 1}&nb=1000`;
    void callApi('GET', path, isStandings).then(got => {
      if (got.ok && isWanted) setRest(got.value.rows);
    });
    return () => {
      isWanted = false;
    };
  }, [id, seq, known, isMore]);
  return useMemo(() => [...rows, ...rest], [rows, rest]);
}

const seatText = (seat: Seat | null): string => seat?.name ?? say('tour.bye');

const Pairing = ({ board }: { board: Board }) => (
  <tr>
    <th scope="row" class="figures">
      {board.table}
    </th>
    <td>
      <bdi>{seatText(board.white)}</bdi>{' '}
      <span class="soft figures">{board.white && sayPoints(board.white.points)}</span>
    </td>
    <td class="figures middle">{resultWords(board)}</td>
    <td>
      <bdi>{seatText(board.black)}</bdi>{' '}
      <span class="soft figures">{board.black && sayPoints(board.black.points)}</span>
    </td>
  </tr>
);

const BoardsPage = ({ boards }: { boards: Board[] }) => (
  <table>
    <tbody>
      {boards.map(board => (
        <Pairing key={board.board} board={board} />
      ))}
    </tbody>
  </table>
);

const halvesOf = <T,>(list: T[], size: number): T[][] =>
  list.length > size ? [list.slice(0, size), list.slice(size)] : [list];

type ListPageProps = { page: WallPage; isWide: boolean };

const NamesPage = ({ round, page, isWide }: ListPageProps & { round: Round }) => {
  const places = placesByName(round).slice(page.from, page.to);
  return (
    <div class="columns">
      {halvesOf(places, rowsOf(isWide, 'names') / (isWide ? 2 : 1)).map((half, i) => (
        <table key={i}>
          <tbody>
            {half.map(({ seat, table, color, other }) => (
              <tr key={seat.player}>
                <th scope="row">
                  <bdi>{seat.name}</bdi>
                </th>
                <td class="figures middle">
                  <strong>{color === null ? say('tour.bye') : table}</strong>
                </td>
                <td class="soft">
                  {color !== null && <span class={`dot dot-${color}`} aria-hidden="true" />}
                  {color !== null && <span class="spoken">{say(`side.${color}`)}</span>}{' '}
                  <bdi>{other}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
};

const StandingsPage = ({ rows, page, isWide }: ListPageProps & { rows: Row[] }) => (
  <div class="columns">
    {halvesOf(
      rows.slice(page.from, page.to),
      rowsOf(isWide, 'standings') / (isWide ? 2 : 1),
    ).map((half, i) => (
      <table key={i}>
        <tbody>
          {half.map(row => (
            <tr key={row.player}>
              <td class="figures soft">{row.rank}</td>
              <th scope="row">
                <bdi>{row.name}</bdi>
                {row.fire && <Flame />}
              </th>
              <td class="figures">
                <strong>{sayPoints(row.points)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    ))}
  </div>
);

/** The page that is shown, and turning to the next. */
function useTurning(pages: WallPage[], seconds: number, isHeld: boolean) {
  const [at, setAt] = useState(0);
  const { length } = pages;
  useEffect(() => {
    if (isHeld || length < 2) return;
    const timer = setInterval(() => setAt(before => before + 1), seconds * 1000);
    return () => clearInterval(timer);
  }, [length, seconds, isHeld]);
  const turn = useCallback((by: number) => setAt(before => before + by), []);
  return [length === 0 ? null : (pages[((at % length) + length) % length] ?? null), turn] as const;
}

/** Whether the pointer or a key has moved lately. */
function useStirring(): boolean {
  const [stirs, setStirs] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const stir = (): void => {
      setStirs(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setStirs(false), restsAfter);
    };
    const kinds = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
    for (const kind of kinds) addEventListener(kind, stir);
    stir();
    return () => {
      clearTimeout(timer.current);
      for (const kind of kinds) removeEventListener(kind, stir);
    };
  }, []);
  return stirs;
}

type ControlsProps = {
  id: string;
  /** What there is to be shown, and what of it is. */
  all: WallKind[];
  kinds: WallKind[];
  seconds: number;
  isHeld: boolean;
  setKinds: (kinds: WallKind[]) => void;
  setSeconds: (seconds: number) => void;
  hold: (is: boolean) => void;
  turn: (by: number) => void;
  dispatch: Dispatch;
};

const Controls = (props: ControlsProps) => {
  const { id, all, kinds, seconds, isHeld, setKinds, setSeconds, hold, turn, dispatch } = props;
  return (
    <div class="wall-controls row">
      <InnerLink to={{ page: 'tournament', tournament: id }} class="button" dispatch={dispatch}>
        {say('tour.wall.leave')}
      </InnerLink>
      {all.map(kind => (
        <label key={kind} class="switch">
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={() =>
              setKinds(wallKinds.filter(each => (each === kind) !== kinds.includes(each)))
            }
          />
          {say(`tour.wall.${kind}`)}
        </label>
      ))}
      <label>
        <span class="spoken">{say('tour.wall.seconds')}</span>
        <select
          value={seconds}
          onChange={event => setSeconds(Number(event.currentTarget.value))}
        >
          {secondsStops.map(n => (
            <option key={n} value={n}>
              {say('tour.seconds', { n })}
            </option>
          ))}
        </select>
      </label>
      <button aria-label={say('tour.wall.previous')} onClick={() => turn(-1)}>
        <Icon name="previous" />
      </button>
      <button aria-pressed={isHeld} onClick={() => hold(!isHeld)}>
        {say('tour.wall.hold')}
      </button>
      <button aria-label={say('tour.wall.next')} onClick={() => turn(1)}>
        <Icon name="next" />
      </button>
      <button
        onClick={() => {
          if (document.fullscreenElement) void document.exitFullscreen();
          else void document.documentElement.requestFullscreen();
        }}
      >
        {say('tour.wall.full')}
      </button>
    </div>
  );
};

type ShownProps = {
  page: WallPage | null;
  view: View;
  rows: Row[];
  live: Board[];
  isWide: boolean;
  connected: boolean;
  rules: Rules;
  dispatch: Dispatch;
};

function Shown({ page, view, rows, live, isWide, connected, rules, dispatch }: ShownProps) {
  const { tournament, round } = view;
  if (!page)
    return (
      <p class="wall-empty">{say('tour.players', { n: tournament.players })}</p>
    );
  if (page.kind === 'standings')
    return <StandingsPage rows={rows} page={page} isWide={isWide} />;
  if (page.kind === 'teams') return <TeamsPage tournament={tournament} rows={rows} page={page} />;
  if (page.kind === 'live' || !round)
    return <LiveBoards boards={live} connected={connected} rules={rules} dispatch={dispatch} />;
  if (page.kind === 'matches') return <MatchesPage round={round} teams={tournament.teams ?? []} page={page} />;
  return page.kind === 'names' ? (
    <NamesPage round={round} page={page} isWide={isWide} />
  ) : (
    <BoardsPage boards={round.boards.slice(page.from, page.to)} />
  );
}

/** The screen stays on while the wall is shown, where the browser can do that. */
function useAwake(): void {
  useEffect(() => {
    let lock: { release: () => Promise<void> } | null = null;
    const wake = (): void =>
      void navigator.wakeLock?.request('screen').then(
        got => (lock = got),
        () => {},
      );
    const look = (): void => {
      if (document.visibilityState === 'visible') wake();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      void lock?.release().catch(() => {});
    };
  }, []);
}

export function Wall({ view, connected, rules, dispatch }: Props) {
  const { tournament, skew, round } = view;
  const isWide = useWide();
  const [kinds, setKinds] = useState<WallKind[]>([...wallKinds]);
  const [seconds, setSeconds] = useState<number>(usualSeconds);
  const [isHeld, hold] = useState(false);
  const stirs = useStirring();
  const rows = useRows(view);
  const pages = pagesOf({ view, rows, kinds, isWide });
  const [page, turn] = useTurning(pages, seconds, isHeld);
  const live = kinds.includes('live')
    ? liveBoards(round?.boards ?? [], isWide ? boardsMost : 4)
    : [];
  useAwake();
  const title = page ? say(`tour.wall.${page.kind}`) : '';
  return (
    <main class={`wall ${stirs ? 'stirring' : ''}`}>
      <header>
        <h1>
          <bdi>{tournament.name}</bdi>
        </h1>
        <p class="wall-clock">
          <Progress tournament={tournament} skew={skew} />
        </p>
      </header>
      <h2>
        {title} {page && page.of > 1 && <span class="soft figures">{`${page.n}/${page.of}`}</span>}
      </h2>
      <div class={`wall-page wall-${page?.kind ?? 'none'}`}>
        <Shown
          page={page}
          view={view}
          rows={rows}
          live={live}
          isWide={isWide}
          connected={connected}
          rules={rules}
          dispatch={dispatch}
        />
      </div>
      <Controls
        id={tournament.id}
        all={kindsOf(tournament)}
        kinds={kinds}
        seconds={seconds}
        isHeld={isHeld}
        setKinds={setKinds}
        setSeconds={setSeconds}
        hold={hold}
        turn={turn}
        dispatch={dispatch}
      />
    </main>
  );
}
