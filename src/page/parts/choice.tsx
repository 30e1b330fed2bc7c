/** Choices of one value. */

interface ChoiceProps<T extends string | number | null> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly text: string; readonly lang?: string }[];
  readonly onChange: (value: T) => void;
}

/** A choice among a few: a row of buttons, one of which is pressed. */
export function Choice<T extends string | number>(props: ChoiceProps<T> & { readonly name: string }) {
  const { label, name, value, options, onChange } = props;
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      <div class="options">
        {options.map((option) => (
          <label key={option.value} class={option.value === value ? 'chosen' : ''}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SelectProps<T extends string | number | null> extends ChoiceProps<T> {
  readonly class?: string;
  /** Whether the label is for screen readers only. */
  readonly isBare?: boolean;
}

/** A list that opens. */
export function Select<T extends string | number | null>(props: SelectProps<T>) {
  const { label, value, options, onChange, isBare = false } = props;
  const nameOf = (one: T) => String(one ?? '');
  const choose = (name: string) => {
    const chosen = options.find((option) => nameOf(option.value) === name);
    if (chosen !== undefined) onChange(chosen.value);
  };
  const list = (
    <select
      aria-label={isBare ? label : undefined}
      value={nameOf(value)}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={nameOf(option.value)} lang={option.lang}>
          {option.text}
        </option>
      ))}
    </select>
  );
  // biome-ignore lint/a11y/noLabelWithoutControl: the list is in it
  return isBare ? list : <label class={props.class}>{[label, list]}</label>;
}
