/**
 * Makes the npm package of the native search for this system, ready to publish: npm run tool -- addon-package
 *
 * It is dist/bin/npm/tengen-kernel-PLATFORM-ARCH, which tengen of the same version uses where it is installed. Run it on
 * each system that should have one; it needs a C compiler.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addonName, buildAddon, whyNoAddon } from './addon/build-addon.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/bin/npm');

/** @returns exit status */
export async function main(): Promise<number> {
  const why = whyNoAddon();
  if (why !== null) {
    console.error(`no package of the native search: ${why}`);
    return 1;
  }
  console.log(await writeAddonPackage(OUT));
  return 0;
}

/** @param parent folder that receives the package's @returns path of the package @throws {Error} if the addon is not built */
export async function writeAddonPackage(parent: string): Promise<string> {
  const addon = await buildAddon();
  if (addon === null) throw new Error(`addon: ${whyNoAddon()}`);
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const system = `${process.platform}-${process.arch}`;
  const name = `tengen-kernel-${system}`;
  const folder = join(parent, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const about = {
    name,
    version,
    description: `The search of tengen as machine code for ${system}`,
    license,
    os: [process.platform],
    cpu: [process.arch],
    ...(process.platform === 'linux' ? { libc: ['glibc'] } : {}),
    main: addonName(),
    files: [addonName()],
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  writeFileSync(
    join(folder, 'README.md'),
    `# ${name}\n\nThe search of tengen ${version} as machine code for ${system}. tengen uses it if it\nis installed; without it, tengen runs the same search as WebAssembly.\n`,
  );
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(addon, join(folder, addonName()));
  return folder;
}
