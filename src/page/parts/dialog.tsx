/** A dialog over the page: the browser's native one, which keeps the focus inside and closes on Escape. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../lang/languages.ts';
import { Button } from './controls.tsx';

export function Dialog(props: { title: string; children: ComponentChildren; onClose: () => void; name: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = useRef(false);
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    isShown.current = true;
    return () => {
      isShown.current = false;
      // Restores the focus. The close event comes later, when another dialog may be open.
      current?.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well, by itself
    <dialog
      ref={dialog}
      class={`dialog ${props.name}`}
      aria-label={props.title}
      onClose={() => isShown.current && props.onClose()}
      onClick={(event) => event.target === dialog.current && props.onClose()}
    >
      <div class="dialog-body">
        <header>
          <h2>{props.title}</h2>
          <CloseButton onClick={props.onClose} />
        </header>
        {props.children}
      </div>
    </dialog>
  );
}

export function CloseButton({ onClick }: { readonly onClick: () => void }) {
  return <Button text="✕" class="quiet" aria-label={say('close')} onClick={onClick} />;
}
