/** The facts of a game of the library, to change. */
import { useState } from 'preact/hooks';
import { say } from '../../lang/languages.ts';
import type { Words } from '../../lang/speech.ts';
import { FormButtons, Select } from '../../parts/controls.tsx';
import { useFocus } from '../../parts/focus.ts';
import { ruleOptions } from '../../parts/rules.ts';
import { type LibraryGame, RESULTS } from '../../shelf/library/games.ts';
import { type EditedFacts, possibleRules } from '../../shelf/library/trees.ts';
import { resultOptions } from './filter.tsx';

interface FactsFormProps {
  readonly game: LibraryGame;
  readonly onSave: (facts: EditedFacts) => void;
  readonly onCancel: () => void;
}

const TEXTS = ['black', 'white', 'event', 'date'] as const;

export function FactsForm({ game, onSave, onCancel }: FactsFormProps) {
  const { black, white, event: tournament, date, rule, result, comment } = game;
  const [facts, setFacts] = useState<EditedFacts>({ black, white, event: tournament, date, rule, result, comment });
  const [rules] = useState(() => possibleRules(game));
  const first = useFocus<HTMLInputElement>();
  const set = (values: Partial<EditedFacts>) => setFacts({ ...facts, ...values });
  const text = (name: (typeof TEXTS)[number], words: keyof Words) => (
    <label class="field" key={name}>
      {say(words)}
      <input
        ref={name === 'black' ? first : null}
        value={facts[name]}
        onInput={(event) => set({ [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <form
      class="facts"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(facts);
      }}
    >
      {TEXTS.map((name) => text(name, name))}
      <Select
        class="field"
        label={say('rule')}
        value={facts.rule}
        options={[{ value: null, text: say('unknownRule') }, ...ruleOptions(rules)]}
        onChange={(code) => set({ rule: code })}
      />
      <Select
        class="field"
        label={say('result')}
        value={RESULTS.indexOf(facts.result)}
        options={resultOptions()}
        onChange={(index) => set({ result: RESULTS[index] })}
      />
      <label class="field">
        {say('comment')}
        <textarea rows={3} value={facts.comment} onInput={(event) => set({ comment: event.currentTarget.value })} />
      </label>
      <FormButtons onCancel={onCancel} />
    </form>
  );
}
