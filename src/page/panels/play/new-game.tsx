/** The dialog for a new game. */
import { useState } from 'preact/hooks';
import { MAX_SIZE, MIN_SIZE } from '../../../core/limits.ts';
import { FREESTYLE, MAX_WIN_LENGTH, MIN_WIN_LENGTH, RULE_CODES } from '../../../core/rule-code.ts';
import { OPENING_RULES, openingRuleOf } from '../../../play/opening/rules.ts';
import { openingRuleFault } from '../../../play/opening/state.ts';
import { HIGHEST_LEVEL, LOWEST_LEVEL, levelOf } from '../../../play/opponent/levels.ts';
import { usualWinLength } from '../../../play/state/variant.ts';
import { say } from '../../lang/languages.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button, CheckBox, Choice } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import { ruleOptions, ruleWins } from '../../parts/rules.ts';
import { type GameSettings, type Players, variantOfSettings } from '../../shelf/played/settings.ts';
import { openingName } from './words.ts';

const SIZES = [11, 13, 15, 19, 20];
const SECONDS = [null, 1, 3, 10, 30];
const MINUTES = [null, 1, 3, 5, 10, 30];
const CLOCK_SECONDS = { increment: [0, 1, 2, 5, 10], byoYomi: [0, 10, 30, 60] };

export function NewGame({ page }: { readonly page: PageModel }) {
  const [chosen, choose] = useState(page.play.settings);
  const set = (values: Partial<GameSettings>) => choose(fitted({ ...chosen, ...values }));
  const hasEngine = chosen.players !== 'two';
  const isEngines = chosen.players === 'engines';
  return (
    <Dialog title={say('newGame')} name="new-game" onClose={() => page.close()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          page.startGame(chosen);
        }}
      >
        <Choice<Players>
          label={say('youPlay')}
          name="players"
          value={chosen.players}
          options={[
            { value: 'you-black', text: say('blackFirst') },
            { value: 'you-white', text: say('white') },
            { value: 'two', text: say('twoPlayers') },
            { value: 'engines', text: say('twoEngines') },
          ]}
          onChange={(players) => set({ players })}
        />
        {hasEngine && (
          <LevelField
            id="level"
            label={say(isEngines ? 'levelOfBlack' : 'level')}
            level={chosen.level}
            onChange={(level) => set({ level })}
          />
        )}
        {isEngines && (
          <LevelField
            id="level-of-white"
            label={say('levelOfWhite')}
            level={chosen.levelOfWhite}
            onChange={(levelOfWhite) => set({ levelOfWhite })}
          />
        )}
        <Choice
          label={say('rule')}
          name="rule"
          value={chosen.rule}
          options={ruleOptions(RULE_CODES)}
          onChange={(rule) => set({ rule })}
        />
        <p class="hint-text">{ruleWins(chosen.rule)}</p>
        <SizeField width={chosen.width} height={chosen.height} onChange={set} />
        {chosen.rule === FREESTYLE && (
          <Choice
            label={say('winLength')}
            name="win"
            value={chosen.winLength}
            options={lengthsOn(chosen).map((value) => ({ value, text: String(value) }))}
            onChange={(winLength) => set({ winLength })}
          />
        )}
        <OpeningField settings={chosen} onChange={(opening) => set({ opening })} />
        {hasEngine && (
          <Choice
            label={say('engineTime')}
            name="time"
            value={chosen.seconds ?? 0}
            options={SECONDS.map((value) => ({
              value: value ?? 0,
              text: value === null ? say('byLevel') : say('seconds', { count: value }),
            }))}
            onChange={(seconds) => set({ seconds: seconds || null })}
          />
        )}
        <Choice
          label={say('clock')}
          name="clock"
          value={chosen.minutes ?? 0}
          options={MINUTES.map((value) => ({
            value: value ?? 0,
            text: value === null ? say('noClock') : say('minutes', { count: value }),
          }))}
          onChange={(minutes) => set({ minutes: minutes || null })}
        />
        {chosen.minutes !== null && (
          <>
            <SecondsField name="increment" value={chosen.increment} onChange={(increment) => set({ increment })} />
            <SecondsField name="byoYomi" value={chosen.byoYomi} onChange={(byoYomi) => set({ byoYomi })} />
          </>
        )}
        <footer>
          <Button type="submit" text={say('start')} class="primary" />
        </footer>
      </form>
    </Dialog>
  );
}

/** What a clock gives for each move. */
function SecondsField(props: {
  readonly name: 'increment' | 'byoYomi';
  readonly value: number;
  readonly onChange: (seconds: number) => void;
}) {
  const { name, value, onChange } = props;
  const options = CLOCK_SECONDS[name].map((seconds) => ({ value: seconds, text: say('seconds', { count: seconds }) }));
  return <Choice label={say(name)} name={name} value={value} options={options} onChange={onChange} />;
}

function LevelField(props: {
  readonly id: string;
  readonly label: string;
  readonly level: number;
  readonly onChange: (level: number) => void;
}) {
  const { id, label, level, onChange } = props;
  const { nodes, rating } = levelOf(level);
  const strength = say('rating', { elo: rating });
  return (
    <div class="field">
      <label for={id}>
        {label} <output>{level}</output>
      </label>
      <input
        id={id}
        type="range"
        min={LOWEST_LEVEL}
        max={HIGHEST_LEVEL}
        value={level}
        onInput={(event) => onChange(Number(event.currentTarget.value))}
      />
      <p class="hint-text">
        {strength} {say(nodes > 0 ? 'positionsAMove' : 'onlyLooks', { count: nodes })}
      </p>
    </div>
  );
}

const openingText = async () => (await import('../learn/view.tsx')).OpeningText;

/** Empty if the game allows no opening rule. */
function OpeningField(props: { settings: GameSettings; onChange: (opening: string | null) => void }) {
  const { settings, onChange } = props;
  const rules = openingsOf(settings);
  if (rules.length === 0) return null;
  return (
    <>
      <Choice
        label={say('opening')}
        name="opening"
        value={settings.opening ?? ''}
        options={[
          { value: '', text: say('openingNone') },
          ...rules.map((name) => ({ value: name, text: openingName(name) })),
        ]}
        onChange={(name) => onChange(name === '' ? null : name)}
      />
      {settings.opening !== null && (
        <>
          <Lazy load={openingText} props={{ name: settings.opening }} />
          <p class="hint-text">{say('openingBegins', { opening: openingName(settings.opening) })}</p>
        </>
      )}
    </>
  );
}

/** @returns names of the opening rules that the game allows */
function openingsOf(settings: GameSettings): string[] {
  const variant = variantOfSettings(settings);
  return OPENING_RULES.filter((rule) => openingRuleFault(rule, variant) === null).map(({ name }) => name);
}

/** One size for both sides, unless the board is rectangular. */
function SizeField(props: {
  readonly width: number;
  readonly height: number;
  readonly onChange: (size: Pick<GameSettings, 'width' | 'height'>) => void;
}) {
  const { width, height, onChange } = props;
  const [isApart, setApart] = useState(width !== height);
  const setWidth = (value: number) => onChange({ width: value, height: isApart ? height : value });
  return (
    <div class="field">
      <label for="size">
        {say('size')}{' '}
        <output>
          {width} × {height}
        </output>
      </label>
      <div class="size">
        <input
          id="size"
          type="range"
          min={MIN_SIZE}
          max={MAX_SIZE}
          value={width}
          aria-label={isApart ? say('columns') : undefined}
          onInput={(event) => setWidth(Number(event.currentTarget.value))}
        />
        {!isApart &&
          SIZES.map((value) => (
            <Button text={value} key={value} aria-pressed={value === width} onClick={() => setWidth(value)} />
          ))}
        {isApart && (
          <input
            id="height"
            type="range"
            min={MIN_SIZE}
            max={MAX_SIZE}
            value={height}
            aria-label={say('rows')}
            onInput={(event) => onChange({ width, height: Number(event.currentTarget.value) })}
          />
        )}
      </div>
      <CheckBox
        id="rectangle"
        text={say('rectangle')}
        isChecked={isApart}
        onChange={(isChecked) => {
          setApart(isChecked);
          if (!isChecked) onChange({ width, height: width });
        }}
      />
    </div>
  );
}

function lengthsOn({ width, height }: GameSettings): number[] {
  const all = Array.from({ length: MAX_WIN_LENGTH - MIN_WIN_LENGTH + 1 }, (_, i) => MIN_WIN_LENGTH + i);
  return all.filter((length) => length <= Math.max(width, height));
}

/**
 * Corrects the winning length to one that fits the board, and the opening to one that the rule allows. Only freestyle
 * has several winning lengths.
 */
function fitted(settings: GameSettings): GameSettings {
  const game = withRow(settings);
  if (game.opening === null) return game;
  const fault = openingRuleFault(openingRuleOf(game.opening), variantOfSettings(game));
  return fault === null ? game : { ...game, opening: null };
}

function withRow(settings: GameSettings): GameSettings {
  const { rule, width, height, winLength } = settings;
  const longer = Math.max(width, height);
  if (rule === FREESTYLE)
    return winLength <= longer ? settings : { ...settings, winLength: usualWinLength(width, height) };
  const grown = longer >= 5 ? {} : { width: 5, height: width === height ? 5 : height };
  return { ...settings, winLength: 5, ...grown };
}
