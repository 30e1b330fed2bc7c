/** Buttons, check boxes and errors, as all parts of the page show them. */
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
  readonly isEnabled: boolean;
  readonly onSure: () => void;
}

/** A button that deletes something, once it is pressed a second time. */
export function Confirm({ text, isEnabled, onSure }: ConfirmProps) {
  const [isAsked, ask] = useState(false);
  return isAsked ? (
    <Button text={say('reallyCutOff')} class="danger" onBlur={() => ask(false)} onClick={onSure} />
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
