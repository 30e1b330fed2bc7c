/** Lists the settings in which two matches differ. */
import { ruleNameOf } from '../../core/rule.ts';
import { isObject } from '../../core/schema.ts';

type Facts = Readonly<Record<string, unknown>>;

/** Maximum number of listed differences; the rest are counted. */
const MAX_LISTED = 5;

/** Settings whose values mean nothing to a reader. */
const UNREADABLE: ReadonlyMap<string, string> = new Map([
  ['files', 'its program has changed'],
  ['openings', 'other openings'],
]);

/** Names of settings as options. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['argv', 'command'],
  ['cwd', 'dir'],
  ['memoryBytes', 'memory'],
  ['toleranceMs', 'tolerance'],
  ['matchMs', 'time for the game in ms'],
  ['turnMs', 'time for a move in ms'],
  ['incrementMs', 'increment in ms'],
]);

/** @returns for instance `engine wine: nodes 200, now 300; size 15, now 20` */
export function differenceOf(stored: Facts, wanted: Facts): string {
  const all = [...engineDifferences(stored.engines, wanted.engines), ...differences('', stored, wanted, ['engines'])];
  const more = all.length - MAX_LISTED;
  return [...all.slice(0, MAX_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function engineDifferences(stored: unknown, wanted: unknown): string[] {
  const [before, now] = [stored, wanted].map((list) =>
    (Array.isArray(list) ? list : []).map((one): Facts => (isObject(one) ? one : {})),
  );
  if (before.length !== now.length) return [`${before.length} engines, now ${now.length}`];
  return before.flatMap((engine, i) => differences(`engine ${engine.name}: `, engine, now[i], []));
}

/** @param where prefix of each difference @param ignored keys to ignore */
function differences(where: string, stored: Facts, wanted: Facts, ignored: readonly string[]): string[] {
  const keys = [...new Set([...Object.keys(stored), ...Object.keys(wanted)])];
  return keys
    .filter((key) => !ignored.includes(key) && JSON.stringify(stored[key]) !== JSON.stringify(wanted[key]))
    .flatMap((key) => {
      const unreadable = UNREADABLE.get(key);
      if (unreadable !== undefined) return [where + unreadable];
      const [before, now] = [stored[key], wanted[key]];
      if (isObject(before) && isObject(now))
        return differences(key === 'time' ? where : `${where}${key} `, before, now, []);
      return [`${where}${NAMES.get(key) ?? key} ${valueText(key, before)}, now ${valueText(key, now)}`];
    });
}

function valueText(key: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (key === 'rule' && typeof value === 'number') return ruleNameOf(value);
  if (key === 'options' && Array.isArray(value)) return value.map((pair) => pair.join('=')).join(' ') || 'none';
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
