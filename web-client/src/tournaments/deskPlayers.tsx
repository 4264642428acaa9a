/* The desk's players: added by name, as guests or from a file; each may be withdrawn, given a bye, kept from
 * another. */

import { useEffect, useState } from 'preact/hooks';

import type { Dispatch } from '../dispatch';
import type { Player } from '../net/tournaments';
import { parseMessage } from '../net/wire';
import { say, sayKey, sayPoints } from '../text/tournaments';
import { Choice, Select } from '../ui/choice';
import { useHeard } from '../ui/heard';
import { Icon } from '../ui/icon';
import { Modal } from '../ui/modal';
import { type Fields, importPlayers } from './acts';
import type { DeskProps } from './deskRound';
import { outcomeText } from './outcome';

type Kind = 'account' | 'guest' | 'computer';

const levels = Array.from({ length: 13 }, (_, i) => String(i + 1));

type Engines = { value: string; label: string }[];

/** The server's external engines, which it is asked for when a computer is to be added. */
function useEngines(isWanted: boolean, dispatch: Dispatch): Engines {
  const [engines, setEngines] = useState<Engines>([]);
  useEffect(() => {
    if (isWanted) dispatch({ m: 'asked', request: { t: 'engines' } });
  }, [isWanted, dispatch]);
  useHeard(text => {
    const message = text.includes('"engines"') ? parseMessage(text) : null;
    if (message?.t === 'engines')
      setEngines(message.engines.map(({ name, title }) => ({ value: name, label: title })));
  });
  return engines;
}

function Adding({ view, acts, dispatch }: Pick<DeskProps, 'view' | 'acts'> & { dispatch: Dispatch }) {
  const teams = view.tournament.teams ?? [];
  const [chosen, setTeam] = useState<string | null>(null);
  const team = chosen ?? String(teams[0]?.team ?? '');
  const [kind, setKind] = useState<Kind>('account');
  const [name, setName] = useState('');
  const [rating, setRating] = useState('');
  const [level, setLevel] = useState('4');
  const engines = useEngines(kind === 'computer', dispatch);
  const fields = (): Fields => {
    if (kind === 'computer')
      return engines.some(({ value }) => value === level) ? { engine: level } : { level };
    if (kind === 'account') return { name: name.trim() };
    return { name: name.trim(), guest: 'true', ...(rating ? { rating } : {}) };
  };
  return (
    <form
      class="fields"
      onSubmit={event => {
        event.preventDefault();
        acts.act('add', { ...fields(), ...(team ? { team } : {}) });
        setName('');
        setRating('');
      }}
    >
      <Choice
        name="kind"
        legend={say('tour.add.kind')}
        value={kind}
        options={(['account', 'guest', 'computer'] as const).map(value => ({
          value,
          label: say(`tour.add.${value}`),
        }))}
        onChange={setKind}
      />
      {teams.length > 0 && (
        <Select
          label={say('tour.team.choose')}
          value={team}
          options={teams.map(({ team: number, name: of }) => ({ value: String(number), label: of }))}
          onChange={setTeam}
        />
      )}
      {kind === 'computer' ? (
        <Select
          label={say('tour.add.computer')}
          value={level}
          options={[...levels.map(value => ({ value, label: `${say('form.level')} ${value}` })), ...engines]}
          onChange={setLevel}
        />
      ) : (
        <label class="field">
          {say(kind === 'account' ? 'tour.add.username' : 'tour.add.name')}
          <input
            value={name}
            maxLength={60}
            required
            autoComplete="off"
            onInput={event => setName(event.currentTarget.value)}
          />
        </label>
      )}
      {kind === 'guest' && (
        <label class="field">
          {say('tour.field.rating')}
          <input
            type="number"
            min={0}
            max={4000}
            value={rating}
            onInput={event => setRating(event.currentTarget.value)}
          />
        </label>
      )}
      <button class="primary">{say('tour.act.add')}</button>
    </form>
  );
}

/** A file of players; what is wrong with it is told with its row. */
function Importing({ view, acts, done }: Pick<DeskProps, 'view' | 'acts'> & { done: () => void }) {
  const [words, setWords] = useState<string | null>(null);
  const take = async (file: File): Promise<void> => {
    const outcome = await importPlayers(view.tournament.id, file);
    acts.setFault(outcomeText(outcome));
    setWords(outcome.is === 'done' ? say('tour.imported', { n: outcome.added }) : null);
    done();
  };
  return (
    <>
      <label class="field">
        {say('tour.import')}
        <input
          type="file"
          accept=".trf,.trfx,.txt,.csv,.tsv"
          onChange={event => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (file) void take(file);
          }}
        />
      </label>
      <p class="soft hint">{say('tour.import.hint')}</p>
      {words && <p role="status">{words}</p>}
    </>
  );
}

const fieldNames = ['rating', 'title', 'federation', 'fideId', 'birth', 'sex', 'team'] as const;

type OneProps = DeskProps & { player: Player; close: () => void };

/** What is known of them, as reports need it. */
function Known({ player, acts, close, view }: OneProps) {
  const known = (name: (typeof fieldNames)[number]): string => String(player[name] ?? '');
  const [values, setValues] = useState<Record<string, string>>({});
  const changed = Object.entries(values).filter(
    ([name, value]) => value !== known(name as (typeof fieldNames)[number]),
  );
  return (
    <details>
      <summary>{say('tour.player.known')}</summary>
      <div class="fields">
        {fieldNames
          .filter(name => name !== 'rating' || view.tournament.status === 'created')
          .map(name => (
            <label key={name} class="field">
              {say(`tour.field.${name}`)}
              <input
                value={values[name] ?? known(name)}
                maxLength={40}
                autoComplete="off"
                onInput={event => setValues({ ...values, [name]: event.currentTarget.value })}
              />
            </label>
          ))}
        <button
          disabled={changed.length === 0}
          onClick={() => {
            close();
            acts.act('player', { player: String(player.player), ...Object.fromEntries(changed) });
          }}
        >
          {say('tour.save')}
        </button>
      </div>
    </details>
  );
}

const byes = ['0', '0.5', '1', 'none'] as const;
const byesOfRoundRobin = ['0', 'none'] as const;

function Byes({ player, acts, view, close }: OneProps) {
  const first = view.tournament.round + 1;
  const last = Math.max(view.tournament.rounds ?? first, first);
  const rounds = Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
  const [round, setRound] = useState(String(first));
  const isRoundRobin = view.tournament.format === 'roundrobin';
  const [points, setPoints] = useState<(typeof byes)[number]>(isRoundRobin ? '0' : '0.5');
  return (
    <details>
      <summary>{say('tour.byes')}</summary>
      <div class="fields">
        {(player.byes ?? []).map(bye => (
          <p key={bye.round} class="soft">
            {say('tour.byes.one', { n: bye.round, points: sayPoints(bye.points) || '0' })}
          </p>
        ))}
        <Select
          label={say('tour.round.choose')}
          value={round}
          options={rounds.map(value => ({ value, label: value }))}
          onChange={setRound}
        />
        <Select
          label={say('tour.points')}
          value={points}
          options={(isRoundRobin ? byesOfRoundRobin : byes).map(value => ({ value, label: say(`tour.byes.${value}`) }))}
          onChange={setPoints}
        />
        <button
          onClick={() => {
            close();
            acts.act('bye', {
              player: String(player.player),
              round,
              ...(points === 'none' ? {} : { points }),
            });
          }}
        >
          {say('tour.save')}
        </button>
      </div>
    </details>
  );
}

function Forbidding({ player, players, acts, close }: OneProps) {
  const others = players.filter(each => each.player !== player.player);
  const [other, setOther] = useState(String(others[0]?.player ?? ''));
  if (others.length === 0) return null;
  return (
    <details>
      <summary>{say('tour.act.forbid')}</summary>
      <div class="fields">
        <Select
          label={say('tour.opponent')}
          value={other}
          options={others.map(each => ({ value: String(each.player), label: each.name }))}
          onChange={setOther}
        />
        <button
          onClick={() => {
            close();
            acts.act('forbid', { player: String(player.player), other });
          }}
        >
          {say('tour.act.forbid')}
        </button>
      </div>
    </details>
  );
}

function PlayerDialog(props: OneProps) {
  const { player, may, acts, close, view } = props;
  const { status, format } = view.tournament;
  const did = (act: string): void => {
    close();
    acts.act(act, { player: String(player.player) });
  };
  const isIn = player.status === 'active' || player.status === 'paused';
  const isOpen = status === 'created' || status === 'started';
  return (
    <Modal title={player.name} onClose={close}>
      <div class="act-dialog">
        <h2>
          <bdi>{player.name}</bdi>
        </h2>
        <p class="soft figures">{describe(player)}</p>
        {isOpen && (
          <div class="row">
            {isIn && may.has('withdraw') && (
              <button onClick={() => did('withdraw')}>{say('tour.act.withdraw')}</button>
            )}
            {!isIn && may.has('readmit') && (
              <button onClick={() => did('readmit')}>{say('tour.act.readmit')}</button>
            )}
            {player.status !== 'removed' && may.has('remove') && (
              <button onClick={() => did('remove')}>{say('tour.act.remove')}</button>
            )}
          </div>
        )}
        {isOpen && format === 'swiss' && may.has('bye') && <Byes {...props} />}
        {isOpen && may.has('forbid') && <Forbidding {...props} />}
        {may.has('player') && <Known {...props} />}
        <button onClick={close}>{say('close')}</button>
      </div>
    </Modal>
  );
}

const describe = ({ tpn, rating, status, byes: has = [], title, federation }: Player): string =>
  [
    ...(tpn === null ? [] : [`#${tpn}`]),
    ...(title ? [title] : []),
    ...(rating === null ? [] : [String(rating)]),
    ...(federation ? [federation] : []),
    ...(status === 'active' ? [] : [sayKey(`tour.player.${status}`)]),
    ...has.map(bye =>
      say('tour.byes.one', { n: bye.round, points: sayPoints(bye.points) || '0' }),
    ),
  ].join(' · ');

function Forbidden({ view, players, may, acts }: DeskProps) {
  const pairs = view.tournament.forbidden ?? [];
  const nameOf = (n: number | undefined): string =>
    players.find(({ player }) => player === n)?.name ?? `#${n}`;
  if (pairs.length === 0) return null;
  return (
    <section class="card" aria-label={say('tour.forbidden')}>
      <h3>{say('tour.forbidden')}</h3>
      <ul class="desk-list">
        {pairs.map(([a, b]) => (
          <li key={`${a}-${b}`}>
            <span>
              <bdi>{nameOf(a)}</bdi> – <bdi>{nameOf(b)}</bdi>
            </span>
            {may.has('permit') && (
              <button onClick={() => acts.act('permit', { player: `${a}`, other: `${b}` })}>
                {say('tour.act.permit')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type PlayersProps = DeskProps & { done: () => void; dispatch: Dispatch };

export function DeskPlayers({ done, dispatch, ...props }: PlayersProps) {
  const { players, may, acts, view } = props;
  const [open, setOpen] = useState<number | null>(null);
  const [wanted, want] = useState('');
  const shown = players.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
  const player = players.find(each => each.player === open);
  return (
    <>
      {may.has('add') && (
        <section class="card" aria-label={say('tour.act.add')}>
          <h3>{say('tour.act.add')}</h3>
          <Adding view={view} acts={acts} dispatch={dispatch} />
          <Importing view={view} acts={acts} done={done} />
        </section>
      )}
      <Forbidden {...props} />
      <section class="card" aria-label={say('tour.desk.players')}>
        <h3>
          {say('tour.desk.players')} <span class="soft figures">{players.length}</span>
        </h3>
        {players.length > 10 && (
          <label class="field">
            {say('menu.search')}
            <input
              type="search"
              value={wanted}
              onInput={event => want(event.currentTarget.value)}
            />
          </label>
        )}
        <ul class="desk-boards">
          {shown.map(each => (
            <li key={each.player}>
              <button
                class={each.status === 'active' ? '' : 'away'}
                onClick={() => setOpen(each.player)}
              >
                <span class={each.here ? 'here' : 'soft'} aria-hidden="true">
                  {each.here ? '●' : '○'}
                </span>
                <span class="entry-text">
                  <bdi>{each.name}</bdi>{' '}
                  <span class="spoken">
                    {say(each.here ? 'profile.online' : 'profile.offline')}
                  </span>
                  <span class="soft figures">{describe(each)}</span>
                </span>
                <Icon name="next" />
              </button>
            </li>
          ))}
        </ul>
      </section>
      {player && (
        <PlayerDialog key={open} {...props} player={player} close={() => setOpen(null)} />
      )}
    </>
  );
}
