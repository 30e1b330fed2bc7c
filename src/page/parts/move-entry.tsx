/** A field to type moves, for people who do not point at the board. */
import { useState } from 'preact/hooks';
import { messageOf } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { type BoardSize, labelOf, readPoint } from '../../play/state/notation.ts';
import { say } from '../lang/languages.ts';
import { Button, FaultText } from './controls.tsx';

export function MoveEntry(props: { size: BoardSize; isEnabled: boolean; onMove: (point: XY) => void }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const example = labelOf({ x: props.size.width >> 1, y: props.size.height >> 1 }, props.size.height);
  const submit = (event: Event) => {
    event.preventDefault();
    try {
      const point = readPoint(text, props.size);
      setFault(point === null ? say('badPoint', { text }) : '');
      if (point === null) return;
      setText('');
      props.onMove(point);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <form class="entry" onSubmit={submit}>
      <label>
        <span>{say('typeMove')}</span>
        <input
          name="move"
          value={text}
          placeholder={example}
          autocomplete="off"
          spellcheck={false}
          disabled={!props.isEnabled}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" text={say('playIt')} disabled={!props.isEnabled || text.trim() === ''} />
      <FaultText text={fault} />
    </form>
  );
}
