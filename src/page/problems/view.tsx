/** The view of the problems: board and panel. Loaded when it is first opened. */
export { ProblemBoard } from './board.tsx';
export { ProblemModel } from './model.ts';
export { ProblemPanel } from './panel.tsx';
