/** Keeps a coordinator running through errors of the transport and results it cannot process: only the disk ends it. */
import { messageOf } from '../core/errors.ts';
import { isDiskError } from './disk-error.ts';

export class Resilience {
  private readonly notice: (line: string) => void;
  private readonly fail: (error: unknown) => void;
  private readonly told = new Set<string>();

  /**
   * @param notice a line for people
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
    if (this.told.has(kind)) return;
    this.told.add(kind);
    this.notice(`the fleet: ${message}: trying again`);
  };

  /**
   * Takes a result, whatever that throws.
   * @param refuse called with what went wrong
   * @throws errors of the disk, which also end the run
   */
  accept<T>(take: () => T, refuse: (fault: string) => T): T {
    try {
      return take();
    } catch (error) {
      return this.refused(error, refuse);
    }
  }

  /** {@link accept} for what is asynchronous. */
  async acceptLater<T>(take: () => Promise<T>, refuse: (fault: string) => T): Promise<T> {
    try {
      return await take();
    } catch (error) {
      return this.refused(error, refuse);
    }
  }

  private refused<T>(error: unknown, refuse: (fault: string) => T): T {
    if (!isDiskError(error)) return refuse(messageOf(error));
    this.fail(error);
    throw error;
  }
}
