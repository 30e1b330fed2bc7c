/**
 * Ratings on a known scale, from the results files of several matches:
 *   npm run tool -- ladder --known pela=1503 --known whatateam=226 [--as OLD=NEW] FILE ...
 *
 * Combines the games of all files. --known gives an engine's rating on the scale, --as treats two names as one engine.
 * Prints a table with each rating, half its 95 % interval, and the points against every other engine.
 */
import { text } from '../src/core/values.ts';
import { readResults } from '../src/measure/match/store.ts';
import { anchored, type PairCounts, type PairingResult, ratings } from '../src/measure/stats/index.ts';
import type { GameRecord } from '../src/records/notation/game-record.ts';
import { fail, type ToolSyntax, toolArguments } from './common/options.ts';

const SYNTAX = {
  options: {
    known: { type: text('NAME=ELO'), isMany: true },
    as: { type: text('OLD=NEW'), isMany: true },
  },
  operands: { noun: 'file', min: 1, max: Number.POSITIVE_INFINITY, expected: 'results files of tengen match' },
} as const satisfies ToolSyntax;

export async function main(args: readonly string[]): Promise<number> {
  const { values, operands } = toolArguments(SYNTAX, args, 'ladder');
  const sameAs = new Map(values.as.map((text) => split('--as', text)));
  const known = new Map(values.known.map((text) => split('--known', text)).map(([name, elo]) => [name, Number(elo)]));
  const ladder = new Ladder();
  for (const [i, file] of operands.entries()) {
    for await (const line of readResults(file)) {
      if (line.type === 'game') ladder.add(line, i, (name) => sameAs.get(name) ?? name);
    }
  }
  const rated = ratings(ladder.names.length, ladder.results());
  const indices = [...known].map(([name, elo]) => {
    const index = ladder.names.indexOf(name);
    if (index < 0) fail(`--known ${name}: expected one of ${ladder.names.join(', ')}`);
    return [index, elo] as const;
  });
  if (indices.length === 0) fail('ladder: at least one --known NAME=ELO is required');
  const result = anchored(rated, new Map(indices));
  const order = ladder.names.map((_, i) => i).sort((a, b) => result.ratings[b].elo - result.ratings[a].elo);
  console.log('| engine | Elo | +- | games | off the known | points against |\n| --- | --- | --- | --- | --- | --- |');
  for (const i of order) {
    const { elo, error } = result.ratings[i];
    const off = result.residuals.get(i);
    const cells = [
      ladder.names[i],
      elo.toFixed(0),
      error.toFixed(0),
      ladder.gamesOf(i),
      off === undefined ? '' : `${off > 0 ? '+' : ''}${off.toFixed(0)}`,
      order.flatMap((other) => ladder.pointsText(i, other)).join(', '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  return 0;
}

function split(option: string, text: string): [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1) fail(`${option} ${text}: expected NAME=VALUE`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Points of the first of two engines in their games, and in each pair of games with one opening. */
interface Meeting {
  readonly first: number;
  readonly second: number;
  readonly games: { wins: number; draws: number; losses: number };
  /** Half points by pair. */
  readonly pairs: Map<string, number[]>;
}

class Ladder {
  readonly names: string[] = [];
  private readonly meetings = new Map<string, Meeting>();

  /** @param file number of the file, as a pair belongs to one match */
  add(game: GameRecord, file: number, nameOf: (name: string) => string): void {
    const [black, white] = [this.indexOf(nameOf(game.black)), this.indexOf(nameOf(game.white))];
    if (black === white) return;
    const [first, second] = [Math.min(black, white), Math.max(black, white)];
    const key = `${first} ${second}`;
    const meeting = this.meetings.get(key) ?? {
      first,
      second,
      games: { wins: 0, draws: 0, losses: 0 },
      pairs: new Map<string, number[]>(),
    };
    this.meetings.set(key, meeting);
    const points = game.result === 'draw' ? 1 : (game.result === 'black') === (black === first) ? 2 : 0;
    meeting.games[points === 2 ? 'wins' : points === 1 ? 'draws' : 'losses']++;
    const pair = `${file} ${Math.floor(game.game / 2)}`;
    meeting.pairs.set(pair, [...(meeting.pairs.get(pair) ?? []), points]);
  }

  results(): PairingResult[] {
    return [...this.meetings.values()].map(({ first, second, games, pairs }) => {
      const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
      for (const points of pairs.values()) if (points.length === 2) counts[points[0] + points[1]]++;
      return { first, second, games, pairs: counts satisfies PairCounts };
    });
  }

  gamesOf(engine: number): number {
    return [...this.meetings.values()]
      .filter(({ first, second }) => first === engine || second === engine)
      .reduce((sum, { games }) => sum + games.wins + games.draws + games.losses, 0);
  }

  /** @returns for instance `pela 7/14`; nothing if the two have not met */
  pointsText(engine: number, other: number): string[] {
    const meeting = this.meetings.get(`${Math.min(engine, other)} ${Math.max(engine, other)}`);
    if (meeting === undefined) return [];
    const { wins, draws, losses } = meeting.games;
    const points = (engine === meeting.first ? wins : losses) + draws / 2;
    return [`${this.names[other]} ${points}/${wins + draws + losses}`];
  }

  private indexOf(name: string): number {
    const at = this.names.indexOf(name);
    return at >= 0 ? at : this.names.push(name) - 1;
  }
}
