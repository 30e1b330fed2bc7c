/**
 * Makes the npm packages, ready to publish, in dist/bin/npm: npm run tool -- npm-packages
 *
 * They are tengen itself, from dist/, and for each system that a C compiler is installed for the search as machine code:
 * @tengen/linux-x64 and so on, which are optional dependencies of tengen, as esbuild's are. Run it on each system; the one
 * for Windows is made with MinGW-w64 (Debian: gcc-mingw-w64-x86-64-win32). Publish each with npm publish in its folder,
 * tengen last.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAddon, whyNoAddon } from './addon/build-addon.ts';
import { type AddonTarget, addonName, OWN_ADDON, WINDOWS_ADDON } from './addon/targets.ts';
import { noArguments } from './common/options.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist/bin/npm');

const SYSTEMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];
/** Fields of package.json that only a clone needs. */
const OF_CLONE = ['private', 'workspaces', 'scripts', 'devDependencies', 'overrides', 'files'];
/** Fields of package.json that contain the address of the repository. */
const FIELDS = ['repository', 'homepage', 'bugs'] as const;
/** The owner in the placeholder, which is no name on GitHub. */
const PLACEHOLDER = 'OWNER-TO-BE-NAMED';

export async function main(args: readonly string[]): Promise<number> {
  noArguments(args, 'npm-packages');
  for (const target of OWN_ADDON.platform === 'win32' ? [OWN_ADDON] : [OWN_ADDON, WINDOWS_ADDON]) {
    const why = whyNoAddon(target);
    if (why === null) console.log(await writeAddonPackage(OUT, target));
    else console.log(`${packageName(target)}: not made: ${why}`);
  }
  console.log(writePackage(OUT));
  const faults = unnamedAddresses(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const fault of faults) console.log(`tengen stays private: ${fault}`);
  return 0;
}

/** @param text of package.json @returns one line per field that still has the placeholder, or that is missing */
export function unnamedAddresses(text: string): string[] {
  const manifest = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return FIELDS.filter((field) => JSON.stringify(manifest[field] ?? PLACEHOLDER).includes(PLACEHOLDER)).map(
    (field) => `package.json: "${field}" has no address: replace ${PLACEHOLDER} by the owner of the repository`,
  );
}

/**
 * @param text of the package.json of the clone
 * @returns that of the published package; it stays private, which npm refuses to publish, while it has no address
 */
export function publishedManifest(text: string): Record<string, unknown> {
  const manifest = JSON.parse(text) as Record<string, unknown>;
  for (const field of OF_CLONE) delete manifest[field];
  const optionalDependencies = Object.fromEntries(SYSTEMS.map((system) => [`@tengen/${system}`, manifest.version]));
  return { ...manifest, optionalDependencies, ...(unnamedAddresses(text).length > 0 ? { private: true } : {}) };
}

/**
 * Makes tengen's own package from what is built.
 * @param parent folder that receives the package's
 * @returns path of the package
 */
export function writePackage(parent: string): string {
  const folder = join(parent, 'tengen');
  rmSync(folder, { recursive: true, force: true });
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
  const listed = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });
  const [{ files }]: { files: { path: string }[] }[] = Object.values(JSON.parse(listed));
  for (const { path } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path));
  }
  const manifest = publishedManifest(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

function packageName({ platform, arch }: AddonTarget): string {
  return `@tengen/${platform}-${arch}`;
}

/**
 * @param parent folder that receives the package's
 * @returns path of the package
 * @throws {Error} if the addon is not built
 */
export async function writeAddonPackage(parent: string, target: AddonTarget = OWN_ADDON): Promise<string> {
  const addon = await buildAddon([], target);
  if (addon === null) throw new Error(`addon: ${whyNoAddon(target)}`);
  const { version, license, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { platform, arch } = target;
  const name = packageName(target);
  const folder = join(parent, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const about = {
    name,
    version,
    description: `The search of tengen as machine code for ${platform}-${arch}`,
    license,
    repository,
    os: [platform],
    cpu: [arch],
    ...(platform === 'linux' ? { libc: ['glibc'] } : {}),
    main: addonName(target),
    files: [addonName(target)],
    publishConfig: { access: 'public' },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  writeFileSync(
    join(folder, 'README.md'),
    `# ${name}\n\n${about.description}. tengen ${version} uses it if it is\ninstalled; without it, tengen runs the same search as WebAssembly.\n`,
  );
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(addon, join(folder, addonName(target)));
  return folder;
}
