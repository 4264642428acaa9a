/* The form of a new game: time, variant, colour, and how strong the computer shall be. */

import type { Dispatch } from '../app';
import { controlText, speedOf } from '../clock';
import {
  type Form,
  firstLevel,
  increments,
  initials,
  isPlayable,
  lastLevel,
  levelRating,
  mayBeRated,
  setupOf,
} from '../lobby';
import { say } from '../text/later';
import type { Side } from '../wire';
import { Icon } from './icon';
import { Modal } from './modal';
import { pieceImage } from './pieceImage';

/** Guests play casual games only. */
type Props = { form: Form; mayRate: boolean; disabled: boolean; dispatch: Dispatch };
type Change = (change: Partial<Form>) => void;

type SliderProps = {
  label: string;
  shown: string;
  stops: number[];
  value: number;
  onChange: (value: number) => void;
};

const Slider = ({ label, shown, stops, value, onChange }: SliderProps) => (
  <label class="slider">
    <span>
      {label} <strong class="figures">{shown}</strong>
    </span>
    <input
      type="range"
      min={0}
      max={stops.length - 1}
      value={Math.max(0, stops.indexOf(value))}
      aria-valuetext={shown}
      onInput={event => onChange(stops[Number(event.currentTarget.value)] ?? value)}
    />
  </label>
);

type ChoiceProps<T> = {
  name: string;
  legend: string;
  options: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
};

/** A row of which one is chosen; radio buttons to the keyboard and the screen reader. */
export const Choice = <T extends string | boolean>(props: ChoiceProps<T>) => (
  <fieldset class="choice">
    <legend class="spoken">{props.legend}</legend>
    {props.options.map(({ value, label }) => (
      <label key={label}>
        <input
          type="radio"
          class="spoken"
          name={props.name}
          checked={value === props.value}
          onChange={() => props.onChange(value)}
        />
        <span>{label}</span>
      </label>
    ))}
  </fieldset>
);

const minutesShown = (initial: number): string =>
  say('form.minutes', { n: controlText({ initial, increment: 0 }).split('+')[0] ?? '' });

const Time = ({ form, change }: { form: Form; change: Change }) => (
  <>
    <Choice
      name="timed"
      legend={say('form.time')}
      value={form.timed}
      options={[
        { value: true, label: say('form.timed') },
        { value: false, label: say('form.unlimited') },
      ]}
      onChange={timed => change({ timed })}
    />
    {form.timed && (
      <>
        <Slider
          label={say('form.initial')}
          shown={minutesShown(form.initial)}
          stops={initials}
          value={form.initial}
          onChange={initial => change({ initial })}
        />
        <Slider
          label={say('form.increment')}
          shown={say('form.seconds', { n: form.increment / 1000 })}
          stops={increments}
          value={form.increment}
          onChange={increment => change({ increment })}
        />
      </>
    )}
  </>
);

const levelName = (level: number): string => {
  const rating = levelRating(level);
  return rating === null
    ? say('form.level.full')
    : say('form.level.rated', { rating: String(rating) });
};

const Level = ({ form, change }: { form: Form; change: Change }) => (
  <Slider
    label={say('form.level')}
    shown={levelName(form.level)}
    stops={Array.from({ length: lastLevel - firstLevel + 1 }, (_, i) => firstLevel + i)}
    value={form.level}
    onChange={level => change({ level })}
  />
);

const sides: Side[] = ['white', 'random', 'black'];

const SideChoice = ({ form, change }: { form: Form; change: Change }) => (
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

const summary = (form: Form): string => {
  const { clock } = setupOf(form);
  return clock
    ? `${controlText(clock)} · ${say(`speed.${speedOf(clock)}`)}`
    : say('speed.unlimited');
};

export function GameForm({ form, mayRate, disabled, dispatch }: Props) {
  const change: Change = changed => dispatch({ m: 'formChanged', change: changed });
  const close = (): void => dispatch({ m: 'formClosed' });
  const title = form.to ? say('way.person', { name: form.to.name }) : say(`way.${form.way}`);
  return (
    <Modal title={title} onClose={close}>
      <form
        class="game-form"
        method="dialog"
        onSubmit={event => {
          event.preventDefault();
          dispatch({ m: 'formSent' });
        }}
      >
        <header>
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label={say('close')} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {form.way === 'computer' && <Level form={form} change={change} />}
        <Time form={form} change={change} />
        {form.fen === null ? (
          <Choice
            name="variant"
            legend={say('form.variant')}
            value={form.chess960}
            options={[
              { value: false, label: say('variant.standard') },
              { value: true, label: say('variant.chess960') },
            ]}
            onChange={chess960 => change({ chess960 })}
          />
        ) : (
          <p class="soft">{say('form.fromPosition')}</p>
        )}
        {mayRate && mayBeRated(form) && (
          <Choice
            name="rated"
            legend={say('form.rated')}
            value={form.rated}
            options={[
              { value: false, label: say('casual') },
              { value: true, label: say('rated') },
            ]}
            onChange={rated => change({ rated })}
          />
        )}
        <SideChoice form={form} change={change} />
        <button class="primary" disabled={disabled || !isPlayable(form)}>
          {say(form.to ? 'form.send.person' : `form.send.${form.way}`)}{' '}
          <span class="figures">({summary(form)})</span>
        </button>
        {!isPlayable(form) && <p class="soft">{say('form.noTime')}</p>}
      </form>
    </Modal>
  );
}
