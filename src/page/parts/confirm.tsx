/** A button that deletes something, once it is pressed a second time. */
import { useState } from 'preact/hooks';
import { say } from '../lang/languages.ts';

export interface ConfirmProps {
  readonly text: string;
  readonly isEnabled: boolean;
  readonly onSure: () => void;
}

export function Confirm({ text, isEnabled, onSure }: ConfirmProps) {
  const [isAsked, ask] = useState(false);
  return isAsked ? (
    <button type="button" class="danger" onBlur={() => ask(false)} onClick={onSure}>
      {say('reallyCutOff')}
    </button>
  ) : (
    <button type="button" disabled={!isEnabled} onClick={() => ask(true)}>
      {text}
    </button>
  );
}
