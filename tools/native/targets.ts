/** The systems that the native program is made for, and what makes it there. */
import { LINUX_COMPILER, WINDOWS_COMPILER } from './compiler.ts';

export interface NativeTarget {
  /** As in the name of the zip, and on the command line. */
  readonly name: string;
  /** `process.platform` and `process.arch` of a machine that runs it. */
  readonly host: string;
  /** File name in dist/bin. */
  readonly executable: string;
  /** File name in the zip; managers know a brain by the `pbrain-` in front. */
  readonly zippedAs: string;
  readonly compiler: string;
  /** Debian's package of the compiler. */
  readonly package: string;
  /** The file of native/ that knows the system. */
  readonly platform: string;
  /** For the compiler: arrays at addresses that are known, where the system takes such programs. */
  readonly compiling: readonly string[];
  /** For the linker; nothing in the file may tell when it was made. */
  readonly linking: readonly string[];
}

export const NATIVE_TARGETS: readonly NativeTarget[] = [
  {
    name: 'native-win-x64',
    host: 'win32-x64',
    executable: 'pbrain-tengen-native.exe',
    zippedAs: 'pbrain-tengen.exe',
    compiler: WINDOWS_COMPILER,
    package: 'gcc-mingw-w64-x86-64-win32',
    platform: 'platform-windows.c',
    compiling: [],
    linking: ['-static', '-s', '-Wl,--no-insert-timestamp', '-Wl,--stack,4194304'],
  },
  {
    name: 'native-linux-x64',
    host: 'linux-x64',
    executable: 'pbrain-tengen-native',
    zippedAs: 'pbrain-tengen',
    compiler: LINUX_COMPILER,
    package: 'gcc',
    platform: 'platform-posix.c',
    compiling: ['-fno-pie'],
    linking: ['-static', '-no-pie', '-s', '-Wl,--build-id=none', '-lm', '-lpthread'],
  },
];

/** @param name `native`, or a name or its beginning such as `native-linux` @returns none if it means something else */
export function nativeTargets(name: string): readonly NativeTarget[] {
  if (name === 'native') return NATIVE_TARGETS;
  return NATIVE_TARGETS.filter((target) => target.name === name || target.name === `${name}-x64`);
}
