/** Choices of one value. */

interface ChoiceProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly text: string }[];
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

/** A list that opens. */
export function Select<T extends string | number>({ label, value, options, onChange }: ChoiceProps<T>) {
  const choose = (text: string) => {
    const chosen = options.find((option) => String(option.value) === text);
    if (chosen !== undefined) onChange(chosen.value);
  };
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  );
}
