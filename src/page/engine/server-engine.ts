/** The engine of a server, which replaces that of the page for analysis. */
import { BLACK, type Color, sideName, WHITE } from '../../core/color.ts';
import { messageOf } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import type { SearchFigures, ThinkInfo, ThinkLimits, ThinkResult } from '../../engine/api.ts';
import { EngineError } from '../../engine/errors.ts';
import type { PositionOptions } from '../../engine/game.ts';
import { winChance } from '../../engine/win-chance.ts';
import type { Searcher } from '../../play/analysis/analysis.ts';
import { type EngineChoice, socketAddressOf } from './engine-choice.ts';

/** Seconds between two reports of a search. */
const REPORT_PERIOD = 0.125;

/** How long a server may be silent before it is asked for a sign of life, and then until it gives one, ms. */
const SILENCE_MS = 10_000;
const VERSION_QUERY = '{"id": "version", "action": "query_version"}';

/** What a server permits. */
interface Permitted {
  readonly maxNodes: number;
  readonly maxTimeMs: number;
}

interface Connection {
  readonly socket: WebSocket;
  readonly permitted: Permitted;
}

interface RunningThink {
  readonly id: number;
  readonly onInfo: (info: ThinkInfo) => void;
  readonly resolve: (result: ThinkResult) => void;
  readonly reject: (error: Error) => void;
}

type Answer = Readonly<Record<string, unknown>>;

export class ServerEngine implements Searcher {
  private position: PositionOptions = { stones: [] };
  private connection: Promise<Connection> | null = null;
  private opened: WebSocket | null = null;
  private running: RunningThink | null = null;
  private thinks = 0;

  constructor(
    private readonly choice: Pick<EngineChoice, 'address' | 'token'>,
    /** Called with the description of a failure; the think ends without an answer. */
    private readonly onFailure: (text: string) => void,
  ) {}

  setPosition(position: PositionOptions): void {
    this.cancel();
    this.position = position;
  }

  /** The server clears its table for every query. */
  clearHash(): void {}

  think(limits: ThinkLimits = {}, onInfo: (info: ThinkInfo) => void = () => {}): Promise<ThinkResult> {
    this.cancel();
    const id = ++this.thinks;
    const { position } = this;
    return new Promise((resolve, reject) => {
      this.running = { id, onInfo, resolve, reject };
      this.connected().then(
        ({ socket, permitted }) => {
          if (this.running?.id === id) socket.send(JSON.stringify(queryOf(id, position, limits, permitted)));
        },
        (error) => this.running?.id === id && this.fail(messageOf(error)),
      );
    });
  }

  stop(): void {
    if (this.running === null) return;
    this.send({ id: 'stop', action: 'terminate', terminateId: this.running.id });
  }

  cancel(): void {
    if (this.running === null) return;
    this.send({ cancel: this.running.id });
    this.end(new EngineError('cancelled', 'think cancelled'));
  }

  async close(): Promise<void> {
    this.end(new EngineError('closed', 'the engine is closed'));
    this.disconnect();
  }

  private send(request: object): void {
    if (this.opened?.readyState === WebSocket.OPEN) this.opened.send(JSON.stringify(request));
  }

  private end(error: Error): void {
    const { running } = this;
    this.running = null;
    running?.reject(error);
  }

  private disconnect(): void {
    this.connection = null;
    this.opened?.close();
    this.opened = null;
  }

  private fail(text: string): void {
    this.disconnect();
    if (this.running === null) return;
    this.onFailure(text);
    this.end(new EngineError('closed', text));
  }

  private connected(): Promise<Connection> {
    this.connection ??= this.connect();
    return this.connection;
  }

  private connect(): Promise<Connection> {
    const { address, token } = this.choice;
    const url = socketAddressOf(this.choice, location.href);
    if (url === null) {
      return Promise.reject(new Error(`"${address}": expected an address such as http://192.168.1.5:8016`));
    }
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, token === '' ? ['tengen'] : ['tengen', `token.${token}`]);
      this.opened = socket;
      let isAlive = false;
      const lose = (text: string) => {
        clearInterval(timer);
        reject(new Error(text));
        if (socket === this.opened) this.fail(text);
      };
      const timer = setInterval(() => {
        const wasAlive = isAlive;
        isAlive = false;
        if (!wasAlive)
          lose(`no answer from ${url} within ${SILENCE_MS / 1000} s; try again, or use the engine of the page`);
        else if (socket.readyState === WebSocket.OPEN) socket.send(VERSION_QUERY);
      }, SILENCE_MS);
      socket.onopen = () => socket.send(VERSION_QUERY);
      socket.onmessage = ({ data }) => {
        isAlive = true;
        const answer = answerFrom(data);
        if (answer.id === 'version') resolve({ socket, permitted: permittedBy(answer) });
        else if (socket === this.opened) this.receive(answer);
      };
      socket.onclose = () => lose(`no connection to ${url}; check address and token`);
    });
  }

  private receive(answer: Answer): void {
    const { running } = this;
    if (running === null || answer.id !== running.id) return;
    const lines = linesFrom(answer, this.position);
    for (const [i, line] of lines.entries()) {
      running.onInfo({ ...line, kind: 'iteration', line: i, lines: lines.length });
    }
    if (answer.isDuringSearch === true) return;
    const [best] = lines;
    if (best === undefined) {
      this.fail(typeof answer.error === 'string' ? answer.error : 'the server found no move');
      return;
    }
    this.running = null;
    const [{ x, y }] = best.pv;
    running.resolve({
      ...best,
      winChance: winChance(best),
      x,
      y,
      source: 'search',
      searchMs: best.elapsedMs,
      isForced: false,
      isFoul: false,
    });
  }
}

function queryOf(id: number, position: PositionOptions, limits: ThinkLimits, permitted: Permitted): object {
  const { width, height, size = 15, rule = 0, winLength, stones, sideToMove } = position;
  const { maxMs, maxNodes, maxDepth, lines = 1, solve = false, excluded = [] } = limits;
  const pointsOf = (wanted: Color) => stones.filter(({ color }) => color === wanted).map(({ x, y }) => ({ x, y }));
  return {
    id,
    size: `${width ?? size}x${height ?? size}`,
    rule,
    ...(winLength === undefined ? {} : { win: winLength }),
    black: pointsOf(BLACK),
    white: pointsOf(WHITE),
    ...(sideToMove === undefined ? {} : { toMove: sideName(sideToMove) }),
    timeMs: Math.min(maxMs ?? permitted.maxTimeMs, permitted.maxTimeMs),
    ...(maxNodes === undefined ? {} : { nodes: Math.min(maxNodes, permitted.maxNodes) }),
    ...(maxDepth === undefined ? {} : { depth: maxDepth }),
    lines,
    solve: solve && lines === 1,
    ...(excluded.length === 0 ? {} : { without: excluded }),
    reportDuringSearchEvery: REPORT_PERIOD,
  };
}

function answerFrom(data: unknown): Answer {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === 'object' && value !== null ? (value as Answer) : {};
  } catch {
    return {};
  }
}

function permittedBy({ maxNodes, maxTimeMs }: Answer): Permitted {
  const known = (value: unknown, usual: number) => (typeof value === 'number' && value >= 1 ? value : usual);
  return { maxNodes: known(maxNodes, 100_000), maxTimeMs: known(maxTimeMs, 1000) };
}

function linesFrom({ lines }: Answer, position: PositionOptions): SearchFigures[] {
  return (Array.isArray(lines) ? lines : [])
    .map((line) => lineFrom(line ?? {}, position))
    .filter(({ pv }) => pv.length > 0);
}

function lineFrom(line: Answer, { width, height, size = 15 }: PositionOptions): SearchFigures {
  const figure = (name: string) => (Number.isFinite(line[name]) ? Number(line[name]) : 0);
  const isWithin = (value: unknown, side: number) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < side;
  const isPoint = (point: Partial<XY> | null) =>
    isWithin(point?.x, width ?? size) && isWithin(point?.y, height ?? size);
  return {
    score: figure('score'),
    winIn: typeof line.winIn === 'number' ? line.winIn : null,
    depth: figure('depth'),
    selDepth: figure('selDepth'),
    nodes: figure('nodes'),
    elapsedMs: figure('elapsedMs'),
    pv: (Array.isArray(line.pv) ? line.pv : []).filter(isPoint).map(({ x, y }) => ({ x, y })),
  };
}
