/**
 * Games in files, for Node and web pages: psq, sgf with variations and comments, lists of moves, pictures. Nothing here
 * reads or writes files itself.
 *
 *     import { readGames, readSgf, textOfFile, writeGames } from 'tengen/notation';
 *     const text = textOfFile(new Uint8Array(await file.arrayBuffer()));
 *     const games = readGames(text); // the main line of each game, in any notation
 *     const [tree] = readSgf(text); // with variations and comments
 *     const svg = writeGames([games[0]], 'svg');
 *
 * @module tengen/notation
 */

export { UserError } from '../../core/errors.ts';
export { nameOf, type Ply, parseMoves, parseName, type XY } from '../../core/point.ts';
export type { Position } from '../../rules/position.ts';
export {
  guessNotation,
  NOTATIONS,
  type Notation,
  notationOfName,
  type ReadDefaults,
  readGames,
  writeGames,
} from './convert.ts';
export { drawDiagram, drawLabeled, forbiddenMarks, type MarkOf, parseDiagram } from './diagram.ts';
export { textOfFile } from './file-text.ts';
export { END_REASONS, type EndReason, type GameResult, type Score } from './game-record.ts';
export {
  type GameFacts,
  type GameNode,
  type GameTree,
  gameNode,
  mainLineOf,
  mainMovesOf,
  nodesFrom,
  treeOfMoves,
} from './game-tree.ts';
export { bareGame, positionOfGame, type SavedGame } from './saved-game.ts';
export { formatTree, type ReadTree, readSgf, type SgfOptions } from './sgf.ts';
export { formatSvg, type SvgOptions } from './svg.ts';
