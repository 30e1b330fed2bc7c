/** A folder with engines of other machines: each file under its SHA-256, each pack unpacked under its own. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../core/errors.ts';
import { diskError } from '../../platform/node/disk-error.ts';
import { replaceFileAsync } from '../../platform/node/files.ts';
import { type EnginePack, packHash, sha256Of } from '../match/engine-pack.ts';

const DISK_ADVICE = ', or use --cache with a folder on another disk';

export class PackCache {
  private readonly folder: string;
  private readonly fetchFile: (sha256: string) => Promise<Uint8Array | null>;

  /** @param fetchFile requests a file from the coordinator; its content is not trusted */
  constructor(folder: string, fetchFile: (sha256: string) => Promise<Uint8Array | null>) {
    this.folder = resolve(folder);
    this.fetchFile = fetchFile;
  }

  /** @returns the path of a file that has been fetched */
  pathOf(sha256: string): string {
    return join(this.folder, 'files', sha256);
  }

  /** @returns the bytes of a file, verified @throws UserError if no coordinator offers it or its hash differs */
  async file(sha256: string): Promise<Uint8Array> {
    const kept = this.pathOf(sha256);
    if (existsSync(kept)) {
      const bytes = readFileSync(kept);
      if (sha256Of(bytes) === sha256) return bytes;
    }
    const bytes = await this.fetchFile(sha256);
    if (bytes === null) throw new UserError(`file ${sha256.slice(0, 16)}: the coordinator no longer offers it`);
    const found = sha256Of(bytes);
    if (found !== sha256) throw new UserError(`file ${sha256.slice(0, 16)}: its SHA-256 is ${found}: not used`);
    await place(kept, bytes);
    return bytes;
  }

  /** Unpacks an engine. @returns its folder; changes that an engine made there in an earlier run are reverted */
  async unpack(pack: EnginePack): Promise<string> {
    const engines = join(this.folder, 'engines');
    // Without it, a package.json in a folder above would decide what kind of modules the scripts of an engine are.
    const manifest = join(engines, 'package.json');
    if (!existsSync(manifest)) await place(manifest, Buffer.from('{}\n'));
    const folder = join(engines, packHash(pack));
    for (const { path, sha256, isExecutable } of pack.files) {
      const file = join(folder, path);
      const isThere = existsSync(file) && sha256Of(readFileSync(file)) === sha256;
      if (!isThere) {
        // A new file, so that a program running from the old one is not disturbed.
        await place(file, await this.file(sha256));
      }
      chmodSync(file, isExecutable ? 0o755 : 0o644);
    }
    mkdirSync(join(folder, pack.cwd), { recursive: true });
    return folder;
  }
}

/**
 * Writes a file in one step: no other worker on this machine sees half of it. A link that an engine has left is
 * replaced, not followed.
 * @throws UserError if the disk is full
 */
async function place(file: string, bytes: Uint8Array): Promise<void> {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(file);
    await replaceFileAsync(file, bytes);
  } catch (error) {
    throw diskError(error, file, DISK_ADVICE);
  }
}
