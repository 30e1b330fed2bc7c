/**
 * Keeps coordinators and workers running through errors of the transport, and coordinators through results they cannot
 * process: only the disk ends them.
 */
import { messageOf } from '../../core/errors.ts';
import { isDiskError } from '../../platform/node/disk-error.ts';

export class Resilience {
  /** Kinds of errors that have been reported. */
  private readonly reported = new Set<string>();

  /** @param notice takes a line for people @param fail ends the run; default: the disk is not used */
  constructor(
    private readonly notice: (line: string) => unknown,
    private readonly fail: (error: unknown) => void = () => {},
  ) {}

  /** Reports an error of a call that the next tick repeats, once for each kind; one of the disk ends the run. */
  readonly report = (error: unknown): void => {
    if (isDiskError(error)) {
      this.fail(error);
      return;
    }
    // Redis appends the script that was running.
    const message = messageOf(error)
      .replace(/\s+/g, ' ')
      .replace(/ script: \w+, on @.*$/, '');
    // The connection is lost in this case, and has reported why.
    if (/^(NOAUTH|WRONGPASS)\b/.test(message)) return;
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
