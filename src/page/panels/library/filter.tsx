/** The fields of a filter for games, shared by the list and the explorer. */
import { RULE_CODES } from '../../../core/rule-code.ts';
import { say } from '../../lang/languages.ts';
import { ruleName } from '../../parts/rules.ts';
import { RESULTS } from '../../shelf/library/games.ts';
import type { GameFilter } from '../../shelf/library/search.ts';

interface FilterFieldsProps {
  readonly filter: GameFilter;
  readonly onChange: (filter: GameFilter) => void;
  /** Whether to search events, comments and results too. */
  readonly isFull: boolean;
}

const RESULT_NAMES = [
  ['black', 'blackWon'],
  ['white', 'whiteWon'],
  ['draw', 'wasDrawn'],
  [null, 'noResult'],
] as const;

export function RuleOptions({ codes }: { readonly codes: readonly number[] }) {
  return (
    <>
      {codes.map((code) => (
        <option key={code} value={code}>
          {ruleName(code)}
        </option>
      ))}
    </>
  );
}

/** The results by their indices in RESULTS. */
export function ResultOptions() {
  return (
    <>
      {RESULT_NAMES.map(([result, name]) => (
        <option key={name} value={RESULTS.indexOf(result)}>
          {say(name)}
        </option>
      ))}
    </>
  );
}

export function FilterFields({ filter, onChange, isFull }: FilterFieldsProps) {
  const set = (values: Partial<GameFilter>) => onChange({ ...filter, ...values });
  const numberOf = (text: string) => (text === '' ? null : Number(text));
  const year = (name: 'from' | 'to') => (
    <input
      type="number"
      inputMode="numeric"
      min={1800}
      max={2100}
      placeholder={say(name === 'from' ? 'yearFrom' : 'yearTo')}
      aria-label={say(name === 'from' ? 'yearFrom' : 'yearTo')}
      value={filter[name] ?? ''}
      onInput={(event) => set({ [name]: numberOf(event.currentTarget.value) })}
    />
  );
  return (
    <div class="filter" role="search" aria-label={say('filter')}>
      <input
        type="search"
        class="words"
        placeholder={say(isFull ? 'searchGames' : 'player')}
        aria-label={say(isFull ? 'searchGames' : 'player')}
        value={isFull ? filter.text : filter.player}
        onInput={(event) => set({ [isFull ? 'text' : 'player']: event.currentTarget.value })}
      />
      <select
        aria-label={say('rule')}
        value={filter.rule ?? ''}
        onChange={(event) => set({ rule: numberOf(event.currentTarget.value) })}
      >
        <option value="">{say('everyRule')}</option>
        <RuleOptions codes={RULE_CODES} />
      </select>
      {isFull && (
        <select
          aria-label={say('result')}
          value={filter.result ?? ''}
          onChange={(event) => set({ result: numberOf(event.currentTarget.value) })}
        >
          <option value="">{say('everyResult')}</option>
          <ResultOptions />
        </select>
      )}
      {year('from')}
      {year('to')}
    </div>
  );
}
