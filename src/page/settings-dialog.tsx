/** The settings of the page: its look and its language. */
import type { ServerChoice } from './engine/server-choice.ts';
import { say } from './lang/languages.ts';
import { LANGUAGES, type Language } from './lang/speech.ts';
import { Choice } from './parts/choice.tsx';
import { Button, CheckBox } from './parts/controls.tsx';
import { Dialog } from './parts/dialog.tsx';
import type { Settings, Theme } from './state/settings.ts';

export function SettingsDialog(props: {
  readonly settings: Settings;
  readonly server: ServerChoice;
  readonly onServer: (server: ServerChoice) => void;
  readonly onRestart: () => void;
  readonly onClose: () => void;
}) {
  const { settings, server, onServer, onRestart, onClose } = props;
  const { look } = settings;
  return (
    <Dialog title={say('settings')} name="settings" onClose={onClose}>
      <label class="field">
        {say('language')}
        <select
          value={look.language}
          onChange={(event) => settings.set({ language: event.currentTarget.value as Language })}
        >
          {LANGUAGES.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Choice<Theme>
        label={say('theme')}
        name="theme"
        value={look.theme}
        options={[
          { value: 'auto', text: say('themeAuto') },
          { value: 'light', text: say('themeLight') },
          { value: 'dark', text: say('themeDark') },
        ]}
        onChange={(theme) => settings.set({ theme })}
      />
      <Choice<'stones' | 'letters'>
        label={say('stonesStyle')}
        name="stones"
        value={look.stones}
        options={[
          { value: 'stones', text: say('asStones') },
          { value: 'letters', text: say('asLetters') },
        ]}
        onChange={(stones) => settings.set({ stones })}
      />
      <CheckBox text={say('showNumbers')} isChecked={look.numbers} onChange={(numbers) => settings.set({ numbers })} />
      <CheckBox
        text={say('showCoordinates')}
        isChecked={look.coordinates}
        onChange={(coordinates) => settings.set({ coordinates })}
      />
      <ServerFields server={server} onChange={onServer} />
      <Button text={say('restartEngine')} onClick={onRestart} />
    </Dialog>
  );
}

/** Where positions are analyzed: in the page, or on a server. */
function ServerFields(props: { readonly server: ServerChoice; readonly onChange: (server: ServerChoice) => void }) {
  const { server, onChange } = props;
  return (
    <>
      <Choice<'page' | 'server'>
        label={say('analysisEngine')}
        name="engine"
        value={server.isUsed ? 'server' : 'page'}
        options={[
          { value: 'page', text: say('engineOfPage') },
          { value: 'server', text: say('engineOfServer') },
        ]}
        onChange={(chosen) => onChange({ ...server, isUsed: chosen === 'server' })}
      />
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
