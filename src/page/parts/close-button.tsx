import { say } from '../lang/languages.ts';

export function CloseButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" class="quiet" aria-label={say('close')} onClick={onClick}>
      ✕
    </button>
  );
}
