/** Which games of the library are wanted: fields that list and explorer share. */
import { RULE_CODES } from '../../core/rule-code.ts';
import { say } from '../lang/languages.ts';
import { ruleName } from '../parts/rules.ts';
import type { GameFilter } from './search.ts';

export interface FilterFieldsProps {
  readonly filter: GameFilter;
  readonly onChange: (filter: GameFilter) => void;
  /** Whether to search events and comments too, and results. */
  readonly isFull: boolean;
}

/** Codes of results, as {@link GameFilter.result}, with what they are called. */
const RESULT_NAMES = [
  [1, 'blackWon'],
  [3, 'whiteWon'],
  [2, 'wasDrawn'],
  [0, 'noResult'],
] as const;

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
        {RULE_CODES.map((code) => (
          <option key={code} value={code}>
            {ruleName(code)}
          </option>
        ))}
      </select>
      {isFull && (
        <select
          aria-label={say('result')}
          value={filter.result ?? ''}
          onChange={(event) => set({ result: numberOf(event.currentTarget.value) })}
        >
          <option value="">{say('everyResult')}</option>
          {RESULT_NAMES.map(([code, name]) => (
            <option key={code} value={code}>
              {say(name)}
            </option>
          ))}
        </select>
      )}
      {year('from')}
      {year('to')}
    </div>
  );
}
