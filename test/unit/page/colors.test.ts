import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('src/page/drawing/colors.css', 'utf8');

/** @returns the variables of the rule with this selector, by name */
function colorsOf(selector: string): Record<string, string> {
  const [, body] = css.split(`${selector} {`)[1].match(/^([^}]*)\}/)!;
  return Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
}

test('dark colors are the same by the system and by data-theme', () => {
  const dark = colorsOf(':host([data-theme="dark"])');
  expect(dark).toHaveProperty('--paper');
  expect(dark).not.toHaveProperty('--paper', colorsOf(':host')['--paper']);
  expect(colorsOf(':host(:not([data-theme="light"]))')).toEqual(dark);
});
