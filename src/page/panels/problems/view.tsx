/** The view of the problems: board and panel. Loaded when it is first opened. */

export { ProblemModel } from '../../models/problems/model.ts';
export { ProblemBoard } from './board.tsx';
export { ProblemPanel } from './panel.tsx';
