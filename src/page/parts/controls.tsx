/** Buttons, choices, check boxes and errors, as all parts of the page show them. */
import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../lang/languages.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & { readonly text: ComponentChildren };

export function Button({ text, ...attributes }: ButtonProps) {
  return (
    <button type="button" {...attributes}>
      {text}
    </button>
  );
}

interface FileButtonProps {
  readonly text: string;
  readonly title?: string;
  /** Which files can be chosen; undefined: those of a folder. */
  readonly accept?: string;
  readonly isMultiple?: boolean;
  /** Called with the files that the user chooses, at least one. */
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileButton({ text, title, accept, isMultiple = false, onFiles }: FileButtonProps) {
  return (
    <label class="button" title={title}>
      {text}
      <input
        type="file"
        multiple={isMultiple}
        {...(accept === undefined ? { webkitdirectory: true } : { accept })}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}

interface ConfirmProps {
  readonly text: string;
  /** Text of the second press. */
  readonly sure?: string;
  readonly isEnabled: boolean;
  readonly onSure: () => void;
}

/** A button that deletes something, or ends a game, once it is pressed a second time. */
export function Confirm({ text, sure = say('reallyCutOff'), isEnabled, onSure }: ConfirmProps) {
  const [isAsked, ask] = useState(false);
  return isAsked ? (
    <Button text={sure} class="danger" onBlur={() => ask(false)} onClick={onSure} />
  ) : (
    <Button text={text} disabled={!isEnabled} onClick={() => ask(true)} />
  );
}

export function FormButtons({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <div class="row-of-buttons">
      <button type="submit" class="primary">
        {say('done')}
      </button>
      <Button text={say('cancel')} onClick={onCancel} />
    </div>
  );
}

/** An error message; nothing if the text is empty. */
export function FaultText({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <p class="fault" role="alert">
      {text}
    </p>
  );
}

interface CheckBoxProps {
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

interface ChoiceProps<T extends string | number | null> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly text: string; readonly lang?: string }[];
  readonly onChange: (value: T) => void;
}

/** A choice among a few: a row of buttons, one of which is pressed. */
export function Choice<T extends string | number | null>(props: ChoiceProps<T> & { readonly name: string }) {
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

/** A place in a line of moves that can be changed; both methods stop at the ends of the line. */
export interface LinePosition {
  /** @param index number of moves from the start */
  goTo(index: number): void;
  /** @param by number of moves; negative: back */
  step(by: number): void;
}

export function StepButtons({ position }: { readonly position: LinePosition }) {
  return (
    <div class="steps">
      <Button text="«" aria-label={say('toStart')} onClick={() => position.goTo(0)} />
      <Button text="‹" aria-label={say('back')} onClick={() => position.step(-1)} />
      <Button text="›" aria-label={say('forward')} onClick={() => position.step(1)} />
      <Button text="»" aria-label={say('toEnd')} onClick={() => position.goTo(Number.POSITIVE_INFINITY)} />
    </div>
  );
}
