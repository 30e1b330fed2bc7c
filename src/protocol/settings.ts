/**
 * Settings made by INFO. INFO is never answered: an invalid value leaves the setting unchanged, unknown keys are
 * ignored.
 */
import { type Rule, ruleFromCode } from '../core/rule.ts';
import { CONTINUOUS_BIT, MAX_WIN_LENGTH, MIN_WIN_LENGTH, RENJU } from '../core/rule-code.ts';
import { MAX_THREADS } from '../engine/helpers.ts';
import { DEFAULT_TURN_MS } from '../engine/time.ts';

/** What a setting affects in addition to its stored value. */
export type SettingEffect = 'none' | 'time' | 'rule' | 'memory' | 'pondering' | 'database';

export type ManagerSettings = ReturnType<typeof defaultSettings>;

export function defaultSettings() {
  return {
    turnMs: DEFAULT_TURN_MS,
    matchMs: 0,
    /** null: never sent. */
    timeLeftMs: null as number | null,
    incrementMs: 0,
    /** Bytes; 0: no limit. */
    maxMemory: 0,
    ruleCode: 0,
    winLength: 5,
    /** Plies and nodes; 0: no limit. */
    maxDepth: 0,
    maxNodes: 0,
    /** Bytes; 0: the default size. */
    hashBytes: 0,
    threads: 1,
    /** Think on the opponent's time. */
    pondering: false,
    /** Whether the database must not be changed. */
    databaseReadOnly: false,
    /** 0 nothing, 1 REALTIME lines, 2 INFO lines, 3 both. */
    showDetail: 0,
    /** Form of the MESSAGE lines: 0 tengen's, 1 Rapfi's; null: inferred from the manager's commands. */
    messageForm: null as number | null,
  };
}

/** -1 and 0 switch off limits such as INFO max_depth. */
const orNone = (value: number): number => Math.max(0, value);

type Setter = (settings: ManagerSettings, value: number) => SettingEffect;

const SETTERS: ReadonlyMap<string, Setter> = new Map<string, Setter>([
  ['timeout_turn', (s, v) => assign(s, 'turnMs', v, v >= 0, 'time')],
  ['timeout_match', (s, v) => assign(s, 'matchMs', v, v >= 0, 'time')],
  ['time_left', (s, v) => assign(s, 'timeLeftMs', v, true, 'time')],
  ['time_increment', (s, v) => assign(s, 'incrementMs', v, v >= 0, 'time')],
  ['max_memory', (s, v) => assign(s, 'maxMemory', v, v >= 0, 'memory')],
  ['rule', (s, v) => assign(s, 'ruleCode', v, ruleFromCode(v) !== null, 'rule')],
  ['win_length', (s, v) => assign(s, 'winLength', v, v >= MIN_WIN_LENGTH && v <= MAX_WIN_LENGTH, 'rule')],
  ['max_depth', (s, v) => assign(s, 'maxDepth', orNone(v), true, 'none')],
  ['max_node', (s, v) => assign(s, 'maxNodes', orNone(v), true, 'none')],
  ['thread_num', (s, v) => assign(s, 'threads', v, v >= 1 && v <= MAX_THREADS, 'memory')],
  ['hash_size', (s, v) => assign(s, 'hashBytes', v * 1024, v >= 0, 'memory')],
  ['ponder', setPondering],
  // Yixin-Board's name for it.
  ['pondering', setPondering],
  ['database_readonly', (s, v) => assign(s, 'databaseReadOnly', v === 1, v === 0 || v === 1, 'database')],
  ['message_form', (s, v) => assign(s, 'messageForm', v, v === 0 || v === 1, 'none')],
  ['show_detail', (s, v) => assign(s, 'showDetail', v, v >= 0 && v <= 3, 'none')],
]);

function setPondering(settings: ManagerSettings, value: number): SettingEffect {
  return assign(settings, 'pondering', value === 1, value === 0 || value === 1, 'pondering');
}

function assign<K extends keyof ManagerSettings>(
  settings: ManagerSettings,
  key: K,
  value: ManagerSettings[K],
  isUsable: boolean,
  effect: SettingEffect,
): SettingEffect {
  if (!isUsable) return 'none';
  settings[key] = value;
  return effect;
}

/** @param text `key value` @returns what the change affects */
export function applySetting(settings: ManagerSettings, text: string): SettingEffect {
  const [, key, value] = /^([^ \t]+)[ \t]+([+-]?\d{1,15})[ \t]*$/.exec(text) ?? [];
  const setter = key === undefined ? undefined : SETTERS.get(key.toLowerCase());
  return setter === undefined ? 'none' : setter(settings, Number(value));
}

/**
 * @param isYixin whether a Yixin command has been received: its front ends use rule 2 for renju
 * @returns the rule to play by; a win length other than 5 applies to freestyle only
 */
export function ruleInForce(settings: ManagerSettings, isYixin: boolean): Rule {
  const code = isYixin && settings.ruleCode === CONTINUOUS_BIT ? RENJU : settings.ruleCode;
  return ruleFromCode(code, settings.winLength) ?? (ruleFromCode(code) as Rule);
}
