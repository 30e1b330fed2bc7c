/** Keeps how fast this machine searches with all slots of a worker busy. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KERNEL_VARIABLE } from '../../core/environment.ts';
import { reasonOf } from '../../core/errors.ts';
import { counted } from '../../core/text.ts';
import { VERSION } from '../../engine/version.ts';
import { isExecutable } from '../../platform/node/executable.ts';
import { sha256Of } from '../match/engine-pack.ts';
import { measureSpeed } from './range-player.ts';

/**
 * Measures the speed at the first start, and keeps it for later ones of the same program and machine.
 * @param folder where it is kept @param machine its processors @returns as {@link measureSpeed}
 */
export async function keptSpeed(
  folder: string,
  machine: string,
  slots: number,
  notice: (line: string) => void,
  measure: typeof measureSpeed = measureSpeed,
): Promise<number | null> {
  const program = process.argv[1];
  const same = [
    VERSION,
    isExecutable() ? '' : sha256Of(readFileSync(program)),
    process.version,
    process.env[KERNEL_VARIABLE],
    machine,
    slots,
  ];
  const file = join(folder, `speed-${sha256Of(JSON.stringify(same)).slice(0, 16)}`);
  try {
    const kept = Number(readFileSync(file, 'utf8'));
    if (Number.isSafeInteger(kept) && kept > 0) {
      notice(`the speed of an earlier start; to measure it again, delete ${file}`);
      return kept;
    }
  } catch {
    // Measured below.
  }
  notice(`measuring the speed of ${counted(slots, 'slot')}`);
  const nps = await measure(program, slots);
  try {
    mkdirSync(folder, { recursive: true });
    if (nps !== null) writeFileSync(file, `${nps}\n`);
  } catch (error) {
    notice(`${file}: ${reasonOf(error)}; the speed is measured again at the next start`);
  }
  return nps;
}
