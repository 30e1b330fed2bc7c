/** Helpers for reading a syntax tree: walking it, names of blocks, constants, rejecting code. */
import type { AnyNode, Node } from 'acorn';

/** Ends the lowering. @throws always, with the line of the node */
export type Fail = (node: Node, why: string) => never;

const FOLD: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};

function isNode(value: unknown): value is AnyNode {
  return typeof (value as Partial<AnyNode> | null)?.type === 'string';
}

/** @returns the direct children of a node, each with its key */
export function* childrenOf(node: Node): Generator<readonly [key: string, child: AnyNode]> {
  for (const [key, value] of Object.entries(node)) {
    for (const child of [value].flat()) if (isNode(child)) yield [key, child];
  }
}

/** Calls `visit` with every node of a syntax tree, parents first. */
export function walk(node: AnyNode, visit: (node: AnyNode) => void): void {
  visit(node);
  for (const [, child] of childrenOf(node)) walk(child, visit);
}

/** @returns the name if the node is just a name, else undefined */
export function nameOf(node: Node | null | undefined): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? node.name : undefined;
}

/** Names of one block; inner blocks see those of outer ones. */
export class Scope<Named> {
  private readonly names = new Map<string, Named>();
  private readonly parent: Scope<Named> | null;

  constructor(parent: Scope<Named> | null = null) {
    this.parent = parent;
  }

  set(name: string, value: Named): void {
    this.names.set(name, value);
  }

  get(name: string): Named | undefined {
    return this.names.get(name) ?? this.parent?.get(name);
  }
}

/**
 * @param constantNamed value of a constant by its name, or undefined
 * @returns the value of an expression if it is constant, else undefined
 */
export function foldConstant(node: Node, constantNamed: (name: string) => number | undefined): number | undefined {
  if (!isNode(node)) return undefined;
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number' ? node.value : undefined;
    case 'Identifier':
      return constantNamed(node.name);
    case 'UnaryExpression': {
      const value = foldConstant(node.argument, constantNamed);
      if (value === undefined) return undefined;
      return node.operator === '-' ? -value : node.operator === '~' ? ~value : undefined;
    }
    case 'BinaryExpression': {
      const left = foldConstant(node.left, constantNamed);
      const right = left === undefined ? undefined : foldConstant(node.right, constantNamed);
      return left === undefined || right === undefined ? undefined : FOLD[node.operator]?.(left, right);
    }
    default:
      return undefined;
  }
}
