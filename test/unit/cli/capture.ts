import { afterEach, beforeEach, vi } from 'vitest';

/** The output of a command. */
export interface Captured {
  output: string;
  errors: string;
}

/** Captures stdout and stderr of each test of a file or block separately. */
export function captureOutput(): Captured {
  const captured: Captured = { output: '', errors: '' };
  const keep = (stream: 'stdout' | 'stderr', name: keyof Captured) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      captured[name] += text;
      return true;
    });
  beforeEach(() => {
    captured.output = '';
    captured.errors = '';
    keep('stdout', 'output');
    keep('stderr', 'errors');
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return captured;
}
