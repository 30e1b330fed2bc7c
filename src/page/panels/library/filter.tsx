/** The fields of a filter for games, shared by the list and the explorer. */
import { RULE_CODES } from '../../../core/rule-code.ts';
import { say } from '../../lang/languages.ts';
import { Select } from '../../parts/controls.tsx';
import { ruleOptions } from '../../parts/rules.ts';
import { RESULTS } from '../../shelf/library/games.ts';
import type { GameFilter } from '../../shelf/library/search.ts';

interface FilterFieldsProps {
  readonly filter: GameFilter;
  readonly onChange: (filter: GameFilter) => void;
  /** Whether to search events, comments and results too. */
  readonly isFull: boolean;
}

/** The results by their indices in RESULTS. */
export function resultOptions() {
  const results = ['black', 'white', 'draw', null] as const;
  return results.map((one) => ({ value: RESULTS.indexOf(one), text: say(`result-${one ?? 'none'}`) }));
}

export function FilterFields({ filter, onChange, isFull }: FilterFieldsProps) {
  const set = (values: Partial<GameFilter>) => onChange({ ...filter, ...values });
  const year = (name: 'from' | 'to') => (
    <input
      type="number"
      inputMode="numeric"
      min={1800}
      max={2100}
      placeholder={say(name === 'from' ? 'yearFrom' : 'yearTo')}
      aria-label={say(name === 'from' ? 'yearFrom' : 'yearTo')}
      value={filter[name] ?? ''}
      onInput={(event) => set({ [name]: event.currentTarget.value === '' ? null : event.currentTarget.valueAsNumber })}
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
      <Select
        isBare
        label={say('rule')}
        value={filter.rule}
        options={[{ value: null, text: say('everyRule') }, ...ruleOptions(RULE_CODES)]}
        onChange={(rule) => set({ rule })}
      />
      {isFull && (
        <Select
          isBare
          label={say('result')}
          value={filter.result}
          options={[{ value: null, text: say('everyResult') }, ...resultOptions()]}
          onChange={(result) => set({ result })}
        />
      )}
      {year('from')}
      {year('to')}
    </div>
  );
}
