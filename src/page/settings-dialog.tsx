/** The settings of the page: its look, its language and its engine. */
import { canShareMemory } from '../engine/platform.ts';
import type { EngineChoice } from './engine/engine-choice.ts';
import { say } from './lang/languages.ts';
import { LANGUAGES, type Language } from './lang/speech.ts';
import type { PageModel } from './models/page/model.ts';
import { Button, CheckBox, Choice, Select } from './parts/controls.tsx';
import { Dialog } from './parts/dialog.tsx';

export function SettingsDialog({ page }: { readonly page: PageModel }) {
  const { settings } = page;
  const { look } = settings;
  return (
    <Dialog title={say('settings')} name="settings" onClose={() => page.close()}>
      <Select<Language>
        class="field"
        label={say('language')}
        value={look.language}
        options={LANGUAGES.map(({ code, name }) => ({ value: code, text: name, lang: code }))}
        onChange={(language) => settings.set({ language })}
      />
      <Choice
        label={say('theme')}
        name="theme"
        value={look.theme}
        options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, text: say(`theme-${value}`) }))}
        onChange={(theme) => settings.set({ theme })}
      />
      <Choice
        label={say('stonesStyle')}
        name="stones"
        value={look.stones}
        options={(['stones', 'letters'] as const).map((value) => ({ value, text: say(`as-${value}`) }))}
        onChange={(stones) => settings.set({ stones })}
      />
      {(['numbers', 'coordinates', 'sound'] as const).map((name) => (
        <CheckBox
          key={name}
          text={say(`with-${name}`)}
          isChecked={look[name]}
          onChange={(isChecked) => settings.set({ [name]: isChecked })}
        />
      ))}
      <EngineFields page={page} />
      <Button text={say('restartEngine')} onClick={() => page.retry()} />
    </Dialog>
  );
}

const THREADS = [1, 2, 4, 8];
const MEGABYTES = [64, 128, 256, 512];

/** What positions are analyzed with: the engine in the page, and what it may use, or a server. */
function EngineFields({ page }: { readonly page: PageModel }) {
  const { server } = page.host.shown;
  const set = (values: Partial<EngineChoice>) => page.setServer({ ...server, ...values });
  const numberField = (name: 'threads' | 'table', values: readonly number[]) => (
    <Choice
      label={say(name)}
      name={name}
      value={server[name]}
      options={[null, ...values].map((value) => ({ value, text: value === null ? say('automatic') : String(value) }))}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <>
      <Choice
        label={say('analysisEngine')}
        name="engine"
        value={server.isUsed ? 'server' : 'page'}
        options={(['page', 'server'] as const).map((value) => ({ value, text: say(`engine-of-${value}`) }))}
        onChange={(chosen) => set({ isUsed: chosen === 'server' })}
      />
      {server.isUsed ? (
        <>
          <label class="field">
            {say('serverAddress')}
            <input
              name="server-address"
              inputMode="url"
              autoComplete="off"
              placeholder={location.origin}
              value={server.address}
              onChange={(event) => set({ address: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            {say('serverToken')}
            <input
              name="server-token"
              type="password"
              autoComplete="off"
              value={server.token}
              onChange={(event) => set({ token: event.currentTarget.value.trim() })}
            />
          </label>
        </>
      ) : (
        <>
          {canShareMemory() && numberField('threads', THREADS)}
          {numberField('table', MEGABYTES)}
        </>
      )}
    </>
  );
}
