/** Keeps a coordinator running through errors of the transport and results it cannot process: only the disk ends it. */
import { messageOf } from '../core/errors.ts';
import { isDiskError } from '../platform/node/disk-error.ts';

export class Resilience {
  private readonly notice: (line: string) => void;
  private readonly fail: (error: unknown) => void;
  /** Kinds of errors that have been reported. */
  private readonly reported = new Set<string>();

  /**
   * @param notice takes a line for people
   * @param fail ends the run
   */
  constructor(notice: (line: string) => void, fail: (error: unknown) => void) {
    this.notice = notice;
    this.fail = fail;
  }

  /** Reports an error of a call that the next tick repeats, once for each kind; one of the disk ends the run. */
  readonly report = (error: unknown): void => {
    if (isDiskError(error)) {
      this.fail(error);
      return;
    }
    const message = messageOf(error).replace(/\s+/g, ' ');
    const kind = message.replace(/\d+/g, '#');
    if (this.reported.has(kind)) return;
    this.reported.add(kind);
    this.notice(`fleet: ${message}: retrying`);
  };

  /**
   * Takes a result, and rejects it on any error but one of the disk.
   * @param reject called with what is wrong with it
   * @throws errors of the disk, which also end the run
   */
  accept<T>(take: () => T, reject: (fault: string) => T): T {
    try {
      return take();
    } catch (error) {
      if (!isDiskError(error)) return reject(messageOf(error));
      this.fail(error);
      throw error;
    }
  }
}
