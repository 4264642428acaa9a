/* A choice of one among several: as a row, as a slider with stops, as a drop-down list. */

import './choice.css';

type ChoiceProps<T> = {
  name: string;
  legend: string;
  /** `board`: shown with the colours of that board. */
  options: { value: T; label: string; board?: string | undefined }[];
  value: T;
  disabled?: boolean;
  onChange: (value: T) => void;
};

/** A row of choices; radio buttons for the keyboard and for screen readers. */
export const Choice = <T extends string | boolean>(props: ChoiceProps<T>) => (
  <fieldset class="choice" disabled={props.disabled ?? false}>
    <legend class="spoken">{props.legend}</legend>
    {props.options.map(({ value, label, board }) => (
      <label key={label}>
        <input
          type="radio"
          class="spoken"
          name={props.name}
          checked={value === props.value}
          onChange={() => props.onChange(value)}
        />
        <span data-board={board}>{label}</span>
      </label>
    ))}
  </fieldset>
);

type SelectProps<T> = Omit<ChoiceProps<T>, 'name' | 'legend' | 'disabled'> & { label: string };

export const Select = <T extends string>({ label, options, value, onChange }: SelectProps<T>) => (
  <label class="select">
    <span>{label}</span>
    <select value={value} onChange={event => onChange(event.currentTarget.value as T)}>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);

type SliderProps = {
  label: string;
  shown: string;
  stops: number[];
  value: number;
  onChange: (value: number) => void;
};

export const Slider = ({ label, shown, stops, value, onChange }: SliderProps) => (
  <label class="slider">
    <span>
      {label} <strong>{shown}</strong>
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
