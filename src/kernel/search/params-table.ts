/**
 * Every margin, reduction, share and switch of the search: one row each. Rows in this order get the indices 0, 1, 2 ...
 * `npm run tool -- params` writes params.ts from this table, and the tuning tools read it. The kernel itself does not
 * import this file, so it need not be portable.
 */

/** The last measurement of another value. */
export interface Trial {
  /** Value that played against the default. */
  readonly value: number;
  /** Elo of that value against the default, and half the width of its 95 % interval. */
  readonly elo: number;
  readonly error: number;
  /**
   * Commit that played. The match is in docs/experiments/search.md, that of a parameter of time in clocks.md there.
   */
  readonly commit: string;
}

/** Unit of a parameter. Depths and reductions are in 1/256 ply. */
export type Unit =
  | 'switch'
  | '1/256 ply'
  | 'points'
  | 'points per ply'
  | 'points/16 per ply'
  | '1/256'
  | '1/65536 per point'
  | 'history score'
  | 'moves'
  | 'fours'
  | 'plies'
  | 'plies²'
  | 'iterations'
  | 'nodes per thousand'
  | 'million nodes'
  | 'evaluations';

export interface ParameterRow {
  readonly name: string;
  /** The value that the engine plays with. */
  readonly default: number;
  readonly unit: Unit;
  /** Values outside these bounds make no sense. */
  readonly min: number;
  readonly max: number;
  /** Perturbation in the last iteration of SPSA, to either side; 0: not tuned. */
  readonly step: number;
  /** Undefined: never measured on its own. */
  readonly trial: Trial | undefined;
  readonly about: string;
}

const row = (
  name: string,
  value: number,
  unit: Unit,
  [min, max, step]: readonly [number, number, number],
  trial: Trial | undefined,
  about: string,
): ParameterRow => ({ name, default: value, unit, min, max, step, trial, about });

const trial = (value: number, elo: number, error: number, commit: string): Trial => ({ value, elo, error, commit });
const untried = undefined;
/** Bounds and step of a switch. */
const SWITCH = [0, 1, 0] as const;
const PLY = 256;

// biome-ignore format: one row for each parameter
export const PARAMETER_ROWS: readonly ParameterRow[] = [
  row('USE_RAZORING', 1, 'switch', SWITCH, trial(0, -28, 22, '3297715'),
    'Whether a shallow node far below alpha drops into the search for fours.'),
  row('RAZOR_DEPTH', 666, '1/256 ply', [0, 10240, 60], trial(1000, -3, 10, '5d8133a'),
    'Depth below which razoring applies.'),
  row('RAZOR_BASE', 20, 'points', [-60, 200, 20], trial(0, -5, 14, '3297715'),
    'Razoring margin at depth 0.'),
  row('RAZOR_PER_PLY', 16, 'points per ply', [-100, 400, 8], trial(32, 0, 10, '5d8133a'),
    'Added to RAZOR_BASE per ply of depth.'),
  row('USE_FUTILITY', 1, 'switch', SWITCH, untried,
    'Whether a static evaluation far above beta ends a node.'),
  row('FUTILITY_PER_PLY', 63, 'points per ply', [0, 160, 10], trial(95, -18, 10, '5d8133a'),
    'Margin per ply by which the static evaluation must exceed beta.'),
  row('FUTILITY_CUT_NODE', 12, 'points', [0, 160, 6], trial(22, 5, 16, '007fb20'),
    'Subtracted from FUTILITY_PER_PLY in an expected cut node without a table entry.'),
  row('USE_MOVE_COUNT', 1, 'switch', SWITCH, untried,
    'Whether late moves are pruned by their number.'),
  row('MOVE_COUNT_BASE', 3, 'moves', [0, 64, 1], trial(4, 10, 10, '5d8133a'),
    'Moves searched before the count may prune, plus depth (plies) to the power 4/3.'),
  row('USE_TRIVIAL_PRUNING', 1, 'switch', SWITCH, untried,
    'Whether moves that make and stop nothing are pruned at low depth.'),
  row('TRIVIAL_DEPTH', 1100, '1/256 ply', [0, 2600, 200], trial(850, -7, 10, '5d8133a'),
    'Depth below which such moves are pruned.'),
  row('USE_SINGULAR', 1, 'switch', SWITCH, trial(0, -140, 95, '12fcd85'),
    'Whether a table move without rivals is extended. Measured under freestyle at 40,000 nodes.'),
  row('SINGULAR_DEPTH', 1700, '1/256 ply', [0, 2800, 200], trial(1900, 0, 10, '5d8133a'),
    'Depth from which rivals of the table move are searched.'),
  row('SINGULAR_MARGIN_PER_PLY_16', 15, 'points/16 per ply', [0, 80, 7], trial(22, 7, 10, '5d8133a'),
    'Margin per ply below the table score that all other moves must fail.'),
  row('SINGULAR_DEPTH_256', 138, '1/256', [0, 256, 15], trial(155, 1, 10, '5d8133a'),
    'Depth of the singular search as a share of the depth.'),
  row('SINGULAR_DOUBLE_MARGIN', 25, 'points', [0, 400, 10], trial(45, -8, 10, '5d8133a'),
    'Extra margin by which rivals must fail for the table move to be extended by a second ply.'),
  row('SINGULAR_DOUBLE_MAX', 10 * PLY, '1/256 ply', [0, 10240, 256], untried,
    'Total extension of a line from which no second ply is added.'),
  row('FORCED_REPLY_EXTENSION', 333, '1/256 ply', [0, 512, 45], trial(280, -4, 10, '5d8133a'),
    'Extension of the only answer to a four.'),
  row('TABLE_MOVE_EXTENSION_PV', 64, '1/256 ply', [0, 512, 20], trial(128, -9, 16, '007fb20'),
    'Extension of the table move in a PV node.'),
  row('TABLE_MOVE_EXTENSION', 20, '1/256 ply', [0, 160, 20], trial(45, -5, 16, '007fb20'),
    'Extension of the table move elsewhere.'),
  row('TABLE_FOUR_EXTENSION', 61, '1/256 ply', [0, 512, 20], trial(128, -8, 14, '3297715'),
    'Added when the table move makes a four near the last stone of its side.'),
  row('USE_LMR', 1, 'switch', SWITCH, untried,
    'Whether late moves are searched at reduced depth first.'),
  row('LMR_FACTOR_FREESTYLE_256', 256, '1/256', [0, 420, 25], trial(288, 7, 10, '5d8133a'),
    'Reduction per product of logarithms under freestyle. Measured together with LMR_FACTOR_256.'),
  row('LMR_FACTOR_256', 210, '1/256', [0, 400, 25], trial(236, 7, 10, '5d8133a'),
    'Reduction per product of logarithms under all other rules.'),
  row('LMR_NOT_IMPROVING', 256, '1/256 ply', [0, 600, 60], trial(160, 1, 10, '5d8133a'),
    'Added where the static evaluation is not improving.'),
  row('LMR_CUT_NODE', 461, '1/256 ply', [0, 900, 70], trial(560, 2, 10, '5d8133a'),
    'Added in an expected cut node, unless the move is a killer.'),
  row('LMR_TABLE_PV', 248, '1/256 ply', [0, 600, 60], trial(340, 0, 10, '5d8133a'),
    'Subtracted in a node that was once on the PV.'),
  row('LMR_UPPER_BOUND', 128, '1/256 ply', [0, 600, 40], trial(0, -6, 7, '36dc138'),
    'Added in a node whose table entry is an upper bound.'),
  row('LMR_ATTACK', 136, '1/256 ply', [0, 500, 60], trial(220, 2, 10, '5d8133a'),
    'Subtracted from a move that continues an attack.'),
  row('LMR_FAR', 100, '1/256 ply', [0, 400, 50], trial(180, -1, 10, '5d8133a'),
    'Added for a move far from both last stones.'),
  row('LMR_ROOT', 256, '1/256 ply', [0, 600, 50], trial(160, 1, 10, '5d8133a'),
    'Subtracted from the reduction of root moves.'),
  row('LMR_HISTORY_PER_PLY', 12000, 'history score', [1, 40000, 2500], trial(8000, 0, 13, '99bd9e5'),
    'History score that changes the reduction by one ply.'),
  row('LMR_HISTORY_BASE', 69, '1/256 ply', [-150, 350, 50], trial(130, 3, 10, '5d8133a'),
    'Reduction of a late move whose history is 0.'),
  row('LMR_QUIET_HISTORY_256', 195, '1/256', [0, 256, 25], trial(240, -4, 16, '007fb20'),
    'Weight of the history as a quiet move, relative to that as an attack.'),
  row('USE_CONTINUATION', 1, 'switch', SWITCH, trial(0, -26, 13, '99bd9e5'),
    'Whether moves are also scored by their offset from the last two moves and what all of them make.'),
  row('CONTINUATION_DEPTH', 2 * PLY, '1/256 ply', [0, 10240, 128], trial(PLY, 8, 21, '99bd9e5'),
    'Depth from which nodes use these scores in move ordering and update them.'),
  row('CONTINUATION_ORDER_OTHER_256', 256, '1/256', [0, 1024, 60], untried,
    "Weight in move ordering of the score after the opponent's last move; at 256, a score of 256 counts as one point."),
  row('CONTINUATION_ORDER_OWN_256', 256, '1/256', [0, 1024, 60], untried,
    "The same after the side's own last move."),
  row('SHAPE_ORDER_256', 480, '1/256', [0, 1024, 60], trial(320, -4, 7, '36dc138'),
    'Weight in move ordering of the shape history; at 256, a score of 256 counts as one point. 0: none is kept.'),
  row('LMR_CONTINUATION_OTHER_256', 128, '1/256', [0, 1024, 40], trial(0, 7, 21, '99bd9e5'),
    "Weight in reductions of the score after the opponent's last move."),
  row('LMR_CONTINUATION_OWN_256', 128, '1/256', [0, 1024, 40], trial(0, 7, 21, '99bd9e5'),
    "The same after the side's own last move."),
  row('LMR_EXTENSION_MAX', PLY, '1/256 ply', [0, 1024, 50], trial(400, -6, 16, '007fb20'),
    'Largest extension that history may give a late move.'),
  row('LMR_DEEPER', 34, 'points', [0, 400, 8], trial(60, 7, 10, '5d8133a'),
    'Margin above alpha beyond which a reduced move is searched again one ply deeper; 0: never.'),
  row('LMR_DEEPER_PER_PLY', 11, 'points per ply', [0, 200, 4], untried,
    'Added to LMR_DEEPER per ply of reduction.'),
  row('LMR_EVEN_DEEPER', 350, 'points', [0, 2000, 50], trial(220, -2, 10, '5d8133a'),
    'Margin above alpha beyond which a reduced move is searched again two plies deeper.'),
  row('LMR_EVEN_DEEPER_PER_PLY', 26, 'points per ply', [0, 200, 8], untried,
    'Added to LMR_EVEN_DEEPER per ply of reduction.'),
  row('USE_BOTH_HISTORIES', 1, 'switch', SWITCH, untried,
    'Whether the reduction of late moves uses their history as attacks and as quiet moves together.'),
  row('USE_TABLE_HISTORY', 0, 'switch', SWITCH, trial(1, -6, 22, '3297715'),
    'Whether the history of moves is updated where the table settles a node.'),
  row('USE_TABLE_PROOFS', 1, 'switch', SWITCH, trial(0, 1, 16, '41b9038'),
    'Whether a forced win or loss in the table ends a node whatever the depth of its entry.'),
  row('USE_FAIL_LOW_MOVE', 1, 'switch', SWITCH, trial(0, -17, 13, '1d98873'),
    'Whether a node where every move fails low stores the one with the highest score as its table move.'),
  row('HISTORY_LATE_CUT', 2 * PLY, '1/256 ply', [0, 2048, 100], trial(0, -10, 9, '36dc138'),
    'Added to the depth that the history bonus is computed from, where a late move fails high.'),
  row('HISTORY_EVAL_CHANGE_256', 256, '1/256', [0, 4096, 100], trial(0, -13, 10, '83eee6f'),
    'Bonus of a quiet move for each point by which it changed the static evaluation in favor of its side.'),
  row('USE_IIR', 1, 'switch', SWITCH, untried,
    'Whether a node without a table move is searched at reduced depth.'),
  row('IIR_PV', 170, '1/256 ply', [0, 1024, 25], trial(256, 2, 10, '5d8133a'),
    'Reduction of a PV node without a table move.'),
  row('IIR_OTHER', 177, '1/256 ply', [0, 1024, 25], untried,
    'Reduction of other deep nodes without a table move.'),
  row('IIR_OTHER_DEPTH', 14 * PLY, '1/256 ply', [0, 10240, 256], trial(2048, 4, 16, '007fb20'),
    'Depth from which other nodes without a table move are reduced.'),
  row('IIR_PV_SHALLOW_256', 72, '1/256', [0, 1024, 10], trial(48, -6, 16, '007fb20'),
    'Reduction of a PV node per ply by which its table entry is too shallow.'),
  row('IIR_PV_SHALLOW_MAX', 920, '1/256 ply', [0, 10240, 100], untried,
    'Largest reduction of a PV node with a shallow table entry.'),
  row('ALPHA_RAISED', PLY, '1/256 ply', [0, 600, 60], trial(150, -3, 22, '3297715'),
    'Reduction of the moves after one that raised alpha, from depth 2 on.'),
  row('ALPHA_RAISED_DEPTH', 12 * PLY, '1/256 ply', [0, 10240, 256], trial(5120, 10, 10, '5d8133a'),
    'Depth from which ALPHA_RAISED does not apply.'),
  row('ALPHA_RAISED_SCORE', 2000, 'points', [0, 32000, 200], untried,
    'ALPHA_RAISED applies to scores within plus and minus this.'),
  row('FAIL_HIGH', PLY, '1/256 ply', [0, 600, 40], trial(350, -2, 10, '5d8133a'),
    'Reduction of moves in an expected cut node whose evaluation is above beta; 0: never.'),
  row('FAIL_HIGH_BASE', -9, 'points', [-80, 120, 15], trial(25, -6, 10, '5d8133a'),
    'Margin above beta for FAIL_HIGH at depth 0.'),
  row('FAIL_HIGH_PER_PLY', 9, 'points per ply', [-100, 200, 4], trial(4, -1, 10, '5d8133a'),
    'Added to FAIL_HIGH_BASE per ply of depth.'),
  row('USE_PRUNING_PV', 1, 'switch', SWITCH, trial(0, -33, 37, 'd5ef1c8'),
    'Whether shallow pruning applies in PV nodes. Measured under freestyle at 5,000 nodes.'),
  row('USE_PRUNING_RESTRICTED', 1, 'switch', SWITCH, trial(0, -3, 35, 'd5ef1c8'),
    'Whether shallow pruning applies to lists of answers to a threat. Measured under freestyle at 5,000 nodes.'),
  row('USE_EVAL_BEFORE_THREAT', 1, 'switch', SWITCH, trial(0, -35, 22, '3297715'),
    "Whether a node whose side must answer a straight four uses the parent's evaluation, from before the threat: its "
    + 'own says little while the threat is unanswered. With this on, such a node skips futility pruning, and '
    + 'below RAZOR_DEPTH it drops straight into the quiescence search.'),
  row('USE_DEFENSE_SETS', 1, 'switch', SWITCH, untried,
    'Whether only moves that stop a straight four are searched against the threat of one.'),
  row('USE_FOUR_THREE_SETS', 1, 'switch', SWITCH, trial(0, -13, 28, 'd5ef1c8'),
    'Whether only moves that stop a four-three are searched against the threat of one. Measured under freestyle '
    + 'at 5,000 nodes.'),
  row('USE_NULL_MOVE', 0, 'switch', SWITCH, trial(1, -10, 16, '007fb20'),
    'Whether a node that stays above beta after a null move is cut. Measured with a margin of 585.'),
  row('NULL_MOVE_DEPTH', 8 * PLY, '1/256 ply', [0, 10240, 256], untried,
    'Depth from which a null move is tried.'),
  row('NULL_MOVE_MARGIN', 300, 'points', [-4000, 32000, 50], untried,
    'Margin above beta that the static evaluation needs for a null move, at depth 0.'),
  row('NULL_MOVE_MARGIN_PER_PLY', 28, 'points per ply', [-4000, 4000, 8], untried,
    'Subtracted from NULL_MOVE_MARGIN per ply of depth.'),
  row('NULL_MOVE_REDUCTION', 4 * PLY, '1/256 ply', [0, 10240, 128], untried,
    'Reduction after a null move, in addition to NULL_MOVE_REDUCTION_256.'),
  row('NULL_MOVE_REDUCTION_256', 32, '1/256', [0, 256, 8], untried,
    'Reduction after a null move as a share of the depth.'),
  row('ASPIRATION', 16, 'points', [0, 32000, 5], trial(28, -14, 10, '5d8133a'),
    'Half width of the first aspiration window; 0: full windows.'),
  row('ASPIRATION_DEPTH', 5, 'plies', [0, 160, 1], untried,
    'Depth from which aspiration windows are used.'),
  row('ASPIRATION_MAX', 1500, 'points', [0, 32000, 200], untried,
    'Half width beyond which an aspiration window is opened on the side that failed.'),
  row('QUIESCENCE_FOURS', 40, 'fours', [0, 160, 0], untried,
    'Longest line of fours followed at leaves; 0: static evaluation at leaves.'),
  row('QUIESCENCE_PLAIN_FOURS', 1, 'fours', [0, 160, 0], trial(0, -4, 16, '007fb20'),
    'Number of plain fours allowed after the first; later ones must make more than a four.'),
  row('QUIESCENCE_NEARBY', 1, 'switch', SWITCH, trial(0, -68, 49, '12fcd85'),
    "Whether a line of fours must begin near its side's last stone, or may begin anywhere. Measured under freestyle "
    + 'at 80,000 nodes, together with four plain fours.'),
  row('LAZY_MARGIN', 250, 'points', [0, 32000, 0], trial(0, -5, 15, '1d98873'),
    'How far below alpha the tables alone must put a leaf for it to be evaluated without the network; 0: never.'),
  row('USE_TABLE_STAND_PAT', 0, 'switch', SWITCH, trial(1, 7, 10, '5d8133a'),
    'Whether a table score may stand in for the static evaluation where fours begin.'),
  row('USE_DELTA', 1, 'switch', SWITCH, untried,
    'Whether fours that cannot lift the evaluation to alpha are skipped at leaves.'),
  row('DELTA_BASE', 2000, 'points', [0, 32000, 200], trial(900, 0, 10, '5d8133a'),
    'Most that the first four may lift the evaluation by.'),
  row('DELTA_PER_PLY', 60, 'points per ply', [0, 4000, 20], untried,
    'Subtracted from DELTA_BASE per ply of the line of fours.'),
  row('VCT_ROOT_SHARE', 10, 'nodes per thousand', [0, 1000, 0], trial(0, 7, 10, '5d8133a'),
    "Budget of the search for the side's own win by continuous threats before the main search; 0: none."),
  row('VCT_LONG_SHARE', 40, 'nodes per thousand', [0, 1000, 0], untried,
    'VCT_ROOT_SHARE in a long search: a win that the main search has not found by then is long.'),
  row('VCT_LONG_MEGANODES', 3, 'million nodes', [0, 1000, 0], untried,
    'Nodes from which a search is long.'),
  row('VCT_THREAT_SHARE', 5, 'nodes per thousand', [0, 1000, 0], trial(0, 5, 16, '007fb20'),
    "Budget of the search for the opponent's win by threats if it were to move now; 0: none."),
  row('VCT_STOP_SHARE', 20, 'nodes per thousand', [0, 1000, 0], untried,
    'Budget for checking which root moves stop such a win, all of them together.'),
  row('VCT_STOP_MOVE_SHARE', 2, 'nodes per thousand', [0, 1000, 0], untried,
    'Upper bound of that budget for one root move.'),
  row('VCT_CHECK_SHARE', 3, 'nodes per thousand', [0, 1000, 0], trial(0, -6, 16, '007fb20'),
    "Budget of the search for the opponent's win by threats after each new best move; 0: none."),
  row('SOLVER_SHARE', 0, 'nodes per thousand', [0, 1000, 0], untried,
    'VCT_ROOT_SHARE without its limits, for callers that want a proof; 0 in games, where the main search finds such '
    + 'wins as well.'),
  row('SAMPLE_PERIOD', 0, 'evaluations', [0, 1000000, 0], untried,
    'One position in this many evaluations is recorded for training (sample.ts); 0: none.'),
  row('NETWORK_WEIGHT_256', 256, '1/256', [0, 512, 30], trial(320, -7, 10, '5d8133a'),
    'Weight of the network in the static evaluation; 0: the table alone.'),
  row('TIME_CALM_256', 139, '1/256', [1, 4096, 10], trial(120, 8, 11, '75e09a1'),
    'Share of the optimum for a position whose score is stable.'),
  row('TIME_FALL_PER_POINT_256', 210, '1/65536 per point', [0, 65536, 30], trial(320, 3, 10, '75e09a1'),
    'Added to TIME_CALM_256 for every point lost since the last iteration.'),
  row('TIME_FALL_MIN_256', 128, '1/256', [1, 4096, 12], trial(90, -7, 10, '75e09a1'),
    'Lower bound of TIME_CALM_256 with this addition.'),
  row('TIME_FALL_MAX_256', 384, '1/256', [1, 4096, 30], untried,
    'Upper bound of TIME_CALM_256 with this addition.'),
  row('TIME_CHANGE_256', 512, '1/256', [1, 4096, 60], trial(300, 1, 11, '75e09a1'),
    'Relative increase of the share by a change of the best move, halved with every iteration since.'),
  row('TIME_STABLE_ITERATIONS', 80, 'iterations', [1, 1000, 15], trial(200, 0, 11, '75e09a1'),
    'Iterations with the same best move that halve the share.'),
  row('TIME_MAX_256', 1024, '1/256', [1, 4096, 100], untried,
    'Largest share of the optimum.'),
  row('TIME_EFFORT_256', 256, '1/256', [0, 1024, 40], trial(512, -11, 13, '75e09a1'),
    'Weight of the effort: a best move that took more of the last nodes than usual gets less time, as its rivals are '
    + 'soon refuted; one that took less gets more.'),
  row('TIME_EFFORT_USUAL_256', 160, '1/256', [0, 256, 15], trial(190, -4, 13, '75e09a1'),
    'Usual share of the nodes of an iteration that its best move takes.'),
  row('TIME_NEW_ITERATION_256', 256, '1/256', [1, 4096, 20], trial(190, -10, 10, '75e09a1'),
    'Share of the maximum after which no new iteration begins.'),
  row('TIME_NEW_ITERATION_DEPTH', 500, 'plies²', [1, 100000, 80], trial(1200, 0, 10, '75e09a1'),
    'Square of the depth that halves TIME_NEW_ITERATION_256.'),
];

/** The first of the parameters of time management (stop.ts), which follow all others. */
export const FIRST_TIME_ROW = PARAMETER_ROWS.findIndex(({ name }) => name === 'TIME_CALM_256');

/** The table by name. */
export const PARAMETERS: Readonly<Record<string, ParameterRow & { readonly index: number }>> = Object.fromEntries(
  PARAMETER_ROWS.map((parameter, index) => [parameter.name, { ...parameter, index }]),
);
