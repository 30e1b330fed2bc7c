/** A headless Chromium of the system, driven over its debugging pipe: just enough to inspect a page and press keys. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Name of a browser on the PATH, or null. */
export const CHROMIUM =
  ['chromium', 'chromium-browser', 'google-chrome'].find((name) => spawnSync(name, ['--version']).status === 0) ?? null;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

export class Page {
  private readonly child: ChildProcess;
  private readonly input: Writable;
  private readonly waiting = new Map<number, (message: Message) => void>();
  /** Errors and warnings of the page's console, and addresses that it requested. */
  readonly complaints: string[] = [];
  readonly requests: string[] = [];
  private session = '';
  private lastId = 0;

  private constructor(child: ChildProcess) {
    this.child = child;
    this.input = child.stdio[3] as Writable;
    let text = '';
    (child.stdio[4] as Readable).on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const parts = text.split('\0');
      text = parts.pop()!;
      for (const part of parts) this.receive(JSON.parse(part));
    });
  }

  static async open(url: string, profile: string): Promise<Page> {
    const args = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      'about:blank',
    ];
    const page = new Page(spawn(CHROMIUM!, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] }));
    const { targetId } = await page.send('Target.createTarget', { url: 'about:blank' });
    page.session = String((await page.send('Target.attachToTarget', { targetId, flatten: true })).sessionId);
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`);
    await page.send('Page.navigate', { url });
    for (;;) {
      if ((await page.evaluate('document.readyState')) === 'complete') return page;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** @returns the value of an expression in the page */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return (result as { value?: unknown }).value;
  }

  async press(key: string): Promise<void> {
    for (const type of ['keyDown', 'keyUp']) await this.send('Input.dispatchKeyEvent', { type, key, code: key });
  }

  /** @returns once the page has been laid out for a window of this size in pixels */
  async resize(width: number, height: number): Promise<void> {
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    for (let i = 0; i < 100 && (await this.evaluate('innerWidth')) !== width; i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
    await this.send('Runtime.evaluate', { expression: frames, awaitPromise: true });
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  private send(method: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const id = ++this.lastId;
    const session = this.session === '' ? {} : { sessionId: this.session };
    this.input.write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result ?? {}) : reject(new Error(`${method}: ${error.message}`)),
      );
    });
  }

  private receive(message: Message): void {
    if (message.id !== undefined) this.waiting.get(message.id)?.(message);
    else if (message.method === 'Runtime.exceptionThrown' || message.method === 'Log.entryAdded')
      this.complaints.push(JSON.stringify(message.params));
    else if (message.method === 'Network.requestWillBeSent')
      this.requests.push((message.params!.request as { url: string }).url);
  }
}
