/**
 * Every margin, reduction, share and switch of the search, by name. `npm run tool -- params` writes the constants and
 * {@link setDefaults} from the rows of params-table.ts, which has units, bounds and measurements. Depths and reductions
 * are in units of 1 / ONE_PLY ply, margins in score points. A test compares the search under {@link setPlain} with
 * plain minimax.
 */

/** One ply of depth. */
export const ONE_PLY = 256;

// Beginning of the part that `npm run tool -- params` writes.
/** Whether a shallow node far below alpha drops into the search for fours. */
export const USE_RAZORING = 0;
/** Depth below which razoring applies. */
export const RAZOR_DEPTH = 1;
/** Razoring margin at depth 0. */
export const RAZOR_BASE = 2;
/** Added to RAZOR_BASE per ply of depth. */
export const RAZOR_PER_PLY = 3;
/** Whether a static evaluation far above beta ends a node. */
export const USE_FUTILITY = 4;
/** Margin per ply by which the static evaluation must exceed beta. */
export const FUTILITY_PER_PLY = 5;
/** Subtracted from FUTILITY_PER_PLY in an expected cut node without a table entry. */
export const FUTILITY_CUT_NODE = 6;
/** Whether late moves are pruned by their number. */
export const USE_MOVE_COUNT = 7;
/** Moves searched before the count may prune, plus depth (plies) to the power 4/3. */
export const MOVE_COUNT_BASE = 8;
/** Whether moves that make and stop nothing are pruned at low depth. */
export const USE_TRIVIAL_PRUNING = 9;
/** Depth below which such moves are pruned. */
export const TRIVIAL_DEPTH = 10;
/** Whether a table move without rivals is extended. Measured under freestyle at 40,000 nodes. */
export const USE_SINGULAR = 11;
/** Depth from which rivals of the table move are searched. */
export const SINGULAR_DEPTH = 12;
/** Margin per ply below the table score that all other moves must fail. */
export const SINGULAR_MARGIN_PER_PLY_16 = 13;
/** Depth of the singular search as a share of the depth. */
export const SINGULAR_DEPTH_256 = 14;
/** Extra margin by which rivals must fail for the table move to be extended by a second ply. */
export const SINGULAR_DOUBLE_MARGIN = 15;
/** Total extension of a line from which no second ply is added. */
export const SINGULAR_DOUBLE_MAX = 16;
/** Extension of the only answer to a four. */
export const FORCED_REPLY_EXTENSION = 17;
/** Extension of the table move in a PV node. */
export const TABLE_MOVE_EXTENSION_PV = 18;
/** Extension of the table move elsewhere. */
export const TABLE_MOVE_EXTENSION = 19;
/** Added when the table move makes a four near the last stone of its side. */
export const TABLE_FOUR_EXTENSION = 20;
/** Whether late moves are searched at reduced depth first. */
export const USE_LMR = 21;
/** Reduction per product of logarithms under freestyle. Measured together with LMR_FACTOR_256. */
export const LMR_FACTOR_FREESTYLE_256 = 22;
/** Reduction per product of logarithms under all other rules. */
export const LMR_FACTOR_256 = 23;
/** Added where the static evaluation is not improving. */
export const LMR_NOT_IMPROVING = 24;
/** Added in an expected cut node, unless the move is a killer. */
export const LMR_CUT_NODE = 25;
/** Subtracted in a node that was once on the PV. */
export const LMR_TABLE_PV = 26;
/** Added in a node whose table entry is an upper bound. */
export const LMR_UPPER_BOUND = 27;
/** Subtracted from a move that continues an attack. */
export const LMR_ATTACK = 28;
/** Added for a move far from both last stones. */
export const LMR_FAR = 29;
/** Subtracted from the reduction of root moves. */
export const LMR_ROOT = 30;
/** History score that changes the reduction by one ply. */
export const LMR_HISTORY_PER_PLY = 31;
/** Reduction of a late move whose history is 0. */
export const LMR_HISTORY_BASE = 32;
/** Weight of the history as a quiet move, relative to that as an attack. */
export const LMR_QUIET_HISTORY_256 = 33;
/** Whether moves are also scored by their offset from the last two moves and what all of them make. */
export const USE_CONTINUATION = 34;
/** Depth from which nodes use these scores in move ordering and update them. */
export const CONTINUATION_DEPTH = 35;
/** Weight in move ordering of the score after the opponent's last move; at 256, a score of 256 counts as one point. */
export const CONTINUATION_ORDER_OTHER_256 = 36;
/** The same after the side's own last move. */
export const CONTINUATION_ORDER_OWN_256 = 37;
/** Weight in move ordering of the shape history; at 256, a score of 256 counts as one point. 0: none is kept. */
export const SHAPE_ORDER_256 = 38;
/** Weight in reductions of the score after the opponent's last move. */
export const LMR_CONTINUATION_OTHER_256 = 39;
/** The same after the side's own last move. */
export const LMR_CONTINUATION_OWN_256 = 40;
/** Largest extension that history may give a late move. */
export const LMR_EXTENSION_MAX = 41;
/** Margin above alpha beyond which a reduced move is searched again one ply deeper; 0: never. */
export const LMR_DEEPER = 42;
/** Added to LMR_DEEPER per ply of reduction. */
export const LMR_DEEPER_PER_PLY = 43;
/** Margin above alpha beyond which a reduced move is searched again two plies deeper. */
export const LMR_EVEN_DEEPER = 44;
/** Added to LMR_EVEN_DEEPER per ply of reduction. */
export const LMR_EVEN_DEEPER_PER_PLY = 45;
/** Whether the reduction of late moves uses their history as attacks and as quiet moves together. */
export const USE_BOTH_HISTORIES = 46;
/** Whether the history of moves is updated where the table settles a node. */
export const USE_TABLE_HISTORY = 47;
/** Whether a forced win or loss in the table ends a node whatever the depth of its entry. */
export const USE_TABLE_PROOFS = 48;
/** Whether a node where every move fails low stores the one with the highest score as its table move. */
export const USE_FAIL_LOW_MOVE = 49;
/** Added to the depth that the history bonus is computed from, where a late move fails high. */
export const HISTORY_LATE_CUT = 50;
/** Bonus of a quiet move for each point by which it changed the static evaluation in favor of its side. */
export const HISTORY_EVAL_CHANGE_256 = 51;
/** Whether a node without a table move is searched at reduced depth. */
export const USE_IIR = 52;
/** Reduction of a PV node without a table move. */
export const IIR_PV = 53;
/** Reduction of other deep nodes without a table move. */
export const IIR_OTHER = 54;
/** Depth from which other nodes without a table move are reduced. */
export const IIR_OTHER_DEPTH = 55;
/** Reduction of a PV node per ply by which its table entry is too shallow. */
export const IIR_PV_SHALLOW_256 = 56;
/** Largest reduction of a PV node with a shallow table entry. */
export const IIR_PV_SHALLOW_MAX = 57;
/** Reduction of the moves after one that raised alpha, from depth 2 on. */
export const ALPHA_RAISED = 58;
/** Depth from which ALPHA_RAISED does not apply. */
export const ALPHA_RAISED_DEPTH = 59;
/** ALPHA_RAISED applies to scores within plus and minus this. */
export const ALPHA_RAISED_SCORE = 60;
/** Reduction of moves in an expected cut node whose evaluation is above beta; 0: never. */
export const FAIL_HIGH = 61;
/** Margin above beta for FAIL_HIGH at depth 0. */
export const FAIL_HIGH_BASE = 62;
/** Added to FAIL_HIGH_BASE per ply of depth. */
export const FAIL_HIGH_PER_PLY = 63;
/** Whether shallow pruning applies in PV nodes. Measured under freestyle at 5,000 nodes. */
export const USE_PRUNING_PV = 64;
/** Whether shallow pruning applies to lists of answers to a threat. Measured under freestyle at 5,000 nodes. */
export const USE_PRUNING_RESTRICTED = 65;
/**
 * Whether a node whose side must answer a straight four uses the parent's evaluation, from before the threat: its own
 * says little while the threat is unanswered. With this on, such a node skips futility pruning, and below RAZOR_DEPTH
 * it drops straight into the quiescence search.
 */
export const USE_EVAL_BEFORE_THREAT = 66;
/** Whether only moves that stop a straight four are searched against the threat of one. */
export const USE_DEFENSE_SETS = 67;
/**
 * Whether only moves that stop a four-three are searched against the threat of one. Measured under freestyle at 5,000
 * nodes.
 */
export const USE_FOUR_THREE_SETS = 68;
/** Whether a node that stays above beta after a null move is cut. Measured with a margin of 585. */
export const USE_NULL_MOVE = 69;
/** Depth from which a null move is tried. */
export const NULL_MOVE_DEPTH = 70;
/** Margin above beta that the static evaluation needs for a null move, at depth 0. */
export const NULL_MOVE_MARGIN = 71;
/** Subtracted from NULL_MOVE_MARGIN per ply of depth. */
export const NULL_MOVE_MARGIN_PER_PLY = 72;
/** Reduction after a null move, in addition to NULL_MOVE_REDUCTION_256. */
export const NULL_MOVE_REDUCTION = 73;
/** Reduction after a null move as a share of the depth. */
export const NULL_MOVE_REDUCTION_256 = 74;
/** Half width of the first aspiration window; 0: full windows. */
export const ASPIRATION = 75;
/** Depth from which aspiration windows are used. */
export const ASPIRATION_DEPTH = 76;
/** Half width beyond which an aspiration window is opened on the side that failed. */
export const ASPIRATION_MAX = 77;
/** Longest line of fours followed at leaves; 0: static evaluation at leaves. */
export const QUIESCENCE_FOURS = 78;
/** Number of plain fours allowed after the first; later ones must make more than a four. */
export const QUIESCENCE_PLAIN_FOURS = 79;
/**
 * Whether a line of fours must begin near its side's last stone, or may begin anywhere. Measured under freestyle at
 * 80,000 nodes, together with four plain fours.
 */
export const QUIESCENCE_NEARBY = 80;
/** How far below alpha the tables alone must put a leaf for it to be evaluated without the network; 0: never. */
export const LAZY_MARGIN = 81;
/** Whether a table score may stand in for the static evaluation where fours begin. */
export const USE_TABLE_STAND_PAT = 82;
/** Whether fours that cannot lift the evaluation to alpha are skipped at leaves. */
export const USE_DELTA = 83;
/** Most that the first four may lift the evaluation by. */
export const DELTA_BASE = 84;
/** Subtracted from DELTA_BASE per ply of the line of fours. */
export const DELTA_PER_PLY = 85;
/** Budget of the search for the side's own win by continuous threats before the main search; 0: none. */
export const VCT_ROOT_SHARE = 86;
/** VCT_ROOT_SHARE in a long search: a win that the main search has not found by then is long. */
export const VCT_LONG_SHARE = 87;
/** Nodes from which a search is long. */
export const VCT_LONG_MEGANODES = 88;
/** Budget of the search for the opponent's win by threats if it were to move now; 0: none. */
export const VCT_THREAT_SHARE = 89;
/** Budget for checking which root moves stop such a win, all of them together. */
export const VCT_STOP_SHARE = 90;
/** Upper bound of that budget for one root move. */
export const VCT_STOP_MOVE_SHARE = 91;
/** Budget of the search for the opponent's win by threats after each new best move; 0: none. */
export const VCT_CHECK_SHARE = 92;
/**
 * VCT_ROOT_SHARE without its limits, for callers that want a proof; 0 in games, where the main search finds such wins
 * as well.
 */
export const SOLVER_SHARE = 93;
/** One position in this many evaluations is recorded for training (sample.ts); 0: none. */
export const SAMPLE_PERIOD = 94;
/** Weight of the network in the static evaluation; 0: the table alone. */
export const NETWORK_WEIGHT_256 = 95;
/** Share of the optimum for a position whose score is stable. */
export const TIME_CALM_256 = 96;
/** Added to TIME_CALM_256 for every point lost since the last iteration. */
export const TIME_FALL_PER_POINT_256 = 97;
/** Lower bound of TIME_CALM_256 with this addition. */
export const TIME_FALL_MIN_256 = 98;
/** Upper bound of TIME_CALM_256 with this addition. */
export const TIME_FALL_MAX_256 = 99;
/** Relative increase of the share by a change of the best move, halved with every iteration since. */
export const TIME_CHANGE_256 = 100;
/** Iterations with the same best move that halve the share. */
export const TIME_STABLE_ITERATIONS = 101;
/** Largest share of the optimum. */
export const TIME_MAX_256 = 102;
/**
 * Weight of the effort: a best move that took more of the last nodes than usual gets less time, as its rivals are soon
 * refuted; one that took less gets more.
 */
export const TIME_EFFORT_256 = 103;
/** Usual share of the nodes of an iteration that its best move takes. */
export const TIME_EFFORT_USUAL_256 = 104;
/** Share of the maximum after which no new iteration begins. */
export const TIME_NEW_ITERATION_256 = 105;
/** Square of the depth that halves TIME_NEW_ITERATION_256. */
export const TIME_NEW_ITERATION_DEPTH = 106;
/** Number of parameters. */
export const PARAMS = 107;
/** Index of the first parameter of time management. These apply in a plain search, too. */
export const FIRST_OF_TIME = 96;

/** Values by index. */
export const params = new Int32Array(PARAMS);

/** Sets the values that the engine plays with. */
export function setDefaults(): void {
  params[USE_RAZORING] = 1;
  params[RAZOR_DEPTH] = 666;
  params[RAZOR_BASE] = 20;
  params[RAZOR_PER_PLY] = 16;
  params[USE_FUTILITY] = 1;
  params[FUTILITY_PER_PLY] = 63;
  params[FUTILITY_CUT_NODE] = 12;
  params[USE_MOVE_COUNT] = 1;
  params[MOVE_COUNT_BASE] = 3;
  params[USE_TRIVIAL_PRUNING] = 1;
  params[TRIVIAL_DEPTH] = 1100;
  params[USE_SINGULAR] = 1;
  params[SINGULAR_DEPTH] = 1700;
  params[SINGULAR_MARGIN_PER_PLY_16] = 15;
  params[SINGULAR_DEPTH_256] = 138;
  params[SINGULAR_DOUBLE_MARGIN] = 25;
  params[SINGULAR_DOUBLE_MAX] = 2560;
  params[FORCED_REPLY_EXTENSION] = 333;
  params[TABLE_MOVE_EXTENSION_PV] = 64;
  params[TABLE_MOVE_EXTENSION] = 20;
  params[TABLE_FOUR_EXTENSION] = 61;
  params[USE_LMR] = 1;
  params[LMR_FACTOR_FREESTYLE_256] = 256;
  params[LMR_FACTOR_256] = 210;
  params[LMR_NOT_IMPROVING] = 256;
  params[LMR_CUT_NODE] = 461;
  params[LMR_TABLE_PV] = 248;
  params[LMR_UPPER_BOUND] = 128;
  params[LMR_ATTACK] = 136;
  params[LMR_FAR] = 100;
  params[LMR_ROOT] = 256;
  params[LMR_HISTORY_PER_PLY] = 12000;
  params[LMR_HISTORY_BASE] = 69;
  params[LMR_QUIET_HISTORY_256] = 195;
  params[USE_CONTINUATION] = 1;
  params[CONTINUATION_DEPTH] = 512;
  params[CONTINUATION_ORDER_OTHER_256] = 256;
  params[CONTINUATION_ORDER_OWN_256] = 256;
  params[SHAPE_ORDER_256] = 480;
  params[LMR_CONTINUATION_OTHER_256] = 128;
  params[LMR_CONTINUATION_OWN_256] = 128;
  params[LMR_EXTENSION_MAX] = 256;
  params[LMR_DEEPER] = 34;
  params[LMR_DEEPER_PER_PLY] = 11;
  params[LMR_EVEN_DEEPER] = 350;
  params[LMR_EVEN_DEEPER_PER_PLY] = 26;
  params[USE_BOTH_HISTORIES] = 1;
  params[USE_TABLE_HISTORY] = 0;
  params[USE_TABLE_PROOFS] = 1;
  params[USE_FAIL_LOW_MOVE] = 1;
  params[HISTORY_LATE_CUT] = 512;
  params[HISTORY_EVAL_CHANGE_256] = 256;
  params[USE_IIR] = 1;
  params[IIR_PV] = 170;
  params[IIR_OTHER] = 177;
  params[IIR_OTHER_DEPTH] = 3584;
  params[IIR_PV_SHALLOW_256] = 72;
  params[IIR_PV_SHALLOW_MAX] = 920;
  params[ALPHA_RAISED] = 256;
  params[ALPHA_RAISED_DEPTH] = 3072;
  params[ALPHA_RAISED_SCORE] = 2000;
  params[FAIL_HIGH] = 256;
  params[FAIL_HIGH_BASE] = -9;
  params[FAIL_HIGH_PER_PLY] = 9;
  params[USE_PRUNING_PV] = 1;
  params[USE_PRUNING_RESTRICTED] = 1;
  params[USE_EVAL_BEFORE_THREAT] = 1;
  params[USE_DEFENSE_SETS] = 1;
  params[USE_FOUR_THREE_SETS] = 1;
  params[USE_NULL_MOVE] = 0;
  params[NULL_MOVE_DEPTH] = 2048;
  params[NULL_MOVE_MARGIN] = 300;
  params[NULL_MOVE_MARGIN_PER_PLY] = 28;
  params[NULL_MOVE_REDUCTION] = 1024;
  params[NULL_MOVE_REDUCTION_256] = 32;
  params[ASPIRATION] = 16;
  params[ASPIRATION_DEPTH] = 5;
  params[ASPIRATION_MAX] = 1500;
  params[QUIESCENCE_FOURS] = 40;
  params[QUIESCENCE_PLAIN_FOURS] = 1;
  params[QUIESCENCE_NEARBY] = 1;
  params[LAZY_MARGIN] = 250;
  params[USE_TABLE_STAND_PAT] = 0;
  params[USE_DELTA] = 1;
  params[DELTA_BASE] = 2000;
  params[DELTA_PER_PLY] = 60;
  params[VCT_ROOT_SHARE] = 10;
  params[VCT_LONG_SHARE] = 40;
  params[VCT_LONG_MEGANODES] = 3;
  params[VCT_THREAT_SHARE] = 5;
  params[VCT_STOP_SHARE] = 20;
  params[VCT_STOP_MOVE_SHARE] = 2;
  params[VCT_CHECK_SHARE] = 3;
  params[SOLVER_SHARE] = 0;
  params[SAMPLE_PERIOD] = 0;
  params[NETWORK_WEIGHT_256] = 256;
  params[TIME_CALM_256] = 139;
  params[TIME_FALL_PER_POINT_256] = 210;
  params[TIME_FALL_MIN_256] = 128;
  params[TIME_FALL_MAX_256] = 384;
  params[TIME_CHANGE_256] = 512;
  params[TIME_STABLE_ITERATIONS] = 80;
  params[TIME_MAX_256] = 1024;
  params[TIME_EFFORT_256] = 256;
  params[TIME_EFFORT_USUAL_256] = 160;
  params[TIME_NEW_ITERATION_256] = 256;
  params[TIME_NEW_ITERATION_DEPTH] = 500;
}
// End of the part that `npm run tool -- params` writes.

/** {@link SOLVER_SHARE} for callers that want a proof: about half of the time. */
export const SOLVING_SHARE = 500;

/**
 * Plain alpha-beta with a table: no pruning except by bounds, no reduction, no extension, static evaluation at leaves.
 * It stops when any other search would.
 */
export function setPlain(): void {
  params.fill(0, 0, FIRST_OF_TIME);
  params[LMR_HISTORY_PER_PLY] = 1;
}

setDefaults();

const kept = new Int32Array(PARAMS);

/** Makes the search plain until {@link restoreParams}, which restores the current values. */
export function setPlainForNow(): void {
  kept.set(params);
  setPlain();
}

/** Ends {@link setPlainForNow}. */
export function restoreParams(): void {
  params.set(kept);
}
