/**
 * The interface between a search and its host: the layers below are lowered to WebAssembly from here (tools/lowering),
 * and the lowered module exports exactly this. Functions take whole numbers only, except for the table of
 * {@link joinSearch} and {@link useTable}.
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
export { think } from './search/root.ts';
export { clearSamples, samples } from './search/sample.ts';
export { joinSearch, newGame, place, setTableBytes, setUp, useTable } from './search/search.ts';
