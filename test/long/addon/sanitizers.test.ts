/** The native form in Node under AddressSanitizer and UndefinedBehaviorSanitizer. */
import { describe, expect, test } from 'vitest';
import { buildAddon, whyNoAddon } from '../../../tools/addon/build-addon.ts';
import { canTest } from '../../expected.ts';
import { temporaryFolder } from '../../folder.ts';
import { node, run } from '../../processes.ts';
import { writeLifeScript } from './life-script.ts';

const CHECKS = ['-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];

/** @returns path of a runtime library of the sanitizers; null where GCC has none */
function runtime(name: string): string | null {
  const { status, stdout } = run('gcc', [`-print-file-name=${name}`]);
  const path = stdout?.trim();
  return status === 0 && path?.startsWith('/') ? path : null;
}

const asan = runtime('libasan.so');
const isPossible = canTest(
  'gcc',
  'sanitizers of the native form',
  whyNoAddon() ?? (asan === null ? 'no libasan' : null),
);

describe.runIf(isPossible)('the native form under sanitizers', () => {
  test('lives through rules, boards, tables, exceptions and ended threads without a complaint', async () => {
    const addon = await buildAddon(CHECKS);
    const folder = temporaryFolder();
    const script = await writeLifeScript(folder);
    const { status, stdout, stderr } = node([script, addon ?? ''], {
      // V8 reserves more addresses than the leak checker can follow, and frees nothing at the end.
      env: { LD_PRELOAD: asan ?? '', ASAN_OPTIONS: 'detect_leaks=0' },
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'lived\n', stderr: '' });
  });
});
