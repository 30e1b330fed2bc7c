/** The page's connection to a server, and its clipboard, without a browser. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServerEngine } from '../../../src/page/engine/server-engine.ts';
import { copyFrom } from '../../../src/page/share/copy.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a server that does not answer', () => {
  /** A connection to a server; `answers`: to queries of its version. */
  class FakeSocket {
    static readonly OPEN = 1;
    static answers = true;
    static last: FakeSocket;
    readyState = 0;
    onopen = () => {};
    onclose = () => {};
    onmessage = (_: { data: string }) => {};
    readonly sent: string[] = [];

    constructor() {
      FakeSocket.last = this;
    }

    open() {
      this.readyState = 1;
      this.onopen();
    }

    send(text: string) {
      this.sent.push(text);
      if (text.includes('query_version') && FakeSocket.answers) {
        this.onmessage({ data: '{"id": "version", "maxNodes": 1000, "maxTimeMs": 1000}' });
      }
    }

    close() {
      if (this.readyState !== 3) queueMicrotask(() => this.onclose());
      this.readyState = 3;
    }
  }

  const failures: string[] = [];
  const engineAt = () =>
    new ServerEngine({ address: 'http://10.0.0.1:8016', token: '' }, (text) => failures.push(text));
  const SILENT = 'no answer from ws://10.0.0.1:8016/analyze within 10 s; try again, or use the engine of the page';

  beforeEach(() => {
    failures.length = 0;
    FakeSocket.answers = true;
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('location', { href: 'http://page.example/' });
  });

  test.each(['accepts no connection', 'accepts a connection'])('%s: the think ends with a message', async (kind) => {
    FakeSocket.answers = false;
    const thinking = engineAt()
      .think()
      .catch((error: Error) => error.message);
    if (kind === 'accepts a connection') FakeSocket.last.open();
    await vi.advanceTimersByTimeAsync(9000);
    expect(failures).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([await thinking, failures]).toEqual([SILENT, [SILENT]]);
  });

  test('during a search: the think ends with a message, and the next one connects again', async () => {
    const engine = engineAt();
    const thinking = engine.think().catch((error: Error) => error.message);
    FakeSocket.last.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failures).toEqual([]);
    FakeSocket.answers = false;
    await vi.advanceTimersByTimeAsync(25_000);
    expect([await thinking, failures]).toEqual([SILENT, [SILENT]]);
    const lost = FakeSocket.last;
    engine.think().catch(() => {});
    expect(FakeSocket.last).not.toBe(lost);
    await engine.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('copying', () => {
  const selected: string[] = [];
  const field = { value: 'h8 i9', select: () => selected.push('all') } as unknown as HTMLInputElement;
  const copyBy = (clipboard: object | undefined, hasCommand: boolean) => {
    selected.length = 0;
    vi.stubGlobal('navigator', { clipboard });
    vi.stubGlobal('document', { execCommand: (name: string) => name === 'copy' && hasCommand });
    return copyFrom(field);
  };

  test('by the clipboard', async () => {
    const written: string[] = [];
    expect(await copyBy({ writeText: async (text: string) => void written.push(text) }, false)).toBe(true);
    expect([written, selected]).toEqual([['h8 i9'], []]);
  });

  test('over plain HTTP, which has none, or without permission: by the selection', async () => {
    const refused = { writeText: () => Promise.reject(new Error('NotAllowedError')) };
    expect([await copyBy(undefined, true), selected]).toEqual([true, ['all']]);
    expect([await copyBy(refused, true), selected]).toEqual([true, ['all']]);
    expect([await copyBy(undefined, false), selected]).toEqual([false, ['all']]);
  });
});
