import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fallbackMove } from '../../../src/engine/fallback.ts';
import { writeNativeSources } from '../../../tools/native/build.ts';
import { C_FLAGS, compile, LINUX_COMPILER, whyNotCompiled } from '../../../tools/native/compiler.ts';
import { casesOf, seedOf } from '../../cases.ts';
import { canTest } from '../../expected.ts';
import { temporaryFolder } from '../../folder.ts';
import { outputOf } from '../../processes.ts';
import { fallbackCases } from '../engine/slow-fallback.ts';

const hasCompiler = canTest('gcc', 'the native move without a search', whyNotCompiled());

/** Reads positions and prints the move for each, and whether it is a foul. */
const MAIN = `#include <stdio.h>
#include "fallback.h"
int main(void) {
  static struct game game;
  static struct point excluded[MAX_POINTS];
  while (scanf("%d %d %d %d %d", &game.width, &game.height, &game.rule, &game.win_length, &game.side_to_move) == 5) {
    int count;
    for (int at = 0; at < game.width * game.height; at++) scanf("%hhu", &game.cells[at]);
    scanf("%d", &count);
    for (int i = 0; i < count; i++) scanf("%d %d", &excluded[i].x, &excluded[i].y);
    const struct point move = fallback_move(&game, excluded, count);
    if (!is_on_board(&game, move.x, move.y)) puts("none");
    else printf("%d,%d %d\\n", move.x, move.y, is_forbidden(&game, move, game.side_to_move));
  }
  return 0;
}
`;

describe.runIf(hasCompiler)('a move without a search in C', () => {
  test('is the one of the engine, under every rule', async () => {
    const cases = fallbackCases(seedOf(2), casesOf(1000, 40_000));
    const input = cases.map(({ position: { cells, width, height }, rule, color, excluded }) => {
      const points = excluded.flatMap(({ x, y }) => [x, y]);
      return [width, height, rule.code, rule.winLength, color, ...cells, excluded.length, ...points].join(' ');
    });
    const expected = cases.map(({ position, rule, color, excluded }) => {
      const move = fallbackMove(position, rule, color, excluded);
      return move === null ? 'none' : `${move.x},${move.y} ${Number(move.isFoul)}`;
    });
    const folder = temporaryFolder();
    await writeNativeSources(folder);
    writeFileSync(join(folder, 'test-main.c'), MAIN);
    compile(LINUX_COMPILER, [...C_FLAGS, '-o', 'look', 'test-main.c', 'fallback.c', 'game.c', 'text.c', '-lm'], folder);
    const output = outputOf(join(folder, 'look'), [], { input: input.join('\n') });
    expect(output.trim().split('\n')).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(100);
  });
});
