/** The top of the page: its modes, settings and help. */
import { say } from './lang/languages.ts';
import { Button } from './parts/controls.tsx';
import { MODES, type Mode } from './place.ts';

export function Header(props: {
  readonly mode: Mode;
  /** Called with the mode that the user chooses. */
  readonly onMode: (mode: Mode) => void;
  readonly onSettings: () => void;
  readonly onHelp: () => void;
  readonly onLibrary: () => void;
}) {
  const { mode, onMode, onSettings, onHelp, onLibrary } = props;
  return (
    <header class="top">
      <h1>
        <Logo /> tengen
      </h1>
      <nav>
        {MODES.map((name) => (
          <Button
            text={say(name)}
            key={name}
            aria-current={mode === name ? 'page' : undefined}
            onClick={() => mode !== name && onMode(name)}
          />
        ))}
      </nav>
      <div class="tools">
        <button type="button" class="quiet" onClick={onLibrary} aria-label={say('library')} title={say('library')}>
          <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 3h3.2v14H3zM8 3h3.2v14H8zM12.6 4l3-.8 3 13.2-3 .7z" />
          </svg>
        </button>
        <Button text="⚙" class="quiet" onClick={onSettings} aria-label={say('settings')} />
        <Button text="?" class="quiet" onClick={onHelp} aria-label={say('help')} />
      </div>
    </header>
  );
}

function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#dcae66" />
      <path d="M8 0v32M24 0v32M0 8h32M0 24h32" stroke="#7a5524" stroke-width="1.4" />
      <circle cx="16" cy="16" r="10" fill="#151517" />
      <circle cx="13" cy="12.5" r="3" fill="#55555a" />
    </svg>
  );
}
