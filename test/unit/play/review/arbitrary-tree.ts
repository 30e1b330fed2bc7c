/** Random trees for tests. */
import fc from 'fast-check';
import { BLACK, EMPTY, WHITE } from '../../../../src/core/color.ts';
import { pointOfCell } from '../../../../src/core/point.ts';
import { CARO, CARO_EXACT, FREESTYLE, RENJU, STANDARD } from '../../../../src/core/rule-code.ts';
import { gameOfSetup } from '../../../../src/play/review/setup.ts';
import { childAt, rootOf, type TreeNode } from '../../../../src/play/review/tree.ts';
import { newGame } from '../../../../src/play/state/game-state.ts';
import { type Variant, variantOf } from '../../../../src/play/state/variant.ts';

const side = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 5, max: 9 }) }, fc.integer({ min: 3, max: 22 }));

const arbitraryVariant: fc.Arbitrary<Variant> = fc
  .tuple(
    fc.constantFrom(FREESTYLE, FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT),
    side,
    side,
    fc.integer({ min: 3, max: 6 }),
  )
  .map(([code, width, height, length]) => {
    const longest = Math.max(width, height);
    if (code === FREESTYLE) return variantOf(code, width, height, Math.min(length, longest));
    return variantOf(code, Math.max(5, width), Math.max(5, height), 5);
  });

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', '[', ']', '\\', ':', ';', '(', ')', '\n', '\r', ' ', '好') }),
);
/** Labels lose their line ends, because SGF allows none there. */
const oneLine = anyText.map((text) => text.replace(/[\r\n]/g, ' '));

/** Properties that tengen does not read. */
const unread = fc.dictionary(
  fc.constantFrom('N', 'TR', 'SQ', 'CR', 'MA', 'AR', 'BL', 'PB', 'GN', 'RE', 'XYZ'),
  fc.array(anyText, { minLength: 1, maxLength: 3 }),
  { noNullPrototype: true, maxKeys: 2 },
);

const step = fc.record({
  /** The parent among the positions so far; small: one of the newest. */
  back: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 2 }) }, fc.nat(1000)),
  /** Index of the empty point; null: a pass. */
  point: fc.option(fc.nat(10_000), { freq: 8 }),
  comment: fc.option(anyText, { nil: '', freq: 3 }),
  labels: fc.array(fc.tuple(fc.nat(10_000), oneLine), { maxLength: 2 }),
  unread: fc.option(unread, { nil: {}, freq: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Maximum number of setup stones. */
const setup = fc.record({
  stones: fc.array(fc.tuple(fc.nat(10_000), fc.boolean()), { maxLength: 12 }),
  isWhites: fc.boolean(),
});

/** The root of a tree of any variant, possibly with setup stones. */
export const arbitraryTree: fc.Arbitrary<TreeNode> = fc
  .tuple(arbitraryVariant, fc.option(setup, { freq: 3 }), fc.array(step, { maxLength: 40 }), step)
  .map(([variant, stones, steps, first]) => {
    const root = rootOf(stones === null ? newGame(variant) : setUp(variant, stones));
    remark(root, first);
    const nodes = [root];
    for (const one of steps) grow(nodes, one);
    return root;
  });

function setUp(variant: Variant, { stones, isWhites }: typeof setup extends fc.Arbitrary<infer T> ? T : never) {
  const cells = new Uint8Array(variant.width * variant.height);
  for (const [i, isBlack] of stones) cells[i % cells.length] = isBlack ? BLACK : WHITE;
  return gameOfSetup({ variant, cells, toPlay: isWhites ? WHITE : BLACK });
}

function grow(nodes: TreeNode[], one: Step): void {
  const node = nodes[nodes.length - 1 - (one.back % nodes.length)];
  const { game } = node;
  const empty = [...game.position.cells.keys()].filter((i) => game.position.cells[i] === EMPTY);
  if (game.end !== null || empty.length === 0) return;
  const ply = one.point === null ? null : pointOfCell(empty[one.point % empty.length], game.variant.width);
  const child = childAt(node, ply);
  if (!nodes.includes(child)) nodes.push(child);
  remark(child, one);
}

function remark(node: TreeNode, { comment, labels, unread }: Step): void {
  node.comment = comment;
  const { length } = node.game.position.cells;
  for (const [i, text] of labels) node.labels.set(i % length, text);
  for (const [name, values] of Object.entries(unread)) node.unread.set(name, values);
}
