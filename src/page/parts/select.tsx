/** A list that opens, from which one value is chosen. */
interface SelectProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  readonly onChange: (value: T) => void;
}

export function Select<T extends string | number>({ label, value, options, onChange }: SelectProps<T>) {
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
