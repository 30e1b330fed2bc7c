/** A button that deletes something, once it is pressed a second time. */
import { useState } from 'preact/hooks';
import { say } from '../lang/languages.ts';
import { Button } from './controls.tsx';

interface ConfirmProps {
  readonly text: string;
  readonly isEnabled: boolean;
  readonly onSure: () => void;
}

export function Confirm({ text, isEnabled, onSure }: ConfirmProps) {
  const [isAsked, ask] = useState(false);
  return isAsked ? (
    <Button text={say('reallyCutOff')} class="danger" onBlur={() => ask(false)} onClick={onSure} />
  ) : (
    <Button text={text} disabled={!isEnabled} onClick={() => ask(true)} />
  );
}
