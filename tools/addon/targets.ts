/** The systems that the addon is built for, and how. */
import { isThere, WINDOWS_COMPILER } from '../native/compiler.ts';

export interface AddonTarget {
  /** `process.platform` and `process.arch` of the system. */
  readonly platform: string;
  readonly arch: string;
  /** The first one that is installed is used. */
  readonly compilers: readonly string[];
  readonly compiling: readonly string[];
  /** They must keep the time of the build out of the file. */
  readonly linking: readonly string[];
}

/** The system of the build. There is no target for a build on Windows: npm has the package for it. */
export const OWN_ADDON: AddonTarget = {
  platform: process.platform,
  arch: process.arch,
  compilers: process.platform === 'win32' ? [] : ['cc', 'gcc', 'clang'],
  compiling: ['-fPIC', '-fvisibility=hidden'],
  linking: process.platform === 'darwin' ? ['-bundle', '-undefined', 'dynamic_lookup'] : ['-shared', '-s'],
};

/** Windows, from Linux. */
export const WINDOWS_ADDON: AddonTarget = {
  platform: 'win32',
  arch: 'x64',
  compilers: [WINDOWS_COMPILER],
  // On Windows, GCC does not align vectors on the stack.
  compiling: ['-Wa,-muse-unaligned-vector-move'],
  linking: ['-shared', '-static', '-s', '-Wl,--no-insert-timestamp'],
};

/** Builds the library through which a Windows program finds the functions of Node. */
export const IMPORT_LIBRARY_TOOL = WINDOWS_COMPILER.replace(/gcc$/, 'dlltool');

/** File name of the addon for a system, without its folder. */
export function addonName({ platform, arch }: { platform: string; arch: string } = process): string {
  return `kernel-${platform}-${arch}.node`;
}

/** @returns the installed compiler for a system; null if there is none */
export function compilerFor({ compilers }: AddonTarget): string | null {
  return compilers.find(isThere) ?? null;
}
