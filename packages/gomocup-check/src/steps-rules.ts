/** Steps about rules and board sizes. */
import { nameOf, samePoint } from '../../../src/core/point.ts';
import { ruleFromCode, ruleNameOf } from '../../../src/core/rule.ts';
import { TOURNAMENT_CODES } from '../../../src/core/rule-code.ts';
import { EngineClient } from '../../../src/measure/match/client.ts';
import { type MatchGameSettings, playGame } from '../../../src/measure/match/engine-game.ts';
import type { EngineSpec } from '../../../src/measure/match/engine-spec.ts';
import { Player } from '../../../src/measure/match/player.ts';
import { alternating, illegal, points, TOLERANCE_MS } from './kit.ts';
import { type CheckContext, fail, note, type Step, warn } from './step.ts';

const SIX_OR_BLOCK = {
  own: 'c8d8f8g8h8k2',
  other: 'k3k4k5k6a15o1',
  what: 'six in a row or the block of a four, as Black',
  right: { 0: 'e8', 1: 'k7', 4: 'k7', 8: 'e8', 9: 'k7k8', 16: 'e8' },
};
/** Positions with one right move, which show whether a brain knows a rule. */
const RULE_CASES = [
  SIX_OR_BLOCK,
  {
    ...SIX_OR_BLOCK,
    other: 'k3k4k5k6a15o1a1',
    what: 'six in a row or the block of a four, as White',
    right: { 0: 'e8', 1: 'k7', 4: 'e8', 8: 'e8', 9: 'k7k8', 16: 'e8' },
  },
  {
    own: 'e5f5g5i5l8',
    other: 'd5j5l9l10l11l12',
    what: 'five blocked at both ends or the block of a four',
    right: { 0: 'h5', 1: 'h5', 4: 'h5', 8: 'l13l14', 9: 'l13l14', 16: 'h5' },
  },
];

/** Number of games that timed out after which no more are played. */
const MAX_FAILURES = 3;

export const RULE_STEPS: readonly Step[] = [
  {
    id: 'self-play',
    title: 'plays itself under every rule and size without a fault',
    why: 'a forbidden or illegal move, a crash or a move after the time limit loses; Gomocup excludes engines with more than 10 % of them.',
    sentences: ['M4', 'I7', 'S2'],
    fix: 'Replay the moves of the game that is named, and compare your rules with the referee there.',
    async *run(context) {
      const { full, claims } = context;
      const sizes = claims.sizes ?? (full ? [15, 20, 10, 19, 22] : [15, 20]);
      const rules = claims.rules ?? TOURNAMENT_CODES;
      // In short mode all rules are played on one size, and the first rule on the others.
      const games = sizes.flatMap((size) =>
        (full || size === sizes[0] ? rules : rules.slice(0, 1)).map((rule) => ({ size, rule })),
      );
      let failures = 0;
      for (const { size, rule } of games) {
        if (failures === MAX_FAILURES) {
          yield note(`the other games are skipped after ${failures} failures`);
          return;
        }
        context.report(`${ruleNameOf(rule)} ${size}x${size}`);
        const { reason, detail } = await selfPlay(context, rule, size);
        if (reason === 'start' && claims.sizes === null && ![15, 20].includes(size))
          yield note(`${size}x${size} is not supported`);
        else if (['time', 'crash', 'illegal', 'foul', 'start'].includes(reason)) {
          yield fail(`${ruleNameOf(rule)} ${size}x${size}: ${reason}, ${detail}`);
          if (['time', 'start'].includes(reason)) failures++;
        }
      }
    },
  },
  {
    id: 'rules',
    title: 'knows what wins under each rule',
    why: "Gomocup's acceptance test asks for such moves in every league.",
    sentences: ['I7'],
    fix: 'Apply INFO rule before the search: in standard six do not win, in caro a five blocked at both ends does not.',
    async *run({ probe, full, claims, report }) {
      const turnMs = full ? 2000 : 250;
      for (const rule of claims.rules ?? TOURNAMENT_CODES) {
        report(ruleNameOf(rule));
        const brain = probe();
        for (const { own, other, what, right } of RULE_CASES) {
          await brain.rest();
          await brain.ready({ rule, turnMs });
          const { move } = await brain.board(alternating(own, other), turnMs);
          const fault = illegal(move, 15, points(own + other));
          yield* fault;
          if (fault.length > 0 || points(right[rule]).some((point) => samePoint(point, move))) continue;
          const wanted = points(right[rule])
            .map((point) => nameOf(point, 15))
            .join(' or ');
          yield warn(`${ruleNameOf(rule)}, ${what}: played ${nameOf(move, 15)}, expected ${wanted}`);
        }
        await brain.client.end(1000);
      }
    },
  },
];

async function selfPlay({ spec, full, knowledge }: CheckContext, rule: number, size: number) {
  const turnMs = full ? 300 : 100;
  const settings: MatchGameSettings = {
    size,
    rule: ruleFromCode(rule)!,
    maxPlies: full ? 60 : 10,
    drawEmpty: 0,
    draw: null,
    resign: null,
    swap2: false,
    sendByBoard: false,
    suspend: false,
    strict: false,
  };
  const player = (name: string) => ({
    ...spec,
    name,
    time: { matchMs: null, turnMs, incrementMs: 0 },
    toleranceMs: TOLERANCE_MS,
  });
  const source = {
    take: (engine: EngineSpec) => new Player(engine, new EngineClient(engine), false),
    knowledge: () => knowledge,
    giveBack: (used: Player) => used.end(),
  };
  const plan = { game: 0, black: player('Black'), white: player('White'), opening: [] };
  return playGame(plan, settings, source, new AbortController().signal);
}
