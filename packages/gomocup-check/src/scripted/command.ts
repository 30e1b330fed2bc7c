/** `gomocup-check brain` and `gomocup-check manager`: a scripted brain, and the report of what its manager did. */
import { appendFileSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { readArguments, type Syntax } from '../../../../src/core/command.ts';
import { named } from '../../../../src/core/errors.ts';
import { printable } from '../../../../src/core/text.ts';
import { oneOf, text, whole } from '../../../../src/core/values.ts';
import { BEHAVIOR_NAMES, BEHAVIORS, type RecordedEvent, ScriptedBrain } from './brain.ts';
import { managerLines } from './summary.ts';

export const BRAIN_SYNTAX = {
  options: {
    behavior: {
      type: oneOf(BEHAVIOR_NAMES, 'NAME'),
      default: 'sound',
      help: `what it does wrong: ${BEHAVIOR_NAMES.map((name) => `${name} (${BEHAVIORS[name]})`).join('; ')}`,
    },
    at: { type: whole(1, 400), default: 2, help: 'number of the move that goes wrong' },
    ms: { type: whole(0, 600_000), default: 3000, help: 'delay of a late answer, in ms' },
    record: { type: text('FILE'), help: 'record the conversation in a file, one JSON object per line' },
  },
} as const satisfies Syntax;

/** Speaks the protocol on stdin and stdout until the brain exits, which ends the process. @returns exit code */
export function runScriptedBrain(args: readonly string[], program: string): Promise<number> {
  const { values } = readArguments(BRAIN_SYNTAX, args, program);
  const { behavior, at, ms, record } = values;
  if (record !== null) named(record, () => writeFileSync(record, ''));
  const startMs = performance.now();
  return new Promise((resolve) => {
    const brain = new ScriptedBrain(behavior, ms, at, {
      nowMs: () => Math.round((performance.now() - startMs) * 10) / 10,
      write: writeAll,
      record: (event) => {
        if (record !== null) appendFileSync(record, `${JSON.stringify(event)}\n`);
      },
      after: (delayMs, action) => {
        setTimeout(action, delayMs);
      },
      exit: (code) => {
        resolve(code);
        process.exit(code);
      },
    });
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => brain.signal(name));
    process.stdin.on('data', (chunk: Buffer) => brain.receive(chunk.toString('latin1')));
    process.stdin.on('end', () => brain.endInput());
    // Keeps the process alive after the end of input.
    if (behavior === 'ignores-end') setInterval(() => {}, 60_000);
  });
}

/** Prints what the managers of recorded brains did. @returns exit code */
export function reportManager(args: readonly string[], program: string): number {
  const syntax = {
    options: {},
    operands: { noun: 'record', min: 1, max: 1000, expected: 'files of brain --record' },
  };
  const { operands } = readArguments(syntax, args, program);
  for (const file of operands) {
    const lines = named(file, () => readFileSync(file, 'utf8')).split('\n');
    const events = lines
      .filter((line) => line !== '')
      .map((line): RecordedEvent => named(file, () => JSON.parse(line)));
    process.stdout.write(`${[file, ...managerLines(events).map((line) => `  ${printable(line)}`)].join('\n')}\n`);
  }
  return 0;
}

/** Ignores a closed pipe: the end of input reports it. */
function writeAll(bytes: Uint8Array): void {
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
  } catch {
    // The manager is gone.
  }
}
