/**
 * The script of the report page, bundled to one classic script. The program embeds it as a string, because a report is
 * one file that contains everything.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundleText } from './bundle-text.ts';
import { generatedModule } from './generated-module.ts';

const entry = fileURLToPath(new URL('../../src/measure/match/report/browser/main.tsx', import.meta.url));

/** @returns JavaScript for a script element */
export function reportScript(): Promise<string> {
  return bundleText(entry, {
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    // Every report contains it.
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
}

/** esbuild plugin that resolves `import source from 'tengen:report-script'`. */
export function reportScriptPlugin(): Plugin {
  return generatedModule('tengen:report-script', reportScript, 'text');
}
