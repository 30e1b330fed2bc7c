// Runs a tool: npm run tool -- NAME [argument ...], or node tools/run.mjs NAME [argument ...].
//
// NAME --help prints the first comment of the tool, which says what it does and what it takes.
//
// Every file directly in tools/ is a tool. It exports main(arguments), which gives the exit status. Node 20 reads no
// TypeScript, so the tool is bundled first, which takes a moment; this runner is the only tool that is JavaScript.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const TOOLS = fileURLToPath(new URL('.', import.meta.url));
/** Somewhere below node_modules, so that a bundle finds the packages it imports. */
const CACHE = join(TOOLS, '../node_modules/.cache/tengen');

/** Sources find the repository's files from where they lie themselves, not from where the bundle does. */
const ownUrls = {
  name: 'tengen-own-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

/** Bundles and imports a module. @param source its text, as if it were in this folder */
async function load(name, source, plugins) {
  const bundle = join(CACHE, `${name}-${process.pid}.mjs`);
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: TOOLS },
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: 'inline',
    outfile: bundle,
    plugins: [...plugins, ownUrls],
  });
  mkdirSync(CACHE, { recursive: true });
  try {
    writeFileSync(bundle, outputFiles[0].contents);
    return await import(pathToFileURL(bundle).href);
  } finally {
    rmSync(bundle, { force: true });
  }
}

/** @returns the lines of the comment that a tool begins with */
function firstComment(tool) {
  const [, text] = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(TOOLS, `${tool}.ts`), 'utf8'));
  return text
    .replace(/^ ?\* ?/gm, '')
    .trim()
    .split('\n');
}

const [name = '', ...args] = process.argv.slice(2);
const names = readdirSync(TOOLS).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : []));
const isHelp = (arg) => arg === '--help' || arg === '-h';
if (isHelp(name)) {
  for (const tool of names) {
    const [sentence] = firstComment(tool)
      .join(' ')
      .split(/[.:;?](?: |$)/);
    console.log(`${tool.padEnd(18)}${sentence}`);
  }
} else if (names.includes(name) && args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).some(isHelp)) {
  console.log(firstComment(name).join('\n'));
} else if (names.includes(name)) {
  process.setSourceMapsEnabled(true);
  const { toolPlugins } = await load('plugins', "export { toolPlugins } from './bundle/generated.ts'", []);
  const source = `export { main } from './${name}.ts'; export { faultText, hasKnownCause } from '../src/core/errors.ts'`;
  const { main, faultText, hasKnownCause } = await load(name, source, toolPlugins());
  try {
    process.exitCode = await main(args);
  } catch (error) {
    console.error(`${name}: ${faultText(error)}`);
    // Threads that the tool has started do not end on their own.
    process.exit(hasKnownCause(error) ? 2 : 1);
  }
} else {
  console.error(`tool "${name}": expected one of ${names.join(', ')}`);
  process.exitCode = 2;
}
