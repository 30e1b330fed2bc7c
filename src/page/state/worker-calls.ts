/** Functions that a worker runs for the page. Each call is answered by a promise. */
import { messageOf } from '../../core/errors.ts';

type Functions<Api> = { readonly [Name in keyof Api]: (...args: never[]) => Promise<unknown> };
export type Answer<Api extends Functions<Api>, Name extends keyof Api> = Awaited<ReturnType<Api[Name]>>;

interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** `progress` until there is a result or an error. Without an id: something has happened that no call waits for. */
interface Reply {
  readonly id?: number;
  readonly progress?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly report: ((progress: unknown) => void) | undefined;
}

/** The page's side. The first call starts the worker, as does the next one after it has failed. */
export class WorkerCalls<Api extends Functions<Api>> {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private newest = 0;

  /** @param script next to the page @param onEvent called when the worker reports something on its own */
  constructor(
    private readonly script: string,
    private readonly onEvent: () => void = () => {},
  ) {}

  /**
   * @param args a function among them, which the worker has as its last parameter, is called with reports of progress
   * @throws Error with the name and message of that in the worker, or if the worker has failed
   */
  call<Name extends keyof Api & string>(name: Name, ...args: Parameters<Api[Name]>): Promise<Answer<Api, Name>> {
    const worker = this.open();
    const id = ++this.newest;
    const all: readonly unknown[] = args;
    return new Promise((resolve, reject) => {
      const report = all.find((arg) => typeof arg === 'function') as Waiting['report'];
      this.waiting.set(id, { resolve, reject, report });
      worker.postMessage({ id, name, args: all.filter((arg) => typeof arg !== 'function') } satisfies Call);
    });
  }

  /** Ends the worker; calls that wait get no answer. */
  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.waiting.clear();
  }

  private open(): Worker {
    if (this.worker !== null) return this.worker;
    this.worker = new Worker(new URL(this.script, document.baseURI), { type: 'module' });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      const all = [...this.waiting.values()];
      this.close();
      for (const { reject } of all) reject(new Error(event.message));
    };
    return this.worker;
  }

  private heard({ id, progress, result, error }: Reply): void {
    if (id === undefined) {
      this.onEvent();
      return;
    }
    const one = this.waiting.get(id);
    if (progress !== undefined) {
      one?.report?.(progress);
      return;
    }
    this.waiting.delete(id);
    if (error === undefined) one?.resolve(result as never);
    else one?.reject(Object.assign(new Error(error.message), { name: error.name }));
  }
}

interface Scope {
  onmessage: ((event: { readonly data: Call }) => void) | null;
  postMessage(reply: Reply): void;
}

const scope = globalThis as unknown as Scope;

/** The worker's side. @param ready awaited before each call */
export function answerCalls<Api extends Functions<Api>>(api: Api, ready: () => Promise<void> = async () => {}): void {
  const functions = api as unknown as Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;
  scope.onmessage = async ({ data: { id, name, args } }) => {
    const report = (progress: unknown) => scope.postMessage({ id, progress });
    try {
      await ready();
      scope.postMessage({ id, result: await functions[name](...args, report) });
    } catch (error) {
      const { name: kind } = (error ?? {}) as { readonly name?: unknown };
      scope.postMessage({ id, error: { name: String(kind), message: messageOf(error) } });
    }
  };
}

/** Reports to the page, from a worker, that something has happened. */
export function reportEvent(): void {
  scope.postMessage({});
}
