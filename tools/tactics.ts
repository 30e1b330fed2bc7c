/**
 * Tests the search on the positions of test/data/tactics.json, or with --wins on long forced wins, and prints how many
 * of each kind it solves:
 *   npm run tactics -- [--ms 100,1000] [--nodes N] [--kind K] [--symmetries] [--wins]
 */
import { fileURLToPath } from 'node:url';
import { SWITCH, several, text, whole } from '../src/core/values.ts';
import { median } from './common/median.ts';
import { fail, type ToolSyntax, toolArguments } from './common/options.ts';
import { useBuiltKernel, warmUp } from './tactics/search.ts';
import { type Attempt, attempt, kindsOf, loadTactics, type Tactic } from './tactics/set.ts';
import { FORCED_WINS, prove } from './tactics/wins.ts';

const DEFAULT_MS = [100, 1000];
/** Time limit for the proof of a forced win, unless --ms gives another one. */
const WIN_LIMIT_MS = 30_000;
const ALL_SYMMETRIES = [0, 1, 2, 3, 4, 5, 6, 7];

/** One limit, with which every position is tried. */
interface Trial {
  readonly name: string;
  readonly limits: { readonly maxMs?: number; readonly maxNodes?: number };
}

const SYNTAX = {
  options: {
    ms: { type: several(whole(1), 'N,N,...') },
    nodes: { type: whole(1) },
    kind: { type: text('KIND') },
    symmetries: { type: SWITCH },
    wins: { type: SWITCH },
  },
} as const satisfies ToolSyntax;

/** @returns tries of all positions with one limit, position by position */
function run(tactics: readonly Tactic[], symmetries: readonly number[], trial: Trial): Attempt[] {
  // Grouped by rule, so that the tables of each are built once.
  const ordered = [...tactics].sort((a, b) => a.rule - b.rule || a.size - b.size);
  let rule = -1;
  return ordered.flatMap((tactic) => {
    if (tactic.rule !== rule) warmUp(tactic.size, tactic.rule);
    rule = tactic.rule;
    return symmetries.map((symmetry) => attempt(tactic, symmetry, trial.limits));
  });
}

function percent(part: number, whole: number): string {
  return `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}

function describe({ tactic, symmetry, move, isLate, score, depth, nodes, elapsedMs }: Attempt): string {
  const turned = symmetry === 0 ? '' : ` symmetry ${symmetry}`;
  const late = isLate ? ' LATE' : '';
  const figures = `score ${score} depth ${depth} nodes ${nodes} ${elapsedMs.toFixed(0)} ms`;
  return `  ${tactic.id}${turned}: played ${move}${late}, expected ${tactic.best.join(' ')}; ${figures}`;
}

function report(trial: Trial, attempts: readonly Attempt[]): void {
  console.log(`within ${trial.name}`);
  for (const kind of kindsOf(attempts.map(({ tactic }) => tactic))) {
    const ofKind = attempts.filter(({ tactic }) => tactic.kind === kind);
    const solved = ofKind.filter(({ isSolved }) => isSolved);
    const nodes = median(ofKind.map((each) => each.nodes));
    console.log(`  ${kind.padEnd(12)} ${percent(solved.length, ofKind.length).padEnd(22)} median ${nodes} nodes`);
  }
  const unsolved = attempts.filter(({ isSolved }) => !isSolved);
  const late = attempts.filter(({ isLate }) => isLate).length;
  console.log(`  all          ${percent(attempts.length - unsolved.length, attempts.length)}, ${late} late`);
  for (const each of unsolved) console.log(describe(each));
}

function reportWins(limitMs: number, solves: boolean): void {
  console.log(`forced wins, ${solves ? 'solving' : 'as in a game'}, limit ${limitMs} ms`);
  let rule = -1;
  for (const win of FORCED_WINS) {
    if (win.rule !== rule) warmUp(win.size, win.rule);
    rule = win.rule;
    const { plies, elapsedMs, nodes, depth, isForced } = prove(win, limitMs, solves);
    const found = plies !== null ? `win in ${plies} plies` : isForced ? 'only move' : 'no win proven';
    const effort = `${elapsedMs.toFixed(elapsedMs < 20 ? 1 : 0)} ms ${nodes} nodes depth ${depth}`;
    console.log(`  ${win.name.padEnd(8)} ${found.padEnd(17)} ${effort.padEnd(36)} ${win.note}`);
  }
}

export function main(args: readonly string[]): number {
  const { ms: times, nodes, kind, symmetries, wins } = toolArguments(SYNTAX, args, 'tactics').values;
  useBuiltKernel();
  if (wins) {
    const limitMs = times === null ? WIN_LIMIT_MS : Math.max(...times);
    for (const solves of [false, true]) reportWins(limitMs, solves);
  } else {
    const all = loadTactics(fileURLToPath(new URL('../test/data/tactics.json', import.meta.url)));
    const tactics = kind === null ? all : all.filter((one) => one.kind === kind);
    if (tactics.length === 0) fail(`--kind ${kind}: expected ${kindsOf(all).join(', ')}`);
    const trials: Trial[] = (times ?? (nodes === null ? DEFAULT_MS : [])).map((ms) => ({
      name: `${ms} ms`,
      limits: { maxMs: ms },
    }));
    if (nodes !== null) {
      trials.push({ name: `${nodes} nodes`, limits: { maxNodes: nodes } });
    }
    for (const trial of trials) report(trial, run(tactics, symmetries ? ALL_SYMMETRIES : [0], trial));
  }
  return 0;
}
