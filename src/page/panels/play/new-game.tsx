/** The dialog for a new game. */
import { useState } from 'preact/hooks';
import { MAX_SIZE, MIN_SIZE } from '../../../core/limits.ts';
import { FREESTYLE, MAX_WIN_LENGTH, MIN_WIN_LENGTH, RULE_CODES } from '../../../core/rule-code.ts';
import { OPENING_RULES, openingRuleOf } from '../../../play/opening/rules.ts';
import { openingRuleFault } from '../../../play/opening/state.ts';
import { HIGHEST_LEVEL, LOWEST_LEVEL, levelOf } from '../../../play/opponent/levels.ts';
import { usualWinLength } from '../../../play/state/variant.ts';
import { say } from '../../lang/languages.ts';
import type { Words } from '../../lang/speech.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button, CheckBox, Choice } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Lazy } from '../../parts/lazy.tsx';
import { ruleName, ruleWins } from '../../parts/rules.ts';
import { type GameSettings, type Players, variantOfSettings } from '../../shelf/played/settings.ts';
import { isSurvival, SURVIVAL } from '../../shelf/played/survival.ts';
import { openingName } from './words.ts';

const SIZES = [11, 13, 15, 19, 20];
const SECONDS = [null, 1, 3, 10, 30];
const MINUTES = [null, 1, 3, 5, 10, 30];
const INCREMENTS = [0, 1, 2, 5, 10];
const BYO_YOMI = [0, 10, 30, 60];
const PLAYERS: Readonly<Record<Players, keyof Words>> = {
  'you-black': 'blackFirst',
  'you-white': 'white',
  two: 'twoPlayers',
  engines: 'twoEngines',
};

const openingRule = async () => (await import('../learn/view.tsx')).OpeningText;

type ChosenSetting = 'players' | 'rule' | 'winLength' | 'opening' | 'seconds' | 'minutes' | 'increment' | 'byoYomi';

export function NewGame({ page }: { readonly page: PageModel }) {
  const [chosen, choose] = useState(page.play.settings);
  const set = (values: Partial<GameSettings>) => choose(fitted({ ...chosen, ...values }));
  const hasEngine = chosen.players !== 'two';
  const isEngines = chosen.players === 'engines';
  const openings = openingsOf(chosen);
  /** A choice of one of the settings. */
  const field = <Name extends ChosenSetting>(
    name: Name,
    label: keyof Words,
    values: readonly GameSettings[Name][],
    textOf: (value: GameSettings[Name]) => string,
  ) => (
    <Choice
      label={say(label)}
      name={name}
      value={chosen[name]}
      options={values.map((value) => ({ value, text: textOf(value) }))}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <Dialog title={say('newGame')} name="new-game" onClose={() => page.close()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          page.startGame(chosen);
        }}
      >
        {isSurvival(chosen) && <p class="hint-text">{say('surviveHow')}</p>}
        {field('players', 'youPlay', ['you-black', 'you-white', 'two', 'engines'], (players) => say(PLAYERS[players]))}
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
        {field('rule', 'rule', RULE_CODES, ruleName)}
        <p class="hint-text">{ruleWins(chosen.rule)}</p>
        <SizeField width={chosen.width} height={chosen.height} onChange={set} />
        {chosen.rule === FREESTYLE && field('winLength', 'winLength', lengthsOn(chosen), String)}
        {openings.length > 0 && field('opening', 'opening', [null, ...openings], openingText)}
        {chosen.opening !== null && (
          <>
            <Lazy load={openingRule} props={{ name: chosen.opening }} />
            <p class="hint-text">{say('openingBegins', { opening: openingName(chosen.opening) })}</p>
          </>
        )}
        {hasEngine && field('seconds', 'engineTime', SECONDS, secondsText)}
        {field('minutes', 'clock', MINUTES, minutesText)}
        {chosen.minutes !== null && field('increment', 'increment', INCREMENTS, secondsText)}
        {chosen.minutes !== null && field('byoYomi', 'byoYomi', BYO_YOMI, secondsText)}
        <footer>
          {!isSurvival(chosen) && <Button text={say('survive')} onClick={() => set(SURVIVAL)} />}
          <Button type="submit" text={say('start')} class="primary" />
        </footer>
      </form>
    </Dialog>
  );
}

function secondsText(count: number | null): string {
  return count === null ? say('byLevel') : say('seconds', { count });
}

function minutesText(count: number | null): string {
  return count === null ? say('noClock') : say('minutes', { count });
}

function openingText(name: string | null): string {
  return name === null ? say('openingNone') : openingName(name);
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
