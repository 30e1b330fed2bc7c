/** Reads the files of the group -openings. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { named, UserError } from '../../../core/errors.ts';
import type { Values } from '../../../core/values.ts';
import { textOfFile } from '../../../records/notation/file-text.ts';
import { type Opening, parseOpenings } from '../../../records/notation/openings.ts';
import type { MatchGameSettings } from '../engine-game.ts';
import type { OPENINGS_KEYS } from './table.ts';

/** @returns the openings that fit board and rule, and a warning for each that does not */
export function readOpenings(
  { file, format }: Values<typeof OPENINGS_KEYS>,
  settings: MatchGameSettings,
): { openings: Opening[]; warnings: string[] } {
  if (file === null) return { openings: [], warnings: [] };
  const openings: Opening[] = [];
  const warnings: string[] = [];
  for (const source of openingFiles(file)) {
    const text = named(source, () => textOfFile(readFileSync(source)));
    const read = parseOpenings(text, format, settings.size, settings.rule);
    openings.push(...read.openings);
    warnings.push(...read.warnings.map((warning) => `${source} ${warning}: skipped`));
  }
  if (openings.length === 0) throw new UserError(`${file}: no opening fits; ${warnings[0] ?? 'the file is empty'}`);
  return { openings, warnings };
}

function openingFiles(path: string): string[] {
  return named(`-openings file=${path}`, () => {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => /\.psq$/i.test(name));
    if (names.length === 0) throw new UserError('the folder contains no .psq files');
    return names.sort().map((name) => join(path, name));
  });
}
