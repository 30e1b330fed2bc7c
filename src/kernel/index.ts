/**
 * What the host of a search works with, in one place: from here on the layers below are lowered to WebAssembly
 * (tools/lowering), and this is what the lowered module exports. Functions take whole numbers only, but for the table
 * of {@link joinSearch} and {@link useTable}. /
 */

export { hiddenWeights, lineBias, lineWeights, outputWeights } from './eval/kernels.ts';
export {
  hasLearnedMoves,
  hasLearnedValue,
  learnedOther,
  learnedOwn,
  learnedThreat,
  learnedValue,
} from './eval/learned.ts';
export { hasNetwork } from './eval/network.ts';
export { kilonodes } from './search/node-count.ts';
export { params } from './search/params.ts';
export { pv, result, rootExcluded, rootState } from './search/result.ts';
export { clearSamples, samples } from './search/sample.ts';
export { joinSearch, newGame, place, setTableBytes, setUp, think, useTable } from './search/search.ts';
