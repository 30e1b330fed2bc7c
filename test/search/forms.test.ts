import { expect, test } from 'vitest';
import { seededRandom } from '../../src/match/random.ts';
import { importBundled } from './bundled.ts';

const forms = await importBundled<typeof import('../../src/engine/search-here.ts')>('../../src/engine/search-here.ts');

const RULES = [0, 1, 4, 8, 9];
const UNTIMED_MS = 1 << 30;
const NODES = 300;
const STEPS = 60;

test('both forms of the search go through a long life alike: rules, boards, tables, games', () => {
  const random = seededRandom(20);
  const below = (n: number) => Math.floor(random() * n);
  const [wasm, script] = [forms.openSearch(1 << 20), forms.openScriptSearch(1 << 20)];
  for (let step = 0; step < STEPS; step++) {
    const [width, height] = [5 + below(18), 5 + below(18)];
    const [rule, winLength, lines] = [RULES[below(5)], below(4) === 0 ? 3 + below(4) : 5, 1 + below(3)];
    const table = below(3) === 0 ? 1 << (16 + below(3)) : 0;
    const isNewGame = below(4) === 0;
    const stones = new Map<string, [number, number, number]>();
    for (let i = below(30); i >= 0; i--) {
      const [x, y] = [below(width), below(height)];
      stones.set(`${x},${y}`, [x, y, 1 + below(2)]);
    }
    const found = [wasm, script].map((search) => {
      if (table > 0) search.setTableBytes(table);
      search.setUp(width, height, rule, winLength);
      if (isNewGame) search.newGame();
      for (const [x, y, color] of stones.values()) search.place(x, y, color);
      search.think(1 + (stones.size & 1), UNTIMED_MS, UNTIMED_MS, 6, NODES, lines);
      return { result: [...search.result], pv: [...search.pv], root: [...search.rootState], kilo: search.kilonodes() };
    });
    expect(found[0], `step ${step}`).toEqual(found[1]);
  }
});
