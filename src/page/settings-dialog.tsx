/** The settings of the page: its look and its language. */
import { canShareMemory } from '../engine/platform.ts';
import type { EngineChoice } from './engine/engine-choice.ts';
import { say } from './lang/languages.ts';
import { LANGUAGES, type Language } from './lang/speech.ts';
import type { PageModel } from './models/page/model.ts';
import { Button, CheckBox, Choice, Select } from './parts/controls.tsx';
import { Dialog } from './parts/dialog.tsx';
import type { Theme } from './state/settings.ts';

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
      <Choice<Theme>
        label={say('theme')}
        name="theme"
        value={look.theme}
        options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, text: say(`theme-${value}`) }))}
        onChange={(theme) => settings.set({ theme })}
      />
      <Choice<'stones' | 'letters'>
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
      <ServerFields server={page.host.shown.server} onChange={(server) => page.setServer(server)} />
      <Button text={say('restartEngine')} onClick={() => page.retry()} />
    </Dialog>
  );
}

const ENGINE_VALUES = { threads: [1, 2, 4, 8], table: [64, 128, 256, 512] };

/** What the engine in the page may use. */
function EngineField(props: {
  readonly name: 'threads' | 'table';
  readonly engine: EngineChoice;
  readonly onChange: (engine: EngineChoice) => void;
}) {
  const { name, engine, onChange } = props;
  const numbers = ENGINE_VALUES[name].map((value) => ({ value, text: String(value) }));
  return (
    <Choice
      label={say(name)}
      name={name}
      value={engine[name] ?? 0}
      options={[{ value: 0, text: say('automatic') }, ...numbers]}
      onChange={(value) => onChange({ ...engine, [name]: value || null })}
    />
  );
}

/** What positions are analyzed with: the engine in the page, or a server. */
function ServerFields(props: { readonly server: EngineChoice; readonly onChange: (server: EngineChoice) => void }) {
  const { server, onChange } = props;
  return (
    <>
      <Choice<'page' | 'server'>
        label={say('analysisEngine')}
        name="engine"
        value={server.isUsed ? 'server' : 'page'}
        options={(['page', 'server'] as const).map((value) => ({ value, text: say(`engine-of-${value}`) }))}
        onChange={(chosen) => onChange({ ...server, isUsed: chosen === 'server' })}
      />
      {!server.isUsed && (
        <>
          {canShareMemory() && <EngineField name="threads" engine={server} onChange={onChange} />}
          <EngineField name="table" engine={server} onChange={onChange} />
        </>
      )}
      {server.isUsed && (
        <>
          <label class="field">
            {say('serverAddress')}
            <input
              name="server-address"
              inputMode="url"
              autoComplete="off"
              placeholder={location.origin}
              value={server.address}
              onChange={(event) => onChange({ ...server, address: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            {say('serverToken')}
            <input
              name="server-token"
              type="password"
              autoComplete="off"
              value={server.token}
              onChange={(event) => onChange({ ...server, token: event.currentTarget.value.trim() })}
            />
          </label>
        </>
      )}
    </>
  );
}
