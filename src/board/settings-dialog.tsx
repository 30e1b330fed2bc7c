/** The settings of the page: its look and its language. */
import { LANGUAGES, type Language, say } from './lang/languages.ts';
import { Choice } from './parts/choice.tsx';
import { Dialog } from './parts/dialog.tsx';
import type { Settings, Theme } from './state/settings.ts';

export function SettingsDialog({ settings, onClose }: { readonly settings: Settings; readonly onClose: () => void }) {
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
      <label class="check">
        <input
          type="checkbox"
          checked={look.numbers}
          onChange={(event) => settings.set({ numbers: event.currentTarget.checked })}
        />
        {say('showNumbers')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={look.coordinates}
          onChange={(event) => settings.set({ coordinates: event.currentTarget.checked })}
        />
        {say('showCoordinates')}
      </label>
    </Dialog>
  );
}
