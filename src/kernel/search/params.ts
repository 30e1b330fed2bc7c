/**
 * Every margin, reduction, share and switch of the search. A new one gets the next index, which raises {@link PARAMS},
 * and a line in {@link setDefaults}, which the tuning tools read. A test compares the search under {@link setPlain}
 * with plain minimax.
 */

/** One ply of depth. */
export const ONE_PLY = 256;

/** Share of the optimum for a position whose score is stable. */
export const TIME_CALM_256 = 0;
/** Added to TIME_CALM_256 for every point lost since the last iteration. */
export const TIME_FALL_PER_POINT_256 = 1;
/** Lower bound of TIME_CALM_256 with this addition. */
export const TIME_FALL_MIN_256 = 2;
/** Upper bound of TIME_CALM_256 with this addition. */
export const TIME_FALL_MAX_256 = 3;
/** Relative increase of the share by a change of the best move, halved with every iteration since. */
export const TIME_CHANGE_256 = 4;
/** Iterations with the same best move that halve the share. */
export const TIME_STABLE_ITERATIONS = 5;
/** Largest share of the optimum. */
export const TIME_MAX_256 = 6;
/**
 * Weight of the effort: a best move that took more of the last nodes than usual gets less time, as its rivals are soon
 * refuted; one that took less gets more.
 */
export const TIME_EFFORT_256 = 7;
/** Usual share of the nodes of an iteration that its best move takes. */
export const TIME_EFFORT_USUAL_256 = 8;
/** Share of the maximum after which no new iteration begins. */
export const TIME_NEW_ITERATION_256 = 9;
/** Square of the depth that halves TIME_NEW_ITERATION_256. */
export const TIME_NEW_ITERATION_DEPTH = 10;
/** Depth from which the share grows, since score and best move rarely change in deep searches. */
export const TIME_DEEP_FROM = 11;
/** Square of the plies beyond TIME_DEEP_FROM that double the share. */
export const TIME_DEEP_DEPTH = 12;
/** Whether a shallow node far below alpha drops into the search for fours. */
export const USE_RAZORING = 13;
/** Depth below which razoring applies. */
export const RAZOR_DEPTH = 14;
/** Razoring margin at depth 0. */
export const RAZOR_BASE = 15;
/** Added to RAZOR_BASE per ply of depth. */
export const RAZOR_PER_PLY = 16;
/** Whether a static evaluation far above beta ends a node. */
export const USE_FUTILITY = 17;
/** Margin per ply by which the static evaluation must exceed beta. */
export const FUTILITY_PER_PLY = 18;
/** Subtracted from FUTILITY_PER_PLY in an expected cut node without a table entry. */
export const FUTILITY_CUT_NODE = 19;
/** Whether late moves are pruned by their number. */
export const USE_MOVE_COUNT = 20;
/** Moves searched before the count may prune, plus depth (plies) to the power 4/3. */
export const MOVE_COUNT_BASE = 21;
/** Whether moves that make and stop nothing are pruned at low depth. */
export const USE_TRIVIAL_PRUNING = 22;
/** Depth below which such moves are pruned. */
export const TRIVIAL_DEPTH = 23;
/** Whether a table move without rivals is extended. Measured under freestyle at 40,000 nodes. */
export const USE_SINGULAR = 24;
/** Depth from which rivals of the table move are searched. */
export const SINGULAR_DEPTH = 25;
/** Margin per ply below the table score that all other moves must fail. */
export const SINGULAR_MARGIN_PER_PLY_16 = 26;
/** Depth of the singular search as a share of the depth. */
export const SINGULAR_DEPTH_256 = 27;
/** Extra margin by which rivals must fail for the table move to be extended by a second ply. */
export const SINGULAR_DOUBLE_MARGIN = 28;
/** Total extension of a line from which no second ply is added. */
export const SINGULAR_DOUBLE_MAX = 29;
/** Extension of the only answer to a four. */
export const FORCED_REPLY_EXTENSION = 30;
/** Extension of the table move in a PV node. */
export const TABLE_MOVE_EXTENSION_PV = 31;
/** Extension of the table move elsewhere. */
export const TABLE_MOVE_EXTENSION = 32;
/** Added when the table move makes a four near the last stone of its side. */
export const TABLE_FOUR_EXTENSION = 33;
/** Whether late moves are searched at reduced depth first. */
export const USE_LMR = 34;
/** Reduction per product of logarithms under freestyle. Measured together with LMR_FACTOR_256. */
export const LMR_FACTOR_FREESTYLE_256 = 35;
/** Reduction per product of logarithms under all other rules. */
export const LMR_FACTOR_256 = 36;
/** Added where the static evaluation is not improving. */
export const LMR_NOT_IMPROVING = 37;
/** Added in an expected cut node, unless the move is a killer. */
export const LMR_CUT_NODE = 38;
/** Subtracted in a node that was once on the PV. */
export const LMR_TABLE_PV = 39;
/** Added in a node whose table entry is an upper bound. */
export const LMR_UPPER_BOUND = 40;
/** Subtracted from a move that continues an attack. */
export const LMR_ATTACK = 41;
/** Added for a move far from both last stones. */
export const LMR_FAR = 42;
/** Subtracted from the reduction of root moves. */
export const LMR_ROOT = 43;
/** History score that changes the reduction by one ply. */
export const LMR_HISTORY_PER_PLY = 44;
/** Reduction of a late move whose history is 0. */
export const LMR_HISTORY_BASE = 45;
/** Weight of the history as a quiet move, relative to that as an attack. */
export const LMR_QUIET_HISTORY_256 = 46;
/** Whether moves are also scored by their offset from the last two moves and what all of them make. */
export const USE_CONTINUATION = 47;
/** Depth from which nodes use these scores in move ordering and update them. */
export const CONTINUATION_DEPTH = 48;
/** Weight in move ordering of the score after the opponent's last move; at 256, a score of 256 counts as one point. */
export const CONTINUATION_ORDER_OTHER_256 = 49;
/** The same after the side's own last move. */
export const CONTINUATION_ORDER_OWN_256 = 50;
/** Weight in move ordering of the shape history; at 256, a score of 256 counts as one point. 0: none is kept. */
export const SHAPE_ORDER_256 = 51;
/** Weight in reductions of the score after the opponent's last move. */
export const LMR_CONTINUATION_OTHER_256 = 52;
/** The same after the side's own last move. */
export const LMR_CONTINUATION_OWN_256 = 53;
/** Largest extension that history may give a late move. */
export const LMR_EXTENSION_MAX = 54;
/** Margin above alpha beyond which a reduced move is searched again one ply deeper; 0: never. */
export const LMR_DEEPER = 55;
/** Added to LMR_DEEPER per ply of reduction. */
export const LMR_DEEPER_PER_PLY = 56;
/** Margin above alpha beyond which a reduced move is searched again two plies deeper. */
export const LMR_EVEN_DEEPER = 57;
/** Added to LMR_EVEN_DEEPER per ply of reduction. */
export const LMR_EVEN_DEEPER_PER_PLY = 58;
/** Whether the reduction of late moves uses their history as attacks and as quiet moves together. */
export const USE_BOTH_HISTORIES = 59;
/** Whether a forced win or loss in the table ends a node whatever the depth of its entry. */
export const USE_TABLE_PROOFS = 60;
/** Whether a node where every move fails low stores the one with the highest score as its table move. */
export const USE_FAIL_LOW_MOVE = 61;
/** Added to the depth that the history bonus is computed from, where a late move fails high. */
export const HISTORY_LATE_CUT = 62;
/** Bonus of a quiet move for each point by which it changed the static evaluation in favor of its side. */
export const HISTORY_EVAL_CHANGE_256 = 63;
/** Whether a node without a table move is searched at reduced depth. */
export const USE_IIR = 64;
/** Reduction of a PV node without a table move. */
export const IIR_PV = 65;
/** Reduction of other deep nodes without a table move. */
export const IIR_OTHER = 66;
/** Depth from which other nodes without a table move are reduced. */
export const IIR_OTHER_DEPTH = 67;
/** Reduction of a PV node per ply by which its table entry is too shallow. */
export const IIR_PV_SHALLOW_256 = 68;
/** Largest reduction of a PV node with a shallow table entry. */
export const IIR_PV_SHALLOW_MAX = 69;
/** Reduction of the moves after one that raised alpha, from depth 2 on. */
export const ALPHA_RAISED = 70;
/** Depth from which ALPHA_RAISED does not apply. */
export const ALPHA_RAISED_DEPTH = 71;
/** ALPHA_RAISED applies to scores within plus and minus this. */
export const ALPHA_RAISED_SCORE = 72;
/** Reduction of moves in an expected cut node whose evaluation is above beta; 0: never. */
export const FAIL_HIGH = 73;
/** Margin above beta for FAIL_HIGH at depth 0. */
export const FAIL_HIGH_BASE = 74;
/** Added to FAIL_HIGH_BASE per ply of depth. */
export const FAIL_HIGH_PER_PLY = 75;
/** Whether shallow pruning applies in PV nodes. Measured under freestyle at 5,000 nodes. */
export const USE_PRUNING_PV = 76;
/** Whether shallow pruning applies to lists of answers to a threat. Measured under freestyle at 5,000 nodes. */
export const USE_PRUNING_RESTRICTED = 77;
/**
 * Whether a node whose side must answer a straight four uses the parent's evaluation, from before the threat: its own
 * says little while the threat is unanswered. With this on, such a node skips futility pruning, and below RAZOR_DEPTH
 * it drops straight into the quiescence search.
 */
export const USE_EVAL_BEFORE_THREAT = 78;
/** Whether only moves that stop a straight four are searched against the threat of one. */
export const USE_DEFENSE_SETS = 79;
/**
 * Whether only moves that stop a four-three are searched against the threat of one. Measured under freestyle at 5,000
 * nodes.
 */
export const USE_FOUR_THREE_SETS = 80;
/** Half width of the first aspiration window; 0: full windows. */
export const ASPIRATION = 81;
/** Depth from which aspiration windows are used. */
export const ASPIRATION_DEPTH = 82;
/** Half width beyond which an aspiration window is opened on the side that failed. */
export const ASPIRATION_MAX = 83;
/** Longest line of fours followed at leaves; 0: static evaluation at leaves. */
export const QUIESCENCE_FOURS = 84;
/** Number of plain fours allowed after the first; later ones must make more than a four. */
export const QUIESCENCE_PLAIN_FOURS = 85;
/**
 * Whether a line of fours must begin near its side's last stone, or may begin anywhere. Measured under freestyle at
 * 80,000 nodes, together with four plain fours.
 */
export const QUIESCENCE_NEARBY = 86;
/** How far below alpha the tables alone must put a leaf for it to be evaluated without the network; 0: never. */
export const LAZY_MARGIN = 87;
/** Whether fours that cannot lift the evaluation to alpha are skipped at leaves. */
export const USE_DELTA = 88;
/** Most that the first four may lift the evaluation by. */
export const DELTA_BASE = 89;
/** Subtracted from DELTA_BASE per ply of the line of fours. */
export const DELTA_PER_PLY = 90;
/** Budget of the search for the side's own win by continuous threats before the main search; 0: none. */
export const VCT_ROOT_SHARE = 91;
/** VCT_ROOT_SHARE in a long search: a win that the main search has not found by then is long. */
export const VCT_LONG_SHARE = 92;
/** Nodes from which a search is long. */
export const VCT_LONG_MEGANODES = 93;
/** Budget of the search for the opponent's win by threats if it were to move now; 0: none. */
export const VCT_THREAT_SHARE = 94;
/** Budget for checking which root moves stop such a win, all of them together. */
export const VCT_STOP_SHARE = 95;
/** Upper bound of that budget for one root move. */
export const VCT_STOP_MOVE_SHARE = 96;
/** Budget of the search for the opponent's win by threats after each new best move; 0: none. */
export const VCT_CHECK_SHARE = 97;
/**
 * VCT_ROOT_SHARE without its limits, for callers that want a proof; 0 in games, where the main search finds such wins
 * as well.
 */
export const SOLVER_SHARE = 98;
/** One position in this many evaluations is recorded for training (sample.ts); 0: none. */
export const SAMPLE_PERIOD = 99;
/** Weight of the network in the static evaluation; 0: the table alone. */
export const NETWORK_WEIGHT_256 = 100;
/** Number of parameters. */
export const PARAMS = 101;
/** Number of those of time management (stop.ts), which come first. They apply in a plain search, too. */
export const TIME_PARAMS = 13;

/** Values by index. */
export const params = new Int32Array(PARAMS);

/**
 * Sets the values that the engine plays with. Each line continues with the unit (depths and reductions are in 1/256
 * ply), the bounds beyond which a value makes no sense, and the perturbation in the last iteration of SPSA, to either
 * side; without one it is not tuned. Last comes another value that was measured, with its Elo against the value in
 * use at the time, half the width of the 95 % interval, and the commit that played: docs/experiments has the matches.
 */
export function setDefaults(): void {
  params[TIME_CALM_256] = 139; // 1/256, 1 to 4096, step 10; 120: +8 +-11 Elo (75e09a1)
  params[TIME_FALL_PER_POINT_256] = 210; // 1/65536 per point, 0 to 65536, step 30; 320: +3 +-10 Elo (75e09a1)
  params[TIME_FALL_MIN_256] = 128; // 1/256, 1 to 4096, step 12; 90: -7 +-10 Elo (75e09a1)
  params[TIME_FALL_MAX_256] = 384; // 1/256, 1 to 4096, step 30
  params[TIME_CHANGE_256] = 512; // 1/256, 1 to 4096, step 60; 300: +1 +-11 Elo (75e09a1)
  params[TIME_STABLE_ITERATIONS] = 80; // iterations, 1 to 1000, step 15; 200: 0 +-11 Elo (75e09a1)
  params[TIME_MAX_256] = 1024; // 1/256, 1 to 4096, step 100
  params[TIME_EFFORT_256] = 256; // 1/256, 0 to 1024, step 40; 512: -11 +-13 Elo (75e09a1)
  params[TIME_EFFORT_USUAL_256] = 160; // 1/256, 0 to 256, step 15; 190: -4 +-13 Elo (75e09a1)
  params[TIME_NEW_ITERATION_256] = 256; // 1/256, 1 to 4096, step 20; 190: -10 +-10 Elo (75e09a1)
  params[TIME_NEW_ITERATION_DEPTH] = 1500; // plies squared, 1 to 100000, step 200; 500: -5 +-13 Elo (cb47b90)
  params[TIME_DEEP_FROM] = 13; // plies, 0 to 160, step 2
  params[TIME_DEEP_DEPTH] = 90; // plies squared, 1 to 100000, step 20
  params[USE_RAZORING] = 1; // switch; 0: -28 +-22 Elo (3297715)
  params[RAZOR_DEPTH] = 610; // 1/256 ply, 0 to 10240, step 60; 1000: -3 +-10 Elo (5d8133a)
  params[RAZOR_BASE] = 20; // points, -60 to 200, step 20; 0: -5 +-14 Elo (3297715)
  params[RAZOR_PER_PLY] = 16; // points per ply, -100 to 400, step 8; 32: 0 +-10 Elo (5d8133a)
  params[USE_FUTILITY] = 1; // switch
  params[FUTILITY_PER_PLY] = 61; // points per ply, 0 to 160, step 10; 95: -18 +-10 Elo (5d8133a)
  params[FUTILITY_CUT_NODE] = 14; // points, 0 to 160, step 6; 22: +5 +-16 Elo (007fb20)
  params[USE_MOVE_COUNT] = 1; // switch
  params[MOVE_COUNT_BASE] = 3; // moves, 0 to 64, step 1; 4: +10 +-10 Elo (5d8133a)
  params[USE_TRIVIAL_PRUNING] = 1; // switch
  params[TRIVIAL_DEPTH] = 1100; // 1/256 ply, 0 to 2600, step 200; 850: -7 +-10 Elo (5d8133a)
  params[USE_SINGULAR] = 1; // switch; 0: -140 +-95 Elo (12fcd85)
  params[SINGULAR_DEPTH] = 1700; // 1/256 ply, 0 to 2800, step 200; 1900: 0 +-10 Elo (5d8133a)
  params[SINGULAR_MARGIN_PER_PLY_16] = 13; // points/16 per ply, 0 to 80, step 7; 22: +7 +-10 Elo (5d8133a)
  params[SINGULAR_DEPTH_256] = 135; // 1/256, 0 to 256, step 15; 155: +1 +-10 Elo (5d8133a)
  params[SINGULAR_DOUBLE_MARGIN] = 29; // points, 0 to 400, step 10; 45: -8 +-10 Elo (5d8133a)
  params[SINGULAR_DOUBLE_MAX] = 2560; // 1/256 ply, 0 to 10240, step 256
  params[FORCED_REPLY_EXTENSION] = 313; // 1/256 ply, 0 to 512, step 45; 280: -4 +-10 Elo (5d8133a)
  params[TABLE_MOVE_EXTENSION_PV] = 48; // 1/256 ply, 0 to 512, step 20; 128: -9 +-16 Elo (007fb20)
  params[TABLE_MOVE_EXTENSION] = 20; // 1/256 ply, 0 to 160, step 20; 45: -5 +-16 Elo (007fb20)
  params[TABLE_FOUR_EXTENSION] = 61; // 1/256 ply, 0 to 512, step 20; 128: -8 +-14 Elo (3297715)
  params[USE_LMR] = 1; // switch
  params[LMR_FACTOR_FREESTYLE_256] = 256; // 1/256, 0 to 420, step 25; 288: +7 +-10 Elo (5d8133a)
  params[LMR_FACTOR_256] = 210; // 1/256, 0 to 400, step 25; 236: +7 +-10 Elo (5d8133a)
  params[LMR_NOT_IMPROVING] = 256; // 1/256 ply, 0 to 600, step 60; 160: +1 +-10 Elo (5d8133a)
  params[LMR_CUT_NODE] = 461; // 1/256 ply, 0 to 900, step 70; 560: +2 +-10 Elo (5d8133a)
  params[LMR_TABLE_PV] = 260; // 1/256 ply, 0 to 600, step 60; 340: 0 +-10 Elo (5d8133a)
  params[LMR_UPPER_BOUND] = 140; // 1/256 ply, 0 to 600, step 40; 0: -6 +-7 Elo (36dc138)
  params[LMR_ATTACK] = 159; // 1/256 ply, 0 to 500, step 60; 220: +2 +-10 Elo (5d8133a)
  params[LMR_FAR] = 100; // 1/256 ply, 0 to 400, step 50; 180: -1 +-10 Elo (5d8133a)
  params[LMR_ROOT] = 256; // 1/256 ply, 0 to 600, step 50; 160: +1 +-10 Elo (5d8133a)
  params[LMR_HISTORY_PER_PLY] = 12000; // history score, 1 to 40000, step 2500; 8000: 0 +-13 Elo (99bd9e5)
  params[LMR_HISTORY_BASE] = 78; // 1/256 ply, -150 to 350, step 50; 130: +3 +-10 Elo (5d8133a)
  params[LMR_QUIET_HISTORY_256] = 188; // 1/256, 0 to 256, step 25; 240: -4 +-16 Elo (007fb20)
  params[USE_CONTINUATION] = 1; // switch; 0: -26 +-13 Elo (99bd9e5)
  params[CONTINUATION_DEPTH] = 512; // 1/256 ply, 0 to 10240, step 128; 256: +8 +-21 Elo (99bd9e5)
  params[CONTINUATION_ORDER_OTHER_256] = 256; // 1/256, 0 to 1024, step 60
  params[CONTINUATION_ORDER_OWN_256] = 275; // 1/256, 0 to 1024, step 60
  params[SHAPE_ORDER_256] = 510; // 1/256, 0 to 1024, step 60; 320: -4 +-7 Elo (36dc138)
  params[LMR_CONTINUATION_OTHER_256] = 117; // 1/256, 0 to 1024, step 40; 0: +7 +-21 Elo (99bd9e5)
  params[LMR_CONTINUATION_OWN_256] = 128; // 1/256, 0 to 1024, step 40; 0: +7 +-21 Elo (99bd9e5)
  params[LMR_EXTENSION_MAX] = 256; // 1/256 ply, 0 to 1024, step 50; 400: -6 +-16 Elo (007fb20)
  params[LMR_DEEPER] = 34; // points, 0 to 400, step 8; 60: +7 +-10 Elo (5d8133a)
  params[LMR_DEEPER_PER_PLY] = 11; // points per ply, 0 to 200, step 4
  params[LMR_EVEN_DEEPER] = 350; // points, 0 to 2000, step 50; 220: -2 +-10 Elo (5d8133a)
  params[LMR_EVEN_DEEPER_PER_PLY] = 26; // points per ply, 0 to 200, step 8
  params[USE_BOTH_HISTORIES] = 1; // switch
  params[USE_TABLE_PROOFS] = 1; // switch; 0: +1 +-16 Elo (41b9038)
  params[USE_FAIL_LOW_MOVE] = 1; // switch; 0: -17 +-13 Elo (1d98873)
  params[HISTORY_LATE_CUT] = 575; // 1/256 ply, 0 to 2048, step 100; 0: -10 +-9 Elo (36dc138)
  params[HISTORY_EVAL_CHANGE_256] = 256; // 1/256, 0 to 4096, step 100; 0: -13 +-10 Elo (83eee6f)
  params[USE_IIR] = 1; // switch
  params[IIR_PV] = 181; // 1/256 ply, 0 to 1024, step 25; 256: +2 +-10 Elo (5d8133a)
  params[IIR_OTHER] = 166; // 1/256 ply, 0 to 1024, step 25
  params[IIR_OTHER_DEPTH] = 3584; // 1/256 ply, 0 to 10240, step 256; 2048: +4 +-16 Elo (007fb20)
  params[IIR_PV_SHALLOW_256] = 63; // 1/256, 0 to 1024, step 10; 48: -6 +-16 Elo (007fb20)
  params[IIR_PV_SHALLOW_MAX] = 920; // 1/256 ply, 0 to 10240, step 100
  params[ALPHA_RAISED] = 229; // 1/256 ply, 0 to 600, step 60; 150: -3 +-22 Elo (3297715)
  params[ALPHA_RAISED_DEPTH] = 2750; // 1/256 ply, 0 to 10240, step 256; 5120: +10 +-10 Elo (5d8133a)
  params[ALPHA_RAISED_SCORE] = 2000; // points, 0 to 32000, step 200
  params[FAIL_HIGH] = 256; // 1/256 ply, 0 to 600, step 40; 350: -2 +-10 Elo (5d8133a)
  params[FAIL_HIGH_BASE] = -9; // points, -80 to 120, step 15; 25: -6 +-10 Elo (5d8133a)
  params[FAIL_HIGH_PER_PLY] = 8; // points per ply, -100 to 200, step 4; 4: -1 +-10 Elo (5d8133a)
  params[USE_PRUNING_PV] = 1; // switch; 0: -33 +-37 Elo (d5ef1c8)
  params[USE_PRUNING_RESTRICTED] = 1; // switch; 0: -3 +-35 Elo (d5ef1c8)
  params[USE_EVAL_BEFORE_THREAT] = 1; // switch; 0: -35 +-22 Elo (3297715)
  params[USE_DEFENSE_SETS] = 1; // switch
  params[USE_FOUR_THREE_SETS] = 1; // switch; 0: -13 +-28 Elo (d5ef1c8)
  params[ASPIRATION] = 17; // points, 0 to 32000, step 5; 28: -14 +-10 Elo (5d8133a)
  params[ASPIRATION_DEPTH] = 5; // plies, 0 to 160, step 1
  params[ASPIRATION_MAX] = 1500; // points, 0 to 32000, step 200
  params[QUIESCENCE_FOURS] = 40; // fours, 0 to 160
  params[QUIESCENCE_PLAIN_FOURS] = 1; // fours, 0 to 160; 0: -4 +-16 Elo (007fb20)
  params[QUIESCENCE_NEARBY] = 1; // switch; 0: -68 +-49 Elo (12fcd85)
  params[LAZY_MARGIN] = 250; // points, 0 to 32000; 0: -5 +-15 Elo (1d98873)
  params[USE_DELTA] = 1; // switch
  params[DELTA_BASE] = 2000; // points, 0 to 32000, step 200; 900: 0 +-10 Elo (5d8133a)
  params[DELTA_PER_PLY] = 60; // points per ply, 0 to 4000, step 20
  params[VCT_ROOT_SHARE] = 10; // nodes per thousand, 0 to 1000; 0: +7 +-10 Elo (5d8133a)
  params[VCT_LONG_SHARE] = 40; // nodes per thousand, 0 to 1000
  params[VCT_LONG_MEGANODES] = 3; // million nodes, 0 to 1000
  params[VCT_THREAT_SHARE] = 5; // nodes per thousand, 0 to 1000; 0: +5 +-16 Elo (007fb20)
  params[VCT_STOP_SHARE] = 20; // nodes per thousand, 0 to 1000
  params[VCT_STOP_MOVE_SHARE] = 2; // nodes per thousand, 0 to 1000
  params[VCT_CHECK_SHARE] = 3; // nodes per thousand, 0 to 1000; 0: -6 +-16 Elo (007fb20)
  params[SOLVER_SHARE] = 0; // nodes per thousand, 0 to 1000
  params[SAMPLE_PERIOD] = 0; // evaluations, 0 to 1000000
  params[NETWORK_WEIGHT_256] = 256; // 1/256, 0 to 512, step 30; 320: -7 +-10 Elo (5d8133a)
}

/** {@link SOLVER_SHARE} for callers that want a proof: about half of the time. */
export const SOLVING_SHARE = 500;

/**
 * Plain alpha-beta with a table: no pruning except by bounds, no reduction, no extension, static evaluation at leaves.
 * It stops when any other search would.
 */
export function setPlain(): void {
  params.fill(0, TIME_PARAMS, PARAMS);
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
