/** A census as Markdown tables. */
import type { Census } from './search.ts';
import { KINDS, LATENESS, MAX_RANK, SEARCH_FULL, SEARCH_PV, SEARCH_REDUCED, SEARCH_REPEATED } from './trace.ts';

/** A census, and how often each kind of node was running when sampled; the last number is for everything else. */
export interface Taken {
  readonly census: Census;
  readonly looks: readonly number[];
}

export interface Named {
  readonly name: string;
  readonly taken: Taken;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}

function percent(part: number, whole: number, digits = 1): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(digits)} %`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @returns the sum of all, number by number */
export function added(rows: readonly (readonly number[])[]): number[] {
  return rows[0].map((_, i) => sum(rows.map((row) => row[i])));
}

/** Share of the nodes and of the time by kind of node, in each game, and which of them searched a move. */
export function kindTable(all: readonly Named[]): string {
  const rows = [...KINDS, 'search for threats, root'].map((kind, i) => [
    kind,
    ...all.map(({ taken: { census } }) => percent(nodesOf(census, i), census.total)),
    percent(sum(all.map(({ taken }) => nodesOf(taken.census, i))), sum(all.map(({ taken }) => taken.census.total))),
    percent(sum(all.map(({ taken }) => taken.looks[i])), sum(all.map(({ taken }) => sum(taken.looks)))),
    i < KINDS.length
      ? percent(
          sum(all.map(({ taken }) => taken.census.opened[i])),
          sum(all.map(({ taken }) => nodesOf(taken.census, i))),
        )
      : '',
  ]);
  return table(['nodes', ...all.map(({ name }) => name), 'all', 'time', 'searched a move'], rows);
}

/** @param kind index in KINDS, one more for nodes that the main search did not count */
function nodesOf({ nodes, total }: Census, kind: number): number {
  return kind < nodes.length ? sum(nodes[kind]) : total - sum(nodes.map(sum));
}

/** Share of the nodes by depth left, and within each depth by kind. */
export function depthTable(all: readonly Named[]): string {
  const nodes = KINDS.map((_, kind) => added(all.map(({ taken }) => taken.census.nodes[kind])));
  const total = sum(nodes.map(sum));
  const depths = nodes[0]
    .map((_, depth) => depth)
    .filter((depth) => sum(nodes.map((row) => row[depth])) >= total / 2000);
  const rows = depths.map((depth) => {
    const here = sum(nodes.map((row) => row[depth]));
    return [String(depth), percent(here, total), ...nodes.map((row) => percent(row[depth], here, 0))];
  });
  return table(['plies left', 'of all nodes', ...KINDS], rows);
}

/** Share of the nodes that lie below late quiet moves. */
export function latenessTable(all: readonly Named[]): string {
  const rows = LATENESS.map((ranks, i) => [
    ranks,
    ...all.map(({ taken: { census } }) => percent(census.below[i], census.total)),
    percent(sum(all.map(({ taken }) => taken.census.below[i])), sum(all.map(({ taken }) => taken.census.total))),
  ]);
  const none = ({ total, below }: Census) => total - sum(below);
  rows.push([
    'no quiet move',
    ...all.map(({ taken: { census } }) => percent(none(census), census.total)),
    percent(sum(all.map(({ taken }) => none(taken.census))), sum(all.map(({ taken }) => taken.census.total))),
  ]);
  return table(['latest quiet move on the way', ...all.map(({ name }) => name), 'all'], rows);
}

const RANKS: readonly (readonly [from: number, to: number])[] = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 5],
  [6, 8],
  [9, 12],
  [13, 16],
  [17, 24],
  [25, MAX_RANK],
];

/** How often a move of each rank raises alpha or cuts, and the nodes below it, for quiet moves and the others. */
export function rankTable(all: readonly Named[]): string {
  const kinds = all[0].taken.census.moves.map((_, kind) => {
    const of = (what: 'searched' | 'raised' | 'cut') => added(all.map(({ taken }) => taken.census.moves[kind][what]));
    return { searched: of('searched'), raised: of('raised'), cut: of('cut') };
  });
  const cuts = sum(kinds.map(({ cut }) => sum(cut)));
  const within = (counts: readonly number[], [from, to]: readonly [number, number]) => sum(counts.slice(from, to + 1));
  const rows = RANKS.map((range) => [
    range[0] === range[1] ? String(range[0]) : range[1] === MAX_RANK ? `over ${range[0] - 1}` : range.join(' to '),
    percent(sum(kinds.map(({ cut }) => within(cut, range))), cuts),
    ...kinds.flatMap(({ searched, raised }) => [
      String(within(searched, range)),
      percent(within(raised, range), within(searched, range), 2),
    ]),
  ]);
  return table(
    [
      'rank',
      'of all cuts',
      'quiet moves searched',
      'raised alpha',
      'attacks and defenses searched',
      'raised alpha',
      'answers to a threat searched',
      'raised alpha',
    ],
    rows,
  );
}

/** Numbers of reduced, full and repeated searches, and the share of nodes in repeated ones. */
export function searchTable(all: readonly Named[]): string {
  const count = added(all.map(({ taken }) => taken.census.searches.count));
  const repeatedNodes = sum(all.map(({ taken }) => taken.census.searches.repeatedNodes));
  const total = sum(all.map(({ taken }) => taken.census.total));
  const names: readonly (readonly [number, string])[] = [
    [SEARCH_REDUCED, 'reduced'],
    [SEARCH_FULL, 'full depth at once, null window'],
    [SEARCH_REPEATED, 're-search at full depth, after the reduced search raised alpha'],
    [SEARCH_PV, 'with the window of a PV node'],
  ];
  const rows = names.map(([kind, name]) => [
    name,
    String(count[kind]),
    kind === SEARCH_REPEATED ? percent(repeatedNodes, total) : '',
  ]);
  const plies = all.map(({ taken: { census }, name }) => {
    const sorted = [...census.depths].sort((a, b) => a - b);
    return `${name} ${sorted[sorted.length >> 1]}`;
  });
  const repeated = `Re-searches: ${percent(count[SEARCH_REPEATED], count[SEARCH_REDUCED])} of the reduced searches.`;
  return `${table(['search of a move', 'number', 'of all nodes'], rows)}\n\n${repeated} Median depth: ${plies.join(', ')}.`;
}
