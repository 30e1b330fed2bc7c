/** The top of the page: its modes, settings and help. */
import { say } from './lang/languages.ts';
import type { PageModel } from './models/page/model.ts';
import { MODES } from './models/page/place.ts';
import { Button } from './parts/controls.tsx';

export function Header({ page }: { readonly page: PageModel }) {
  const library = say('library');
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
            aria-current={page.shown.mode === name ? 'page' : undefined}
            onClick={() => page.show(name)}
          />
        ))}
      </nav>
      <div class="tools">
        <button type="button" class="quiet" onClick={() => page.open('library')} aria-label={library} title={library}>
          <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 3h3.2v14H3zM8 3h3.2v14H8zM12.6 4l3-.8 3 13.2-3 .7z" />
          </svg>
        </button>
        <Button text="⚙" class="quiet" onClick={() => page.open('settings')} aria-label={say('settings')} />
        <Button text="?" class="quiet" onClick={() => page.open('help')} aria-label={say('help')} />
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
