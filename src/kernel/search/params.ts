/**
 * Every margin, reduction and weight of the search, by name. Depths and reductions are in units of 1 / ONE_PLY ply,
 * margins in score points. A test compares the search under {@link setPlain} with plain minimax.
 */

/** One ply of depth. */
export const ONE_PLY = 256;

/** Index into {@link params}; USE_ ones are switches, 0 or 1. */
export const USE_RAZORING = 0;
/** Depth below which a node far below alpha drops into the search for fours. */
export const RAZOR_DEPTH = 1;
export const RAZOR_BASE = 2;
export const RAZOR_PER_PLY = 3;
export const USE_FUTILITY = 4;
/** Score per ply by which a static evaluation must exceed beta. */
export const FUTILITY_PER_PLY = 5;
/** Taken off {@link FUTILITY_PER_PLY} in an expected cut node without table entry. */
export const FUTILITY_CUT_NODE = 6;
export const USE_MOVE_COUNT = 7;
/** Moves searched before the count may prune, plus depth (plies) to the power 4/3. */
export const MOVE_COUNT_BASE = 8;
export const USE_TRIVIAL_PRUNING = 9;
/** Depth below which moves that make and stop nothing are dropped. */
export const TRIVIAL_DEPTH = 10;
export const USE_SINGULAR = 11;
export const SINGULAR_DEPTH = 12;
/** Score per ply below the table score that all other moves must fail. */
export const SINGULAR_MARGIN_PER_PLY_16 = 13;
/** Depth of the singular search, of 256. */
export const SINGULAR_DEPTH_256 = 14;
export const FORCED_REPLY_EXTENSION = 15;
export const TABLE_MOVE_EXTENSION_PV = 16;
export const TABLE_MOVE_EXTENSION = 17;
export const USE_LMR = 18;
/** Reduction per product of logarithms under all other rules, of 256. */
export const LMR_FACTOR_256 = 19;
export const LMR_NOT_IMPROVING = 20;
export const LMR_CUT_NODE = 21;
export const LMR_TABLE_PV = 22;
export const LMR_ATTACK = 23;
export const LMR_FAR = 24;
/** History score that is worth one ply. */
export const LMR_HISTORY_PER_PLY = 25;
export const USE_IIR = 26;
/** Reduction of a PV node without table move. */
export const IIR_PV = 27;
/** Reduction of other deep nodes without table move. */
export const IIR_OTHER = 28;
export const IIR_OTHER_DEPTH = 29;
/** Reduction per ply that a PV node's table entry is shallower, of 256, and its limit. */
export const IIR_PV_SHALLOW_256 = 30;
export const IIR_PV_SHALLOW_MAX = 31;
/** Reduction of the moves after one that raised alpha, between depths 2 and ALPHA_RAISED_DEPTH. */
export const ALPHA_RAISED = 32;
export const ALPHA_RAISED_DEPTH = 33;
/** Half width of the first aspiration window; 0: full windows. */
export const ASPIRATION = 34;
export const ASPIRATION_DEPTH = 35;
/** Longest line of fours followed at leaves, in fours; 0: static evaluation at leaves. */
export const QUIESCENCE_FOURS = 36;
export const USE_DELTA = 37;
export const DELTA_BASE = 38;
export const DELTA_PER_PLY = 39;
export const USE_DEFENSE_SETS = 40;
export const USE_NULL_MOVE = 41;
export const NULL_MOVE_DEPTH = 42;
export const NULL_MOVE_MARGIN = 43;
export const NULL_MOVE_REDUCTION = 44;
/** Added extension when the table move makes a four near the last own stone. */
export const TABLE_FOUR_EXTENSION = 45;
/** Search for an own win by continuous threats before the main search: positions per thousand nodes; 0: none. */
export const VCT_ROOT_SHARE = 46;
/** Search for the opponent's win by threats, were it to move now; 0: none. */
export const VCT_THREAT_SHARE = 47;
/** If there is one: positions for all root moves together, and at most for each, to see whether it stops that win. */
export const VCT_STOP_SHARE = 48;
export const VCT_STOP_MOVE_SHARE = 50;
/** Search for the opponent's win by threats after each new best move; 0: none. */
export const VCT_CHECK_SHARE = 49;
/** Taken off the reduction of root moves. */
export const LMR_ROOT = 51;
/** Against a four-three threat only what stops it; see {@link USE_DEFENSE_SETS}. */
export const USE_FOUR_THREE_SETS = 52;
/** Whether shallow pruning holds in PV nodes, and in lists of answers to a threat. */
export const USE_PRUNING_PV = 53;
export const USE_PRUNING_RESTRICTED = 54;
/**
 * When the opponent threatens a straight four: whether to use the parent's evaluation, from before the threat, instead of the
 * position's own, which says little while the threat is unanswered. Then there is no futility pruning, and below
 * {@link RAZOR_DEPTH} the node drops straight into the quiescence search.
 */
export const USE_EVAL_BEFORE_THREAT = 55;
/** Reduction of moves in an expected cut node whose evaluation is above beta by that base and slope. */
export const FAIL_HIGH = 56;
export const FAIL_HIGH_BASE = 57;
export const FAIL_HIGH_PER_PLY = 58;
/** Largest extension that history may give a late move. */
export const LMR_EXTENSION_MAX = 59;
/** Reduction of a late move whose history is 0. */
export const LMR_HISTORY_BASE = 60;
/**
 * A move whose rivals fail the singular search by this many points more than asked is extended by a second ply, in lines that
 * have been extended by fewer than so many plies (1/ONE_PLY) so far.
 */
export const SINGULAR_DOUBLE_MARGIN = 61;
export const SINGULAR_DOUBLE_MOST = 62;
/** Scores within plus and minus this are open enough for {@link ALPHA_RAISED}. */
export const ALPHA_RAISED_SCORE = 63;
/** Margins above alpha beyond which a late move that beat it is searched deeper. */
export const LMR_DEEPER = 64;
export const LMR_EVEN_DEEPER = 65;
/** Reduction per product of logarithms under freestyle, of 256. */
export const LMR_FACTOR_FREESTYLE_256 = 66;
/** Whether moves gain and lose history where the table settles a node. */
export const USE_TABLE_HISTORY = 67;
/** Whether late moves are judged by their history as attacks and as quiet moves together. */
export const USE_BOTH_HISTORIES = 68;
/** Whether a table score may stand in for the static evaluation where fours begin. */
export const USE_TABLE_STAND_PAT = 69;
/** Fours after the first that may be plain ones; those after them must bring something more. */
export const QUIESCENCE_PLAIN_FOURS = 70;
/** Score points by which {@link LMR_DEEPER} and {@link LMR_EVEN_DEEPER} grow per ply that the reduction took away. */
export const LMR_DEEPER_PER_PLY = 71;
export const LMR_EVEN_DEEPER_PER_PLY = 72;
/** What history as a quiet move counts beside that as an attack, of 256. */
export const LMR_QUIET_HISTORY_256 = 73;
/** Score points per ply by which {@link NULL_MOVE_MARGIN} shrinks. */
export const NULL_MOVE_MARGIN_PER_PLY = 74;
/** Whether a line of fours has to begin near the last stone of the side that makes them, or may begin anywhere. */
export const QUIESCENCE_NEARBY = 75;
/** What {@link VCT_ROOT_SHARE} is in a search that has seen this many million nodes: what the main search has not found by then is long. */
export const VCT_LONG_SHARE = 76;
export const VCT_LONG_MEGANODES = 77;
/**
 * Positions per thousand nodes that the main search might see that solve the position by threats first, for those who
 * want a proof: {@link VCT_ROOT_SHARE} without its limits. 0 in games, whose wins the main search finds as well.
 */
export const SOLVER_SHARE = 78;
/** What {@link SOLVER_SHARE} is for them: about half of the time. */
export const SOLVING_SHARE = 500;
/** Half width beyond which an aspiration window is opened on the side that failed. */
export const ASPIRATION_WIDEST = 79;
/**
 * When to stop (stop.ts): the first of these parameters. They stay while the search is plain. Shares are of 256.
 */
export const FIRST_OF_TIME = 80;
/** Share of the optimum for a position whose score holds. */
export const TIME_CALM_256 = 80;
/** Added to that for every score point lost since the last iteration, in 1/256 of a share of 256. */
export const TIME_FALL_PER_POINT_256 = 81;
/** Bounds of that sum. */
export const TIME_FALL_LEAST_256 = 82;
export const TIME_FALL_MOST_256 = 83;
/** What a change of the best move adds to all of it, halved with every iteration since. */
export const TIME_CHANGE_256 = 84;
/** Iterations with the same best move after which the share is half of what it was. */
export const TIME_STABLE_ITERATIONS = 85;
/** Largest share of the optimum. */
export const TIME_MOST_256 = 86;
/**
 * What it takes off if the best move took more of the last iteration's nodes than usual, and adds if it took less, of 256: the
 * rest is soon refuted, or others come near. And what is usual, of 256.
 */
export const TIME_EFFORT_256 = 87;
export const TIME_EFFORT_USUAL_256 = 88;
/** Share of the maximum after which no new iteration begins, and the square of the depth, in plies, that halves it. */
export const TIME_NEW_ITERATION_256 = 89;
export const TIME_NEW_ITERATION_DEPTH = 90;
/** One of so many positions that the static evaluation is asked about is noted for training (sample.ts); 0: none. */
export const SAMPLE_PERIOD = 91;
/** What the correction by the network counts, of 256; 0: the table alone. */
export const NETWORK_WEIGHT_256 = 92;
export const PARAMS = 93;

export const params = new Int32Array(PARAMS);

/** The values the engine plays with. */
export function setDefaults(): void {
  params.fill(0);
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
  params[SINGULAR_DOUBLE_MOST] = 10 * ONE_PLY;
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
  params[LMR_ATTACK] = 136;
  params[LMR_FAR] = 100;
  params[LMR_ROOT] = 256;
  params[LMR_HISTORY_PER_PLY] = 12000;
  params[USE_IIR] = 1;
  params[IIR_PV] = 170;
  params[IIR_OTHER] = 177;
  params[IIR_OTHER_DEPTH] = 14 * ONE_PLY;
  params[IIR_PV_SHALLOW_256] = 72;
  params[IIR_PV_SHALLOW_MAX] = 920;
  params[ALPHA_RAISED] = ONE_PLY;
  params[ALPHA_RAISED_DEPTH] = 12 * ONE_PLY;
  params[ALPHA_RAISED_SCORE] = 2000;
  params[ASPIRATION] = 16;
  params[ASPIRATION_DEPTH] = 5;
  params[ASPIRATION_WIDEST] = 1500;
  params[QUIESCENCE_FOURS] = 40;
  params[QUIESCENCE_PLAIN_FOURS] = 1;
  params[QUIESCENCE_NEARBY] = 1;
  params[USE_DELTA] = 1;
  params[DELTA_BASE] = 2000;
  params[DELTA_PER_PLY] = 60;
  params[USE_DEFENSE_SETS] = 1;
  params[USE_FOUR_THREE_SETS] = 1;
  params[USE_PRUNING_PV] = 1;
  params[USE_PRUNING_RESTRICTED] = 1;
  params[USE_EVAL_BEFORE_THREAT] = 1;
  params[FAIL_HIGH] = ONE_PLY;
  params[FAIL_HIGH_BASE] = -9;
  params[FAIL_HIGH_PER_PLY] = 9;
  params[LMR_EXTENSION_MAX] = ONE_PLY;
  params[LMR_HISTORY_BASE] = 69;
  params[USE_BOTH_HISTORIES] = 1;
  params[LMR_QUIET_HISTORY_256] = 195;
  params[USE_TABLE_HISTORY] = 0;
  params[USE_TABLE_STAND_PAT] = 0;
  params[LMR_DEEPER] = 34;
  params[LMR_DEEPER_PER_PLY] = 11;
  params[LMR_EVEN_DEEPER] = 350;
  params[LMR_EVEN_DEEPER_PER_PLY] = 26;
  params[USE_NULL_MOVE] = 0;
  params[NULL_MOVE_DEPTH] = 8 * ONE_PLY;
  params[NULL_MOVE_MARGIN] = 300;
  params[NULL_MOVE_MARGIN_PER_PLY] = 28;
  params[NULL_MOVE_REDUCTION] = 4 * ONE_PLY;
  params[VCT_ROOT_SHARE] = 10;
  params[VCT_LONG_SHARE] = 40;
  params[VCT_LONG_MEGANODES] = 3;
  params[VCT_THREAT_SHARE] = 5;
  params[VCT_STOP_SHARE] = 20;
  params[VCT_STOP_MOVE_SHARE] = 2;
  params[VCT_CHECK_SHARE] = 3;
  params[SOLVER_SHARE] = 0;
  params[TIME_CALM_256] = 139;
  params[TIME_FALL_PER_POINT_256] = 210;
  params[TIME_FALL_LEAST_256] = 128;
  params[TIME_FALL_MOST_256] = 384;
  params[TIME_CHANGE_256] = 512;
  params[TIME_STABLE_ITERATIONS] = 80;
  params[TIME_MOST_256] = 1024;
  params[TIME_EFFORT_256] = 256;
  params[TIME_EFFORT_USUAL_256] = 160;
  params[TIME_NEW_ITERATION_256] = 256;
  params[TIME_NEW_ITERATION_DEPTH] = 500;
  params[SAMPLE_PERIOD] = 0;
  params[NETWORK_WEIGHT_256] = 256;
}

/**
 * Plain alpha-beta with a table: no pruning but by bounds, no reduction, no extension, static evaluation at leaves. It
 * ends when any other search would.
 */
export function setPlain(): void {
  params.fill(0, 0, FIRST_OF_TIME);
  params[LMR_HISTORY_PER_PLY] = 1;
}

setDefaults();

const kept = new Int32Array(PARAMS);

/** Makes the search plain until {@link restoreParams}: what was set stays set. */
export function setPlainForNow(): void {
  kept.set(params);
  setPlain();
}

/** Ends {@link setPlainForNow}. */
export function restoreParams(): void {
  params.set(kept);
}
