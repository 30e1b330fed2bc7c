/** A part of the page that is loaded when it is first opened. */
import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../lang/languages.ts';
import { FaultText } from './controls.tsx';

/** Loads a component; the same function for the same part. */
export type Load<P> = () => Promise<(props: P) => ComponentChild>;

interface LazyProps<P> {
  readonly load: Load<P>;
  readonly props: P;
}

/** The parts that have been loaded, by what loads them. */
const loaded = new Map<unknown, unknown>();

export function Lazy<P extends object>({ load, props }: LazyProps<P>) {
  const [failed, setFailed] = useState<unknown>(null);
  const [, redraw] = useState(0);
  useEffect(() => {
    if (loaded.has(load)) return;
    load().then(
      (Part) => {
        loaded.set(load, Part);
        redraw((count) => count + 1);
      },
      () => setFailed(() => load),
    );
  }, [load]);
  const Part = loaded.get(load) as ((props: P) => ComponentChild) | undefined;
  if (Part !== undefined) return <Part {...props} />;
  return failed === load ? <FaultText text={say('partMissing')} /> : null;
}
