/* The form of a new game: time, variant, colour, and against the computer which one. */

import './newGameForm.css';
import '../ui/side.css';
import '../ui/switch.css';

import { useState } from 'preact/hooks';

import { pieceImage } from '../board/pieceImage';
import { positionFault, positionOfFen } from '../chess/editedPosition';
import type { Rules } from '../chess/rules';
import type { Dispatch, FormTopic } from '../dispatch';
import { levelRating, levels } from '../engine/levels';
import { controlText, speedOf } from '../game/clock';
import type { Engine, Side } from '../net/wire';
import { sayFigures } from '../text';
import { say } from '../text/later';
import { Choice, Select, Slider } from '../ui/choice';
import { Icon } from '../ui/icon';
import { InnerLink } from '../ui/innerLink';
import { Modal } from '../ui/modal';
import { recallForm, rememberForm } from './formMemory';
import {
  type FormFault,
  type FormValues,
  bonuses,
  controlOf,
  daysStops,
  formFault,
  leastStops,
  mayBeRated,
  mayChooseRating,
  mayHaveOdds,
  mayHaveStages,
  mostStops,
  opponentOf,
  paces,
  ratingMax,
  ratingMin,
  ratingRange,
  setupOf,
  startsOf,
  strengthStops,
} from './newGame';
import { Stages, TimeSliders } from './timeFields';

type Props = {
  topic: FormTopic;
  engines: Engine[];
  /** Guests play casual games only. */
  mayRate: boolean;
  connected: boolean;
  rules: Rules;
  dispatch: Dispatch;
};
type Change = (change: Partial<FormValues>) => void;
type PartProps = { form: FormValues; change: Change };

const Odds = ({ form, change }: PartProps) => (
  <>
    <label class="switch">
      <input type="checkbox" checked={form.odds} onChange={() => change({ odds: !form.odds })} />
      {say('form.odds')}
    </label>
    {form.odds && (
      <fieldset class="odds">
        <legend class="spoken">{say('form.odds.other')}</legend>
        <TimeSliders
          label={say('form.odds.theirs')}
          bonus={form.bonus}
          initial={form.oddsInitial}
          perMove={form.oddsPerMove}
          onInitial={oddsInitial => change({ oddsInitial })}
          onPerMove={oddsPerMove => change({ oddsPerMove })}
        />
      </fieldset>
    )}
  </>
);

const Clock = ({ form, change }: PartProps) => (
  <>
    <TimeSliders
      label={say(mayHaveOdds(form) && form.odds ? 'form.odds.yours' : 'form.initial')}
      bonus={form.bonus}
      initial={form.initial}
      perMove={form.perMove}
      onInitial={initial => change({ initial })}
      onPerMove={perMove => change({ perMove })}
    />
    {mayHaveOdds(form) && <Odds form={form} change={change} />}
    {mayHaveStages(form) && <Stages form={form} bonus={form.bonus} change={change} />}
    <Select
      label={say('form.bonus')}
      value={form.bonus}
      options={bonuses.map(value => ({ value, label: say(`form.bonus.${value}`) }))}
      onChange={bonus => change({ bonus })}
    />
  </>
);

const Time = ({ form, change }: PartProps) => (
  <>
    <Choice
      name="pace"
      legend={say('form.time')}
      value={form.pace}
      options={paces.map(value => ({ value, label: say(`form.pace.${value}`) }))}
      onChange={pace => change({ pace })}
    />
    {form.pace === 'clock' && <Clock form={form} change={change} />}
    {form.pace === 'days' && (
      <Slider
        label={say('form.days')}
        shown={say('form.days.each', { n: form.days })}
        stops={daysStops}
        value={form.days}
        onChange={days => change({ days })}
      />
    )}
  </>
);

const levelName = (level: number): string => {
  const rating = levelRating(level);
  return rating === null
    ? say('form.level.full')
    : say('form.level.rated', { rating: String(rating) });
};

const strengthName = (engine: Engine, strength: number): string =>
  engine.strength?.by === 'rating'
    ? say('form.level.rated', { rating: String(strength) })
    : say('form.level.step', { n: strength });

function Strength({ form, engines, change }: PartProps & { engines: Engine[] }) {
  const engine = engines.find(({ name }) => name === form.engine);
  if (!engine)
    return (
      <Slider
        label={say('form.level')}
        shown={levelName(form.level)}
        stops={levels}
        value={form.level}
        onChange={level => change({ level })}
      />
    );
  const stops = strengthStops(engine);
  const most = stops.at(-1);
  if (most === undefined) return null;
  return (
    <Slider
      label={say('form.level')}
      shown={strengthName(engine, form.strength ?? most)}
      stops={stops}
      value={form.strength ?? most}
      onChange={strength => change({ strength })}
    />
  );
}

/** The value of our own computer in the list of engines. */
const ours = '';

const Computer = ({ form, engines, change }: PartProps & { engines: Engine[] }) => (
  <>
    {engines.length > 0 && (
      <Select
        label={say('form.engine')}
        value={form.engine ?? ours}
        options={[
          { value: ours, label: say('form.engine.ours') },
          ...engines.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={name => change({ engine: name === ours ? null : name, strength: null })}
      />
    )}
    <Strength form={form} engines={engines} change={change} />
  </>
);

const sides: Side[] = ['white', 'random', 'black'];

const SideChoice = ({ form, change }: PartProps) => (
  <fieldset class="sides">
    <legend class="spoken">{say('form.side')}</legend>
    {sides.map(side => (
      <label key={side} title={say(`side.${side}`)}>
        <input
          type="radio"
          class="spoken"
          name="side"
          checked={form.side === side}
          onChange={() => change({ side })}
        />
        <span class={`side cg-wrap side-${side}`}>
          {side !== 'black' && pieceImage('white', 'king')}
          {side !== 'white' && pieceImage('black', 'king')}
        </span>
        <span class="soft">{say(`side.${side}`)}</span>
      </label>
    ))}
  </fieldset>
);

/** What is wrong with a position, as precisely as possible. */
function positionWords(fen: string): string {
  const setup = positionOfFen(fen);
  const fault = setup && positionFault(setup, false);
  return fault ? say(`editor.fault.${fault}`) : say('analysis.bad.fen');
}

const faultWords = (fault: FormFault, fen: string): string => {
  if (fault !== 'position') return say(`form.fault.${fault}`);
  return fen.trim() ? positionWords(fen) : say('form.fault.position');
};

const Position = ({ form, change, dispatch }: PartProps & { dispatch: Dispatch }) => (
  <div class="row">
    <label class="grow">
      {say('form.fen')}
      <input
        class="figures notation"
        value={form.fen}
        spellcheck={false}
        autoComplete="off"
        onInput={event => change({ fen: event.currentTarget.value })}
      />
    </label>
    <InnerLink
      to={{ page: 'editor', fen: positionOfFen(form.fen) ? form.fen.trim() : undefined }}
      class="button"
      dispatch={dispatch}
    >
      <Icon name="editor" /> {say('lobby.editor')}
    </InnerLink>
  </div>
);

const Rated = ({ form, change }: PartProps) => (
  <>
    <Choice
      name="rated"
      legend={say('form.rated')}
      value={form.rated && mayBeRated(form)}
      options={[
        { value: false, label: say('casual') },
        { value: true, label: say('rated') },
      ]}
      disabled={!mayBeRated(form)}
      onChange={rated => change({ rated })}
    />
    {!mayBeRated(form) && (
      <p class="soft" role="status">
        {say('form.odds.casual')}
      </p>
    )}
  </>
);

const ratingShown = (rating: number): string =>
  rating === ratingMin || rating === ratingMax ? say('form.rating.any') : String(rating);

const RatingRange = ({ form, change }: PartProps) => (
  <div class="rating-range">
    <Slider
      label={say('form.rating.least')}
      shown={ratingShown(form.ratingLeast)}
      stops={leastStops}
      value={form.ratingLeast}
      onChange={least => change(ratingRange(form, { least }))}
    />
    <Slider
      label={say('form.rating.most')}
      shown={ratingShown(form.ratingMost)}
      stops={mostStops}
      value={form.ratingMost}
      onChange={most => change(ratingRange(form, { most }))}
    />
  </div>
);

const summary = (form: FormValues): string => {
  const clock = controlOf(form);
  return clock
    ? `${sayFigures(controlText(clock))} · ${say(`speed.${speedOf(clock)}`)}`
    : say('speed.unlimited');
};

const sendKey = ({ way, to }: FormTopic) =>
  to ? ('form.send.person' as const) : (`form.send.${way}` as const);

export function GameForm({ topic, engines, mayRate, connected, rules, dispatch }: Props) {
  const [form, setForm] = useState(() => recallForm(topic, () => localStorage));
  const change: Change = changed => setForm(before => ({ ...before, ...changed }));
  const close = (): void => dispatch({ m: 'formClosed' });
  const title = topic.to ? say('way.person', { name: topic.to.name }) : say(`way.${topic.way}`);
  const isHere = form.way === 'computer' && (form.device || !connected);
  const fault = formFault(form, engines, fen => rules.moves(fen).length > 0);
  return (
    <Modal title={title} onClose={close}>
      <form
        class="game-form"
        method="dialog"
        onSubmit={event => {
          event.preventDefault();
          rememberForm(form, () => localStorage);
          const level = isHere ? form.level : undefined;
          // Somebody who signed out since may have chosen it.
          const setup = setupOf(mayRate ? form : { ...form, rated: false });
          dispatch({ m: 'formSubmitted', setup, opponent: opponentOf(form), level });
        }}
      >
        <header>
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label={say('close')} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {form.way === 'computer' && (
          <Computer form={form} engines={isHere ? [] : engines} change={change} />
        )}
        <Time form={form} change={change} />
        <Choice
          name="start"
          legend={say('form.variant')}
          value={form.start}
          options={startsOf(form).map(value => ({ value, label: say(`form.start.${value}`) }))}
          onChange={start => change({ start })}
        />
        {form.start === 'fromPosition' && (
          <Position form={form} change={change} dispatch={dispatch} />
        )}
        {mayRate && mayBeRated({ ...form, odds: false }) && <Rated form={form} change={change} />}
        {mayChooseRating(form) && <RatingRange form={form} change={change} />}
        <SideChoice form={form} change={change} />
        {form.way === 'computer' && connected && (
          <Choice
            name="place"
            legend={say('form.place')}
            value={form.device}
            options={[
              { value: false, label: say('form.place.server') },
              { value: true, label: say('form.place.device') },
            ]}
            onChange={device => change({ device })}
          />
        )}
        {fault && (
          <p class="soft" role="status">
            {faultWords(fault, form.fen)}
          </p>
        )}
        <button class="primary" disabled={!(connected || isHere) || fault !== null}>
          {say(sendKey(topic))} <span class="figures">({summary(form)})</span>
        </button>
      </form>
    </Modal>
  );
}
