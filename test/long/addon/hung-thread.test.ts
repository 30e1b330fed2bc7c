import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { whyNoAddon } from '../../../tools/addon/build-addon.ts';
import { addonName } from '../../../tools/addon/targets.ts';
import { bundleText } from '../../../tools/bundle/bundle-text.ts';
import { generatedModules } from '../../../tools/bundle/generated.ts';
import { searchScript, sourceKey } from '../../../tools/bundle/search-form.ts';
import { compile, LINUX_COMPILER } from '../../../tools/native/compiler.ts';
import { canTest } from '../../expected.ts';
import { temporaryFolder } from '../../folder.ts';
import { type Running, startProgram } from '../../processes.ts';

/** An addon whose search never returns, nor calls its host. */
const HUNG = `#include <node_api.h>
#include <unistd.h>
static unsigned char *memory;
static int *busy;
static napi_value start(napi_env env, napi_callback_info info) {
  *busy = 1;
  *memory = 1;
  for (;;) sleep(1);
}
static napi_value leave(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  int status = 0;
  napi_get_cb_info(env, info, &count, &argument, 0, 0);
  napi_get_value_int32(env, argument, &status);
  _exit(status);
}
static napi_value open_search(napi_env env, napi_callback_info info) {
  size_t count = 4;
  napi_value arguments[4], object, function;
  napi_get_cb_info(env, info, &count, arguments, 0, 0);
  napi_get_typedarray_info(env, arguments[0], 0, 0, (void **)&memory, 0, 0);
  napi_get_typedarray_info(env, arguments[3], 0, 0, (void **)&busy, 0, 0);
  napi_create_object(env, &object);
  napi_create_function(env, "start", NAPI_AUTO_LENGTH, start, 0, &function);
  napi_set_named_property(env, object, "start", function);
  return object;
}
NAPI_MODULE_INIT() {
  napi_value value;
  napi_create_string_utf8(env, SOURCE, NAPI_AUTO_LENGTH, &value);
  napi_set_named_property(env, exports, "source", value);
  napi_create_int32(env, 64, &value);
  napi_set_named_property(env, exports, "end", value);
  napi_create_string_utf8(env, "", 0, &value);
  napi_set_named_property(env, exports, "vectors", value);
  napi_create_function(env, "open", NAPI_AUTO_LENGTH, open_search, 0, &value);
  napi_set_named_property(env, exports, "open", value);
  napi_create_function(env, "exit", NAPI_AUTO_LENGTH, leave, 0, &value);
  napi_set_named_property(env, exports, "exit", value);
  return exports;
}
`;

const hasAddon = canTest(
  'gcc',
  'a native search that hangs',
  whyNoAddon() ?? (process.platform === 'linux' ? null : 'not Linux'),
);

/** Compiles the addon and the program, which finds it next to itself. @returns arguments for Node */
async function makeProgram(folder: string): Promise<string[]> {
  const headers = dirname(createRequire(import.meta.url).resolve('node-api-headers/package.json'));
  const addon = join('native', addonName());
  mkdirSync(join(folder, 'native'));
  writeFileSync(join(folder, 'hung.c'), HUNG);
  const source = `-DSOURCE="${sourceKey(await searchScript())}"`;
  compile(LINUX_COMPILER, ['-shared', '-fPIC', '-w', source, `-I${headers}/include`, '-o', addon, 'hung.c'], folder);
  const entry = fileURLToPath(new URL('hung-thread.ts', import.meta.url));
  writeFileSync(join(folder, 'main.mjs'), await bundleText(entry, { format: 'esm', plugins: generatedModules() }));
  return [join(folder, 'main.mjs'), join(folder, addon)];
}

/** What the program prints, by how it ends. */
const ENDINGS = {
  exit: 'exits',
  'exit while ending': 'exits',
  'end of the thread': 'ended: false, again: false',
  'end of the engine': 'found by fallback',
};

describe.runIf(hasAddon)('a native search that never returns keeps nothing from ending:', () => {
  const runs = new Map<string, Running>();
  // All at once: two of them wait for most of a minute.
  beforeAll(async () => {
    const program = await makeProgram(temporaryFolder());
    const env = { TENGEN_KERNEL: 'native' };
    for (const ending of Object.keys(ENDINGS))
      runs.set(ending, startProgram(process.execPath, [...program, ending], { env }));
  });

  // No verdict: only a program that never ends reaches this time.
  test.each(Object.entries(ENDINGS))('%s', { timeout: 300_000 }, async (ending, text) => {
    const { child, ended, output, errors } = runs.get(ending)!;
    const status = await ended;
    expect({ status, signal: child.signalCode, output: output(), errors: errors() }).toEqual({
      status: 3,
      signal: null,
      output: text,
      errors: '',
    });
  });
});
