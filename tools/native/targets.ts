/** The systems that the native program is built for, and how. */
import { LINUX_COMPILER, WINDOWS_COMPILER } from './compiler.ts';

export interface NativeTarget {
  /** In the name of the zip and on the command line. */
  readonly name: string;
  /** `process.platform` and `process.arch` of machines that run it. */
  readonly host: string;
  /** File name in dist/bin. */
  readonly executable: string;
  /** File name in the zip; managers recognize a brain by the prefix `pbrain-`. */
  readonly zippedAs: string;
  readonly compiler: string;
  /** The compiler's Debian package. */
  readonly package: string;
  /** The file of native/ for the system. */
  readonly platform: string;
  /** For the compiler: arrays at fixed addresses, where the system accepts such programs. */
  readonly compiling: readonly string[];
  /** For the linker; the file must not contain the time of the build. */
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

/** @param name `native`, a target's name, or its beginning such as `native-linux` @returns none for any other name */
export function nativeTargets(name: string): readonly NativeTarget[] {
  if (name === 'native') return NATIVE_TARGETS;
  return NATIVE_TARGETS.filter((target) => target.name === name || target.name === `${name}-x64`);
}
