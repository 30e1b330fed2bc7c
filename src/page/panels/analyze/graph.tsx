/** Black's win chance by move; a click or a drag goes to a move. */

import type { LossVerdict } from '../../../play/review/verdicts.ts';
import { percentText } from '../../../play/review/verdicts.ts';
import { say } from '../../lang/languages.ts';

const WIDTH = 320;
const HEIGHT = 90;
/** Around the curve, so that marks at its ends are whole. */
const EDGE = 6;

interface GraphProps {
  /** Black's chance before the first move and after each move; null: unknown. */
  readonly chances: readonly (number | null)[];
  readonly verdicts: readonly (LossVerdict | null)[];
  /** Plies on the board. */
  readonly current: number;
  readonly onGo: (plies: number) => void;
}

export function Graph({ chances, verdicts, current, onGo }: GraphProps) {
  const last = Math.max(1, chances.length - 1);
  const x = (ply: number) => (ply / last) * WIDTH;
  const y = (chance: number) => (1 - chance) * HEIGHT;
  const known = chances.flatMap((chance, ply) => (chance === null ? [] : [{ ply, chance }]));
  const path = known.map(({ ply, chance }) => `${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`).join('L');
  const go = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const along = ((event.clientX - box.left) / box.width) * (WIDTH + 2 * EDGE) - EDGE;
    onGo(Math.min(last, Math.max(0, Math.round((along / WIDTH) * last))));
  };
  const now = chances[current];
  if (known.length < 2) return null;
  return (
    <div
      class="graph"
      role="slider"
      tabIndex={0}
      aria-label={say('graph')}
      aria-valuemin={0}
      aria-valuemax={chances.length - 1}
      aria-valuenow={current}
      aria-valuetext={now === null || now === undefined ? String(current) : `${current}: ${percentText(now)}`}
      onPointerDown={go}
      onPointerMove={(event) => event.buttons === 1 && go(event)}
    >
      <svg
        viewBox={`${-EDGE} ${-EDGE} ${WIDTH + 2 * EDGE} ${HEIGHT + 2 * EDGE}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect class="ground" width={WIDTH} height={HEIGHT} />
        <path class="area" d={`M${x(known[0].ply)} ${HEIGHT}L${path}L${x(known[known.length - 1].ply)} ${HEIGHT}Z`} />
        <line class="even" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <path class="curve" d={`M${path}`} />
        <line class="now" x1={x(current)} x2={x(current)} y1="0" y2={HEIGHT} />
        {verdicts.map((verdict, i) => {
          const chance = chances[i + 1];
          if (verdict === null || chance === null) return null;
          const [cx, cy] = [x(i + 1), y(chance)];
          const r = verdict === 'blunder' ? 5 : 3.5;
          return <path key={i} class={verdict} d={`M${cx} ${cy - r}l${r} ${1.8 * r}h${-2 * r}z`} />;
        })}
      </svg>
    </div>
  );
}
