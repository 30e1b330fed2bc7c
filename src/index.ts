/**
 * tengen as a library: a gomoku and renju engine whose search runs in a separate thread.
 *
 *     import { createEngine } from 'tengen';
 *     const engine = createEngine({ size: 15, rule: 4 });
 *     engine.play('h8');
 *     const { x, y, score } = await engine.think({ maxMs: 1000 });
 *     engine.play(x, y);
 *     engine.close();
 *
 * @module tengen
 */

export * from './library.ts';
export { createEngine } from './platform/node/engine.ts';
