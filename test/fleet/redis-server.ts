/** A Redis of the test's own: on a free port, with a folder of its own, to be killed and started again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;
if (!HAS_REDIS) console.log('no redis-server: the tests of a fleet over Redis are left out');

/** Short, so that a lost worker is noticed within a test. */
export const LOCK = 'lock=2';

export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

export class RedisServer {
  readonly port: number;
  private readonly folder = mkdtempSync(join(tmpdir(), 'tengen-redis-'));
  private child: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  static async open(...options: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start(...options);
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}?${LOCK}`;
  }

  /** @returns when it answers */
  async start(...options: string[]): Promise<void> {
    const settings = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const words = ['--port', `${this.port}`, '--dir', this.folder, ...settings, ...options];
    const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        if (text.includes('Ready to accept connections')) resolve();
      });
      child.on('exit', () => reject(new Error(`redis-server ended: ${text}`)));
    });
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null) return;
    const gone = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  command(...words: string[]): string {
    return spawnSync('redis-cli', ['-p', `${this.port}`, ...words], { encoding: 'utf8' }).stdout;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A cable to a server that can be cut. */
export class Cable {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private isCut = false;
  port = 0;

  constructor(target: number) {
    this.server = createServer((near) => {
      if (this.isCut) {
        near.destroy();
        return;
      }
      const far = connect(target, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ]) {
        this.sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
      }
    });
  }

  async open(): Promise<this> {
    this.port = await freePort();
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    return this;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
