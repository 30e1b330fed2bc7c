export interface CheckBoxProps {
  readonly text: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly id?: string;
}

export function CheckBox({ text, isChecked, onChange, id }: CheckBoxProps) {
  return (
    <label class="check">
      <input id={id} type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {text}
    </label>
  );
}
