/** A part of the page that is loaded when it is opened. */
import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../lang/languages.ts';

interface LazyProps<P> {
  /** Loads the component; the same function for the same part. */
  readonly load: () => Promise<(props: P) => ComponentChild>;
  readonly props: P;
}

export function Lazy<P extends object>({ load, props }: LazyProps<P>) {
  const [part, setPart] = useState<{ readonly from: typeof load; readonly Part: (props: P) => ComponentChild } | null>(
    null,
  );
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    load().then(
      (Part) => setPart({ from: load, Part }),
      () => setFailed(true),
    );
  }, [load]);
  // Another part may be open by now.
  if (part?.from === load) return <part.Part {...props} />;
  return hasFailed ? (
    <p class="fault" role="alert">
      {say('partMissing')}
    </p>
  ) : null;
}
