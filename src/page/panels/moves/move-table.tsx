/** Moves of the analyzed position as a table: the one under the pointer is shown on the board, a click plays it. */
import type { XY } from '../../../core/point.ts';
import { say } from '../../lang/languages.ts';
import type { AnalyzeModel } from '../../models/analyze/model.ts';
import { Button } from '../../parts/controls.tsx';

interface MoveRow {
  readonly name: string;
  /** Null for a pass. */
  readonly point: XY | null;
  /** Names of its images. */
  readonly also: readonly string[];
  readonly cells: readonly { readonly text: string; readonly title?: string | undefined }[];
}

export function MoveTable(props: {
  readonly analyze: AnalyzeModel;
  readonly label: string;
  readonly columns: readonly ('games' | 'weight' | 'value' | 'results' | 'year' | 'comment')[];
  readonly rows: readonly MoveRow[];
}) {
  const { analyze, label, columns, rows } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <div class="book-moves" tabIndex={0} role="group" aria-label={label}>
      <table onPointerLeave={() => analyze.show(null)}>
        <thead>
          <tr>
            {(['move', ...columns] as const).map((column) => (
              <th key={column} scope="col">
                {say(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, point, also, cells }) => {
            const preview = () =>
              point !== null && analyze.show({ line: [point], color: analyze.cursor.color, index: null });
            return (
              <tr key={name} onPointerEnter={preview}>
                <th scope="row">
                  {point === null ? (
                    name
                  ) : (
                    <Button
                      text={name}
                      title={also.length > 0 ? `= ${also.join(' ')}` : undefined}
                      onFocus={preview}
                      onBlur={() => analyze.show(null)}
                      onClick={() => analyze.cursor.play(point)}
                    />
                  )}
                </th>
                {cells.map(({ text, title }, i) => (
                  <td key={columns[i]} class={columns[i] === 'games' ? undefined : columns[i]} title={title}>
                    {text}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
