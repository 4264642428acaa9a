/* The fields of the form of a tournament; what few need is behind "More settings". */

import { daysStops, mayHaveStages } from '../lobby/newGame';
import { Stages, TimeSliders } from '../lobby/timeFields';
import { isTeams } from '../net/teams';
import { type Format, formats } from '../net/tournaments';
import { say } from '../text/tournaments';
import { Choice, Select, Slider } from '../ui/choice';
import { useCall } from '../ui/apiCall';
import {
  type FormValues,
  boardStops,
  gameStops,
  hasRivals,
  hasRounds,
  hostEachStops,
  hostExtraStops,
  intervalStops,
  leaderStops,
  mayBeRated,
  minuteStops,
  ofFormat,
  pairStops,
  roundStops,
} from './form';

type Change = (changed: Partial<FormValues>) => void;
type Props = { form: FormValues; change: Change };
type FieldsProps = Props & {
  /** It exists: its format stays. */
  exists: boolean;
  /** Games can be rated on this server. */
  mayRate: boolean;
};

type FlagName = {
  [K in keyof FormValues]: FormValues[K] extends boolean ? K : never;
}[keyof FormValues];

type TextProps = Props & {
  name:
    | ('name' | 'playersMax' | 'ratingMin' | 'ratingMax' | 'gamesMin' | 'code' | 'list')
    | ('firstMove' | 'lateUntil' | 'tiebreaks' | 'delayMoves' | 'delayMinutes');
  max?: number;
  /** Whole numbers are typed as text, with the keyboard for numbers. */
  kind?: 'text' | 'number';
};

const Text = ({ form, change, name, max = 200, kind = 'text' }: TextProps) => (
  <label class="field">
    {say(`tour.form.${name}`)}
    <input
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      value={form[name]}
      maxLength={max}
      autoComplete="off"
      required={name === 'name'}
      onInput={event => change({ [name]: event.currentTarget.value })}
    />
  </label>
);

const Flag = ({ form, change, name }: Props & { name: Exclude<FlagName, 'rated'> }) => (
  <label class="switch">
    <input type="checkbox" checked={form[name]} onChange={() => change({ [name]: !form[name] })} />
    {say(`tour.form.${name}`)}
  </label>
);

const intervalShown = (seconds: number): string => {
  if (seconds >= 3600) return say('tour.hours', { n: seconds / 3600 });
  return seconds >= 60
    ? say('tour.minutes', { n: seconds / 60 })
    : say('tour.seconds', { n: seconds });
};

const Time = ({ form, change }: Props) => (
  <>
    {hasRounds(form) && (
      <Choice
        name="pace"
        legend={say('form.time')}
        value={form.pace}
        options={[
          { value: 'clock' as const, label: say('form.pace.clock') },
          { value: 'days' as const, label: say('form.pace.days') },
        ]}
        onChange={pace => change({ pace })}
      />
    )}
    {form.pace === 'days' && hasRounds(form) ? (
      <Slider
        label={say('form.days')}
        shown={say('form.days.each', { n: form.days })}
        stops={daysStops}
        value={form.days}
        onChange={days => change({ days })}
      />
    ) : (
      <>
        <TimeSliders
          label={say('form.initial')}
          bonus="increment"
          initial={form.initial}
          perMove={form.increment}
          onInitial={initial => change({ initial })}
          onPerMove={increment => change({ increment })}
        />
        {hasRounds(form) && mayHaveStages(form) && (
          <Stages form={form} bonus="increment" change={change} />
        )}
      </>
    )}
  </>
);

const TeamMatches = ({ form, change }: Props) => (
  <>
    <Slider
      label={say('tour.form.boards')}
      shown={String(form.boards)}
      stops={boardStops}
      value={form.boards}
      onChange={boards => change({ boards })}
    />
    <Choice
      name="system"
      legend={say('tour.form.system')}
      value={form.system}
      options={(['roundrobin', 'swiss'] as const).map(value => ({
        value,
        label: say(`tour.format.${value}`),
      }))}
      onChange={system => change({ system })}
    />
  </>
);

/** One's own teams to choose from; others stay that are named already. */
function Teams({ form, change }: Props) {
  const [answer] = useCall('/api/v1/teams?mine=true', isTeams);
  const mine = answer?.ok ? answer.value.teams : [];
  const chosen = form.teams.split(',').filter(Boolean);
  const toggle = (id: string): void =>
    change({
      teams: (chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id]).join(','),
    });
  return (
    <fieldset class="fields">
      <legend>{say(hasRivals(form) ? 'tour.form.rivals' : 'tour.form.teams')}</legend>
      {mine.map(({ id, name }) => (
        <label class="switch" key={id}>
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
          <bdi>{name}</bdi>
        </label>
      ))}
      <label class="field">
        {say('tour.form.teams.ids')}
        <input
          value={form.teams}
          maxLength={1799}
          autoComplete="off"
          onInput={event => change({ teams: event.currentTarget.value.replace(/\s/g, '') })}
        />
      </label>
    </fieldset>
  );
}

const Rounds = ({ form, change, exists }: Omit<FieldsProps, 'mayRate'>) => (
  <>
    {form.format === 'teams' && <TeamMatches form={form} change={change} />}
    {(form.format === 'swiss' || (form.format === 'teams' && form.system === 'swiss')) && (
      <Slider
        label={say('tour.form.rounds')}
        shown={String(form.rounds)}
        stops={roundStops}
        value={form.rounds}
        onChange={rounds => change({ rounds })}
      />
    )}
    {(form.format === 'roundrobin' || (form.format === 'teams' && form.system === 'roundrobin')) && (
      <Choice
        name="cycles"
        legend={say('tour.form.cycles')}
        value={String(form.cycles)}
        options={[
          { value: '1', label: say('tour.form.cycles.1') },
          { value: '2', label: say('tour.form.cycles.2') },
        ]}
        onChange={cycles => change({ cycles: Number(cycles) })}
      />
    )}
    {form.format === 'knockout' && (
      <>
        <Slider
          label={say('tour.form.games')}
          shown={String(form.games)}
          stops={gameStops}
          value={form.games}
          onChange={games => change({ games })}
        />
        <Slider
          label={say('tour.form.tiebreakPairs')}
          shown={String(form.tiebreakPairs)}
          stops={pairStops}
          value={form.tiebreakPairs}
          onChange={tiebreakPairs => change({ tiebreakPairs })}
        />
      </>
    )}
    <Choice
      name="pairing"
      legend={say('tour.form.pairing')}
      value={form.pairing}
      options={[
        { value: 'auto' as const, label: say('tour.form.pairing.auto') },
        { value: 'manual' as const, label: say('tour.form.pairing.manual') },
      ]}
      onChange={pairing => change({ pairing })}
    />
    {form.pairing === 'manual' && exists && (
      <label class="field">
        {say('tour.form.nextRound')}
        <input
          type="datetime-local"
          value={form.nextRound}
          onInput={event => change({ nextRound: event.currentTarget.value })}
        />
      </label>
    )}
    {form.pairing === 'auto' && (
      <Slider
        label={say('tour.form.interval')}
        shown={intervalShown(form.interval)}
        stops={intervalStops}
        value={form.interval}
        onChange={interval => change({ interval })}
      />
    )}
  </>
);

const Arena = ({ form, change }: Props) => (
  <>
    <Slider
      label={say('tour.form.minutes')}
      shown={say('tour.minutes', { n: form.minutes })}
      stops={minuteStops}
      value={form.minutes}
      onChange={minutes => change({ minutes })}
    />
    <Flag form={form} change={change} name="berserk" />
    <Flag form={form} change={change} name="streaks" />
    <Slider
      label={say('tour.form.leaders')}
      shown={form.leaders === 0 ? say('tour.form.leaders.none') : String(form.leaders)}
      stops={leaderStops}
      value={form.leaders}
      onChange={leaders => change({ leaders })}
    />
  </>
);

const Simul = ({ form, change }: Props) => (
  <>
    <Choice
      name="hostColor"
      legend={say('tour.form.hostColor')}
      value={form.hostColor}
      options={(['white', 'black', 'random'] as const).map(value => ({
        value,
        label: say(`side.${value}`),
      }))}
      onChange={hostColor => change({ hostColor })}
    />
    <Slider
      label={say('tour.form.hostExtra')}
      shown={intervalShown(form.hostExtra)}
      stops={hostExtraStops}
      value={form.hostExtra}
      onChange={hostExtra => change({ hostExtra })}
    />
    <Slider
      label={say('tour.form.hostExtraEach')}
      shown={intervalShown(form.hostExtraEach)}
      stops={hostEachStops}
      value={form.hostExtraEach}
      onChange={hostExtraEach => change({ hostExtraEach })}
    />
  </>
);

const More = ({ form, change }: Props) => {
  const props = { form, change };
  return (
    <details class="more">
      <summary>{say('tour.form.more')}</summary>
      <div class="fields">
        <Text {...props} name="playersMax" kind="number" />
        <Text {...props} name="ratingMin" kind="number" />
        <Text {...props} name="ratingMax" kind="number" />
        <Text {...props} name="gamesMin" kind="number" />
        <Text {...props} name="code" max={40} />
        <Text {...props} name="list" max={4000} />
        {!hasRivals(form) && <Teams {...props} />}
        <Text {...props} name="firstMove" kind="number" />
        <Text {...props} name="delayMoves" kind="number" />
        <Text {...props} name="delayMinutes" kind="number" />
        {form.format === 'swiss' && <Text {...props} name="lateUntil" kind="number" />}
        {(form.format === 'swiss' || form.format === 'roundrobin' || form.format === 'teams') && (
          <Text {...props} name="tiebreaks" />
        )}
        {form.format === 'swiss' && (
          <>
            <Select
              label={say('tour.form.acceleration')}
              value={form.acceleration}
              options={[
                { value: 'none', label: say('tour.form.acceleration.none') },
                { value: 'baku', label: say('tour.form.acceleration.baku') },
              ]}
              onChange={acceleration => change({ acceleration })}
            />
            <Select
              label={say('tour.form.initial')}
              value={form.initialColor}
              options={(['random', 'white', 'black'] as const).map(value => ({
                value,
                label: say(`side.${value}`),
              }))}
              onChange={initialColor => change({ initialColor })}
            />
          </>
        )}
        {form.format === 'roundrobin' && form.cycles === 2 && (
          <Flag {...props} name="swapsRounds" />
        )}
        {form.format === 'roundrobin' && <Flag {...props} name="varma" />}
        <Flag {...props} name="bots" />
        <Flag {...props} name="guests" />
        <Flag {...props} name="chat" />
      </div>
    </details>
  );
};

export const FormFields = ({ form, change, exists, mayRate }: FieldsProps) => {
  const props = { form, change };
  return (
    <>
      <Text {...props} name="name" max={60} />
      {!exists && (
        <>
          <Select
            label={say('tour.form.format')}
            value={form.format}
            options={formats.map((value: Format) => ({ value, label: say(`tour.format.${value}`) }))}
            onChange={format => change(ofFormat(format))}
          />
          <p class="soft hint">{say(`tour.format.${form.format}.hint`)}</p>
        </>
      )}
      <Time {...props} />
      {hasRounds(form) && <Rounds {...props} exists={exists} />}
      {form.format === 'arena' && <Arena {...props} />}
      {form.format === 'simul' && <Simul {...props} />}
      {hasRivals(form) && <Teams {...props} />}
      <Choice
        name="variant"
        legend={say('form.variant')}
        value={form.variant}
        options={[
          { value: 'standard' as const, label: say('variant.standard') },
          { value: 'chess960' as const, label: say('variant.chess960') },
        ]}
        onChange={variant => change({ variant })}
      />
      {mayRate && (
        <Choice
          name="rated"
          legend={say('form.rated')}
          value={form.rated && mayBeRated(form)}
          disabled={!mayBeRated(form)}
          options={[
            { value: false, label: say('casual') },
            { value: true, label: say('rated') },
          ]}
          onChange={rated => change({ rated })}
        />
      )}
      <label class="field">
        {say('tour.form.starts')}
        <input
          type="datetime-local"
          value={form.starts}
          onInput={event => change({ starts: event.currentTarget.value })}
        />
      </label>
      <p class="soft hint">{say('tour.form.starts.hint')}</p>
      <label class="field">
        {say('tour.form.description')}
        <textarea
          rows={3}
          maxLength={2000}
          value={form.description}
          onInput={event => change({ description: event.currentTarget.value })}
        />
      </label>
      <More {...props} />
    </>
  );
};
