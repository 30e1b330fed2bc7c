/**
 * Learns weights from the games of `tengen selfplay` and packs them for the engine; docs/internals/evaluation.md
 * explains them:
 *   npm run tool -- train value --out WEIGHTS.json [options] GAMES.tgs ...
 *     learns the value and threat tables of the games' rule
 *     --trace 0..1        how far labels look ahead: 0 search score alone, 1 result alone (default 0.8)
 *     --prior FILE.json   tables to correct (default: the hand-set ones)
 *     --discount 0..1     weight of a position relative to the prior of a correction (default 0.25)
 *     --scale POINTS      score points that are an expectation of 73 % (default 200)
 *     --iterations N      at most (default 60); the fit ends earlier once the held-out loss stops falling
 *     --curves FILE.svg   draws the losses
 *   npm run tool -- train moves --out WEIGHTS.json [--discount 0.5] [--iterations 40] [--most 150000] GAMES.tgs ...
 *     learns the move scores of that rule from at most that many choices of the search, the last games first
 *   npm run tool -- train pack [--out WEIGHTS-DATA.ts] WEIGHTS.json ...
 *     writes src/engine/runtime/weights-data.ts from one file for each rule; of several files of one rule the later tables win
 *   npm run tool -- train unpack FOLDER
 *     writes the weights in use to FOLDER/weights-RULE.json, for --prior and for packing them again with others
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../src/core/errors.ts';
import { suggestion } from '../src/core/near.ts';
import { RENJU, RULE_CODES, ruleIndexOf } from '../src/core/rule-code.ts';
import { decimal, text, type ValueType, whole } from '../src/core/values.ts';
import { LEARNED_WEIGHTS } from '../src/engine/runtime/weights-data.ts';
import { CODES } from '../src/kernel/eval/codes.ts';
import { THREAT_MASKS } from '../src/kernel/eval/threat-mask.ts';
import { MAX_VALUE, SCORE_MASK } from '../src/kernel/patterns/points.ts';
import { type DecodedFile, decodeFile } from '../src/measure/selfplay/record.ts';
import { fail, readNamed, type ToolSyntax, toolArguments } from './common/options.ts';
import { type Curve, curvesSvg } from './training/curves.ts';
import { buildDataset, type Dataset } from './training/dataset.ts';
import { minimize } from './training/lbfgs.ts';
import { EXPECTED, Model, meanLoss, SCALE, type Tables } from './training/model.ts';
import { buildChoices, EXPECTED_MOVES, MoveModel, type MoveTables, rateMoves } from './training/moves.ts';
import { packWeights, type RuleWeights, unpackWeights, weightsModule } from './training/pack.ts';
import { handsetTables } from './training/prior.ts';

/** Held-out games. */
const HELD_SHARE = 0.05;
/** Iterations without a lower held-out loss after which the fit ends. */
const PATIENCE = 15;
const INT16_MAX = 32767;

const SCORE_POINTS: ValueType<number> = {
  ...decimal(0),
  expected: 'score points above 0',
  read: (given) => (Number(given) > 0 ? Number(given) : undefined),
};
const OUT = { type: text('FILE') };
const FILES = { noun: 'file', min: 1, max: Number.POSITIVE_INFINITY, expected: 'one or more' };
const VALUE_SYNTAX = {
  options: {
    out: OUT,
    trace: { type: decimal(), default: 0.8 },
    prior: { type: text('FILE') },
    discount: { type: decimal(), default: 0.25 },
    scale: { type: SCORE_POINTS, default: SCALE },
    iterations: { type: whole(0), default: 60 },
    curves: { type: text('FILE') },
  },
  operands: FILES,
} as const satisfies ToolSyntax;
const MOVES_SYNTAX = {
  options: {
    out: OUT,
    discount: { type: decimal(), default: 0.5 },
    iterations: { type: whole(0), default: 40 },
    most: { type: whole(1), default: 150_000 },
  },
  operands: FILES,
} as const satisfies ToolSyntax;
const PACK_SYNTAX = { options: { out: OUT }, operands: FILES } as const satisfies ToolSyntax;
const COMMANDS = { value: learnValue, moves: learnMoves, pack, unpack };

export function main([name = '', ...rest]: readonly string[]): number {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name as keyof typeof COMMANDS] : null;
  const names = Object.keys(COMMANDS);
  if (command === null) fail(`train "${name}": expected ${names.join(', ')}; see --help${suggestion(name, names)}`);
  try {
    command(rest);
    return 0;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

function readGames(files: readonly string[]): { rule: number; decoded: DecodedFile[] } {
  const decoded = files.map((file) => readNamed(file, decodeFile));
  const { rule } = decoded[0].header;
  if (decoded.some(({ header }) => header.rule !== rule)) throw new Error('games of several rules: expected one');
  return { rule, decoded };
}

function learnValue(args: readonly string[]): void {
  const { values, operands: files } = toolArguments(VALUE_SYNTAX, args, 'train');
  const { trace, discount, iterations, curves: svg } = values;
  const out = values.out ?? fail('--out missing: expected a file name');
  const { rule, decoded } = readGames(files);
  const colors = rule === RENJU ? 2 : 1;
  const stretch = values.scale / SCALE;
  const stretched = (table: Float64Array, factor: number) => table.map((value) => value * factor);
  const given = priorTables(values.prior, rule, colors);
  const prior = { value: stretched(given.value, 1 / stretch), threat: stretched(given.threat, 1 / stretch) };
  const games = decoded.map((file) => ({ games: file.games, seed: file.header.seed }));
  const data = buildDataset(rule, games, colors === 2, HELD_SHARE, trace);
  const count = games.reduce((sum, file) => sum + file.games.length, 0);
  say(`rule ${rule}: ${count} games, ${data.count} positions, score scale ${data.scoreScale}`);
  say(`before: loss ${meanLoss(prior, data, data.label, 1).toFixed(4)} held out`);
  const { tables, curves } = fitValue(prior, data, rule, discount, iterations);
  const whole = (table: Float64Array, limit: number) =>
    Array.from(table, (value) => Math.max(-limit, Math.min(limit, Math.round(value * stretch))));
  const weights: RuleWeights = {
    rule: ruleIndexOf(rule),
    colors,
    value: whole(tables.value, MAX_VALUE),
    threat: whole(tables.threat, INT16_MAX),
  };
  writeFileSync(out, JSON.stringify(weights));
  if (svg !== null)
    writeFileSync(
      svg,
      curvesSvg(`rule ${rule}: loss, ${data.count} positions`, curves, `${curves[0].points.length - 1} iterations`),
    );
}

/** @param file weights of this or another rule: a code means the same everywhere; null: the hand-set ones */
function priorTables(file: string | null, rule: number, colors: number): Tables {
  if (file === null) return handsetTables(rule, colors);
  const { value, threat } = JSON.parse(readFileSync(file, 'utf8')) as RuleWeights;
  if (value === undefined || threat === undefined) throw new Error(`${file}: expected value and threat tables`);
  const table = (entries: readonly number[], size: number) =>
    Float64Array.from({ length: colors * size }, (_, i) => entries[i % entries.length]);
  return { value: table(value, CODES), threat: table(threat, THREAT_MASKS) };
}

function fitValue(
  prior: Tables,
  data: Dataset,
  rule: number,
  discount: number,
  iterations: number,
): { tables: Tables; curves: Curve[] } {
  const model = new Model(prior, rule === RENJU, EXPECTED);
  const parameters = new Float64Array(model.parameters);
  const trained = [meanLoss(prior, data, data.label, 0)];
  const heldOut = [meanLoss(prior, data, data.label, 1)];
  let best = model.tables(parameters);
  let bestAt = 0;
  minimize(
    (x, gradient) => model.loss(x, data, data.label, discount, gradient),
    parameters,
    model.curvature(data, discount),
    (iteration) => {
      const tables = model.tables(parameters);
      trained.push(meanLoss(tables, data, data.label, 0));
      heldOut.push(meanLoss(tables, data, data.label, 1));
      // Differences in the fifth digit are noise: the later of two equal ones is closer to the minimum.
      if (heldOut[iteration] <= heldOut[bestAt] + 1e-5) {
        best = tables;
        bestAt = iteration;
      }
      if (iteration % 10 === 0)
        say(`${iteration}: loss ${trained[iteration].toFixed(4)}, held out ${heldOut[iteration].toFixed(4)}`);
      return iteration < iterations && iteration - bestAt < PATIENCE;
    },
  );
  const result = meanLoss(best, data, data.result, 1);
  say(`kept ${bestAt}: held out ${heldOut[bestAt].toFixed(4)}, against results alone ${result.toFixed(4)}`);
  const curves = [
    { name: 'trained on', color: '#36c', points: trained },
    { name: 'held out', color: '#c33', points: heldOut },
  ];
  return { tables: best, curves };
}

function learnMoves(args: readonly string[]): void {
  const { values, operands: files } = toolArguments(MOVES_SYNTAX, args, 'train');
  const { discount, iterations, most } = values;
  const out = values.out ?? fail('--out missing: expected a file name');
  const { rule, decoded } = readGames(files);
  const perColor = rule === RENJU;
  const prior = handsetTables(rule, perColor ? 2 : 1);
  const data = buildChoices(rule, decoded, perColor, HELD_SHARE, most);
  const rating = (tables: MoveTables) => {
    const { loss, first } = rateMoves(tables, data, 1);
    return `held out ${loss.toFixed(4)}, best move first in ${(100 * first).toFixed(1)} %`;
  };
  say(`rule ${rule}: ${data.count} choices of ${(data.own.length / data.count).toFixed(0)} moves; ${rating(prior)}`);
  const model = new MoveModel(prior, perColor, EXPECTED_MOVES);
  const parameters = new Float64Array(model.parameters);
  minimize(
    (x, gradient) => model.loss(x, data, discount, gradient),
    parameters,
    model.curvature(data, discount),
    (iteration) => {
      if (iteration % 10 === 0) say(`${iteration}: ${rating(model.tables(parameters))}`);
      return iteration < iterations;
    },
  );
  const { own, other } = model.tables(parameters);
  const whole = (table: Float64Array) =>
    Array.from(table, (value) => Math.max(0, Math.min(SCORE_MASK, Math.round(value))));
  const weights: RuleWeights = {
    rule: ruleIndexOf(rule),
    colors: perColor ? 2 : 1,
    own: whole(own),
    other: whole(other),
  };
  writeFileSync(out, JSON.stringify(weights));
}

function pack(args: readonly string[]): void {
  const byRule = new Map<number, RuleWeights>();
  const { values, operands: files } = toolArguments(PACK_SYNTAX, args, 'train');
  for (const file of files) {
    const weights = JSON.parse(readFileSync(file, 'utf8')) as RuleWeights;
    byRule.set(weights.rule, { ...byRule.get(weights.rule), ...weights });
  }
  const texts = [...byRule.values()].sort((a, b) => a.rule - b.rule).map(packWeights);
  const target = values.out ?? fileURLToPath(new URL('../src/engine/runtime/weights-data.ts', import.meta.url));
  writeFileSync(target, weightsModule(texts));
  say(`${target}: ${texts.length} rules, ${texts.join('').length} bytes`);
}

function unpack(args: readonly string[]): void {
  const [folder, ...more] = args;
  if (folder === undefined || more.length > 0) fail(`${args.length} arguments: expected one folder`);
  mkdirSync(folder, { recursive: true });
  for (const text of LEARNED_WEIGHTS) {
    const weights = unpackWeights(text);
    const file = join(folder, `weights-${RULE_CODES[weights.rule]}.json`);
    writeFileSync(file, JSON.stringify(weights));
    say(file);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
