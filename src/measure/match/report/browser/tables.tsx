/** Tables of the engines' results and behavior. */
import type { JSX } from 'preact';
import { data, minus, ranked } from './data.ts';

interface TableProps {
  readonly head: readonly string[];
  /** Contents of cells, or whole cells. */
  readonly rows: readonly (readonly (string | number | JSX.Element)[])[];
  /** The column that is left-aligned. */
  readonly left: number;
}

function Table({ head, rows, left }: TableProps) {
  const alignment = (column: number) => (column === left ? 'left' : '');
  return (
    <table>
      <thead>
        <tr>
          {head.map((text, column) => (
            <th class={alignment(column)}>{text}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {row.map((cell, column) => (typeof cell === 'object' ? cell : <td class={alignment(column)}>{cell}</td>))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The strongest engine first. */
export function CrossTable() {
  return (
    <Table
      head={['#', 'engine', 'Elo', '\u00b1', 'games', 'points', ...ranked.map((_, place) => String(place + 1))]}
      rows={ranked.map(({ name, elo, eloError, games, wins, draws }, place) => [
        place + 1,
        name,
        minus(`${elo < 0 ? '' : '+'}${elo.toFixed(0)}`),
        eloError === null ? '?' : eloError.toFixed(0),
        games,
        wins + draws / 2,
        ...ranked.map((other) => <Result of={name} against={other.name} />),
      ])}
      left={1}
    />
  );
}

function Result({ of, against }: { of: string; against: string }) {
  if (of === against) return <td>{'\u00b7'}</td>;
  const pairing = data.pairings.find(({ first, second }) =>
    [first, second].every((name) => [of, against].includes(name)),
  );
  if (pairing === undefined) return <td />;
  const { draws } = pairing;
  const [wins, losses] = pairing.first === of ? [pairing.wins, pairing.losses] : [pairing.losses, pairing.wins];
  return (
    <td
      class={wins > losses ? 'good' : wins < losses ? 'bad' : ''}
      title={`${wins} won, ${draws} drawn, ${losses} lost`}
    >{`+${wins} =${draws} \u2212${losses}`}</td>
  );
}

const BEHAVIOR = ['engine', 'won as Black', 'as White', 'time', 'crash', 'illegal', 'foul', 'start'];

/** Faults, time and memory of each engine. */
export function BehaviorTable() {
  const count = (value: number) => <td class={value > 0 ? 'bad' : ''}>{value}</td>;
  return (
    <Table
      head={[...BEHAVIOR, 'worst overrun', 'longest', 'mean', 'depth', 'memory']}
      rows={data.engines.map((engine) => [
        engine.name,
        engine.winsAsBlack,
        engine.wins - engine.winsAsBlack,
        ...[engine.timeLosses, engine.crashes, engine.illegal, engine.fouls, engine.failedStarts].map(count),
        `${engine.worstOverrunMs} ms`,
        `${Math.round(engine.longestMs)} ms`,
        engine.moves > 0 ? `${(engine.totalMs / engine.moves).toFixed(1)} ms` : '',
        engine.movesWithDepth > 0 ? (engine.totalDepth / engine.movesWithDepth).toFixed(1) : '',
        engine.peakBytes === null ? '?' : `${(engine.peakBytes / 2 ** 20).toFixed(0)} MiB`,
      ])}
      left={0}
    />
  );
}
