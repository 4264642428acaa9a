/* The sliders of a time control, and of its stages: for a new game and for a tournament. */

import { controlText } from '../game/clock';
import { say } from '../text/later';
import { Select, Slider } from '../ui/choice';
import { type Bonus, type StageValues, initials, movesStops, perMoves, stageKinds } from './newGame';

const minutesShown = (initial: number): string =>
  say('form.minutes', { n: controlText({ initial, increment: 0 }).split('+')[0] ?? '' });

type TimeProps = {
  label: string;
  bonus: Bonus;
  initial: number;
  perMove: number;
  onInitial: (initial: number) => void;
  onPerMove: (perMove: number) => void;
};

export const TimeSliders = ({ label, bonus, initial, perMove, onInitial, onPerMove }: TimeProps) => (
  <>
    <Slider
      label={label}
      shown={minutesShown(initial)}
      stops={initials}
      value={initial}
      onChange={onInitial}
    />
    <Slider
      label={say(`form.perMove.${bonus}`)}
      shown={say('form.seconds', { n: perMove / 1000 })}
      stops={perMoves}
      value={perMove}
      onChange={onPerMove}
    />
  </>
);

type StagesProps = {
  form: StageValues;
  bonus: Bonus;
  change: (change: Partial<StageValues>) => void;
};

const Moves = ({ moves, onMoves }: { moves: number; onMoves: (moves: number) => void }) => (
  <Slider
    label={say('form.stages.moves')}
    shown={String(moves)}
    stops={movesStops}
    value={moves}
    onChange={onMoves}
  />
);

const Second = ({ form, bonus, change }: StagesProps) => (
  <fieldset class="odds">
    <legend class="soft">{say('form.stages.second')}</legend>
    {form.stages === 'three' && (
      <Moves moves={form.moves2} onMoves={moves2 => change({ moves2 })} />
    )}
    <TimeSliders
      label={say('form.initial')}
      bonus={bonus}
      initial={form.initial2}
      perMove={form.perMove2}
      onInitial={initial2 => change({ initial2 })}
      onPerMove={perMove2 => change({ perMove2 })}
    />
  </fieldset>
);

const Third = ({ form, bonus, change }: StagesProps) => (
  <fieldset class="odds">
    <legend class="soft">{say('form.stages.third')}</legend>
    <TimeSliders
      label={say('form.initial')}
      bonus={bonus}
      initial={form.initial3}
      perMove={form.perMove3}
      onInitial={initial3 => change({ initial3 })}
      onPerMove={perMove3 => change({ perMove3 })}
    />
  </fieldset>
);

export const Stages = ({ form, bonus, change }: StagesProps) => (
  <>
    <Select
      label={say('form.stages')}
      value={form.stages}
      options={stageKinds.map(value => ({ value, label: say(`form.stages.${value}`) }))}
      onChange={stages => change({ stages })}
    />
    {form.stages !== 'one' && <Moves moves={form.moves} onMoves={moves => change({ moves })} />}
    {(form.stages === 'two' || form.stages === 'three') && <Second form={form} bonus={bonus} change={change} />}
    {form.stages === 'three' && <Third form={form} bonus={bonus} change={change} />}
  </>
);

