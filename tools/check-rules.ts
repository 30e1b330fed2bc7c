/**
 * Compares both implementations of the rules with the recorded facts of test/data, point by point, and the fast one
 * with the slow one on seeded random positions:
 *   npm run check:rules [-- --positions 20000]
 */
import { fileURLToPath } from 'node:url';
import { BLACK, BLOCKED, EMPTY } from '../src/core/color.ts';
import { RULE_NAMES, ruleFromCode } from '../src/core/rule.ts';
import { RENJU } from '../src/core/rule-code.ts';
import { whole } from '../src/core/values.ts';
import { isForbidden } from '../src/kernel/patterns/forbidden.ts';
import { CLASS_FIVE } from '../src/kernel/patterns/points.ts';
import { setRule } from '../src/kernel/patterns/rule.ts';
import { block, classAt, clearBoard, play } from '../src/kernel/patterns/state.ts';
import { pointAt } from '../src/kernel/point.ts';
import { cellAt, forbiddenAt, judgeMove, type Position } from '../src/rules/index.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';
import { compareFastWithSlow } from './rules/agreement.ts';
import { type Answers, checkFacts, loadFacts } from './rules/facts.ts';

/** Rule codes and win lengths that are compared on random positions, with their names. */
const COMPARED: readonly (readonly [name: string, code: number, winLength: number])[] = [
  ...RULE_NAMES.map(({ name, code }) => [name, code, 5] as const),
  ['three in a row', 0, 3],
  ['four in a row', 0, 4],
  ['six in a row', 0, 6],
];
const SEED = 20261121;
/** Differences printed for each row of the table. */
const SHOWN = 3;

const rulesAnswers: Answers = {
  isForbidden: (position, x, y) => forbiddenAt(position, x, y) !== null,
  outcomeOf: (position, code, x, y, color) => judgeMove(position, ruleFromCode(code)!, x, y, color).outcome,
};

/** The incremental state is set up once per board, regardless of how many of its points are queried. */
let current: { position: Position; code: number } | null = null;

const patternsAnswers: Answers = {
  isForbidden: (position, x, y) => {
    setUp(position, RENJU);
    return isForbidden(pointAt(x, y), BLACK) === 1;
  },
  outcomeOf: (position, code, x, y, color) => {
    setUp(position, code);
    if (classAt(pointAt(x, y), color) === CLASS_FIVE) return 'win';
    return isForbidden(pointAt(x, y), color) === 1 ? 'foul' : 'none';
  },
};

function setUp(position: Position, code: number): void {
  if (current?.position === position && current.code === code) return;
  current = { position, code };
  setRule(code, 5);
  clearBoard(position.width, position.height);
  for (let y = 0; y < position.height; y++) {
    for (let x = 0; x < position.width; x++) {
      const cell = cellAt(position, x, y);
      if (cell === BLOCKED) block(pointAt(x, y));
      else if (cell !== EMPTY) play(pointAt(x, y), cell);
    }
  }
}

let found = 0;

function report(line: string, differences: readonly string[]): void {
  console.log(`${line}, ${differences.length} differences`);
  for (const difference of differences.slice(0, SHOWN)) console.log(`    ${difference}`);
  found += differences.length;
}

const SYNTAX = { options: { positions: { type: whole(1), default: 20_000 } } } as const satisfies ToolSyntax;

/** @returns exit status: 0 if all agree */
export function main(args: readonly string[]): number {
  const { positions } = toolArguments(SYNTAX, args, 'check-rules').values;

  const facts = loadFacts(fileURLToPath(new URL('../test/data/', import.meta.url)));
  for (const [layer, answers] of [
    ['rules', rulesAnswers],
    ['patterns', patternsAnswers],
  ] as const) {
    console.log(`recorded facts, src/${layer}`);
    for (const count of checkFacts(facts, answers)) {
      const { file, asked, positive, differences } = count;
      report(`  ${file}: ${count.positions} positions, ${asked} answers (${positive} win or foul)`, differences);
    }
  }
  console.log('random positions, src/kernel/patterns against src/rules');
  for (const [name, code, winLength] of COMPARED) {
    const { points, wins, fouls, differences } = compareFastWithSlow(code, winLength, positions, SEED + code);
    report(`  ${name}: ${positions} positions, ${points} answers (${wins} wins, ${fouls} fouls)`, differences);
  }
  console.log(found === 0 ? 'all agree' : `${found} differences`);
  return found === 0 ? 0 : 1;
}
