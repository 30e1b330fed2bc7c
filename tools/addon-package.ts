/**
 * Makes the npm package of the native search for this system, ready to publish: npm run tool -- addon-package [win32]
 *
 * It is dist/bin/npm/tengen-kernel-PLATFORM-ARCH, which tengen of the same version uses where it is installed. Run it on
 * each system that should have one; it needs a C compiler. win32 makes the package for Windows, with MinGW-w64 (Debian:
 * gcc-mingw-w64-x86-64-win32).
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAddon, whyNoAddon } from './addon/build-addon.ts';
import { type AddonTarget, addonName, OWN_ADDON, WINDOWS_ADDON } from './addon/targets.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/bin/npm');

/** @returns exit status */
export async function main(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => name !== WINDOWS_ADDON.platform);
  if (unknown !== undefined) {
    console.error(`addon-package ${unknown}: expected win32, or nothing for this system`);
    return 2;
  }
  const target = names.length > 0 ? WINDOWS_ADDON : OWN_ADDON;
  const why = whyNoAddon(target);
  if (why !== null) {
    console.error(`no package of the native search: ${why}`);
    return 1;
  }
  console.log(await writeAddonPackage(OUT, target));
  return 0;
}

/**
 * @param parent folder that receives the package's
 * @returns path of the package
 * @throws {Error} if the addon is not built
 */
export async function writeAddonPackage(parent: string, target: AddonTarget = OWN_ADDON): Promise<string> {
  const addon = await buildAddon([], target);
  if (addon === null) throw new Error(`addon: ${whyNoAddon(target)}`);
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { platform, arch } = target;
  const system = `${platform}-${arch}`;
  const name = `tengen-kernel-${system}`;
  const folder = join(parent, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const about = {
    name,
    version,
    description: `The search of tengen as machine code for ${system}`,
    license,
    os: [platform],
    cpu: [arch],
    ...(platform === 'linux' ? { libc: ['glibc'] } : {}),
    main: addonName(target),
    files: [addonName(target)],
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  writeFileSync(
    join(folder, 'README.md'),
    `# ${name}\n\nThe search of tengen ${version} as machine code for ${system}. tengen uses it if it\nis installed; without it, tengen runs the same search as WebAssembly.\n`,
  );
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(addon, join(folder, addonName(target)));
  return folder;
}
