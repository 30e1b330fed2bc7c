/** A Redis for the test: on a free port, with a separate folder, to be killed and restarted. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canTest } from '../expected.ts';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
export const HAS_REDIS = canTest('redis', 'a fleet over Redis', isInstalled ? null : 'redis-server is not installed');

/** Whether this Redis supports TLS, and certificates can be made. */
export const HAS_TLS =
  HAS_REDIS &&
  /--tls\b/.test(spawnSync('redis-cli', ['--help'], { encoding: 'utf8' }).stdout) &&
  spawnSync('openssl', ['version']).status === 0;
if (HAS_REDIS && !HAS_TLS) console.log('no openssl, or a Redis without TLS: the test of a fleet over TLS is skipped');

/** Short, so that a lost worker is noticed within a test. */
export const LOCK = 'lock=2';

export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export class RedisServer {
  readonly port: number;
  private readonly folder = mkdtempSync(join(tmpdir(), 'tengen-redis-'));
  private child: ChildProcess | null = null;
  /** Ends the server and removes its folder if this process is killed outright. */
  private guard: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  static async open(...options: string[]): Promise<RedisServer> {
    for (;;) {
      const server = new RedisServer(await freePort());
      try {
        await server.start(...options);
        return server;
      } catch (error) {
        await server.close();
        // Another process has taken the port meanwhile.
        if (!String(error).includes('Address already in use')) throw error;
      }
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}?${LOCK}`;
  }

  /** A Redis that accepts only TLS, with a certificate of a private authority. */
  static async openTls(): Promise<RedisServer & { readonly ca: string }> {
    const server = new RedisServer(await freePort());
    const made = certificatesIn(server.folder);
    const files = ['--tls-cert-file', made.certificate, '--tls-key-file', made.key, '--tls-ca-cert-file', made.ca];
    await server.start('--port', '0', '--tls-port', `${server.port}`, '--tls-auth-clients', 'no', ...files);
    return Object.assign(server, { ca: made.ca });
  }

  /** @returns when the server answers */
  async start(...options: string[]): Promise<void> {
    const settings = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    const words = ['--port', `${this.port}`, '--dir', this.folder, ...settings, ...options];
    const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    const guarding = 'cat > /dev/null; kill -9 "$1"; sleep 1; rm -rf "$2"';
    this.guard = spawn('sh', ['-c', guarding, 'sh', `${child.pid}`, this.folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        if (text.includes('Ready to accept connections')) resolve();
      });
      child.on('exit', () => {
        if (this.child === child) this.child = null;
        reject(new Error(`redis-server ended: ${text}`));
      });
    });
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    this.guard?.kill('SIGKILL');
    if (child === null) return;
    const gone = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** Null while the server is down. */
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  command(...words: string[]): string {
    return spawnSync('redis-cli', ['-p', `${this.port}`, ...words], { encoding: 'utf8' }).stdout;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Creates an authority and a certificate for 127.0.0.1 signed by it. @returns their files */
function certificatesIn(folder: string): { readonly ca: string; readonly certificate: string; readonly key: string } {
  const file = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => {
    const { status, stderr } = spawnSync('openssl', words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${words.join(' ')}: ${stderr}`);
  };
  const [ca, caKey, request, key] = ['ca.crt', 'ca.key', 'redis.csr', 'redis.key'].map(file);
  const certificate = file('redis.crt');
  const fresh = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...fresh, '-keyout', caKey, '-out', ca, '-subj', '/CN=an authority of the test');
  openssl(
    'req',
    ...fresh,
    '-keyout',
    key,
    '-out',
    request,
    '-subj',
    '/CN=redis',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
  );
  const by = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-copy_extensions', 'copy'];
  openssl('x509', '-req', '-in', request, ...by, '-out', certificate);
  return { ca, certificate, key };
}

/** A connection to a server that can be cut. */
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
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
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
