/** The settings of the page: its look and its language. */
import { LANGUAGES, type Language, say } from './lang/languages.ts';
import { CheckBox } from './parts/check-box.tsx';
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
      <CheckBox text={say('showNumbers')} isChecked={look.numbers} onChange={(numbers) => settings.set({ numbers })} />
      <CheckBox
        text={say('showCoordinates')}
        isChecked={look.coordinates}
        onChange={(coordinates) => settings.set({ coordinates })}
      />
    </Dialog>
  );
}
