import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesAsText, bytesOfText } from '../../../src/core/byte-text.ts';
import { NETWORK } from '../../../src/engine/runtime/network-data.ts';

test('every sequence of bytes comes back from its text, which needs no escapes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      const text = bytesAsText(bytes);
      expect(text).toMatch(/^[ -~]*$/);
      expect(text).not.toMatch(/["'`\\$<]/);
      expect(bytesOfText(text)).toEqual(bytes);
    }),
  );
  const all = Uint8Array.from({ length: 256 }, (_, i) => i);
  expect(bytesOfText(bytesAsText(all))).toEqual(all);
});

test('text that no bytes have is rejected', () => {
  const pair = bytesAsText(Uint8Array.of(100));
  expect(pair).toHaveLength(2);
  for (const text of ['"', 'é', pair[0], `${pair[0]}${pair[0]}`, ' <'])
    expect(() => bytesOfText(text), text).toThrow(/^text of bytes: unknown at character \d of \d$/);
});

test('the network is shorter than in base64, compressed, too', () => {
  const base64 = Buffer.from(bytesOfText(NETWORK)).toString('base64');
  expect(NETWORK.length).toBeLessThan(base64.length);
  expect(gzipSync(NETWORK).length).toBeLessThan(0.95 * gzipSync(base64).length);
});
