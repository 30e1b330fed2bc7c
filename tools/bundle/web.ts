/**
 * Builds what browsers load: the library and its workers (dist/web/), and the page that `tengen board` serves
 * (dist/board/, without the files that the package has elsewhere).
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';
import { LANGUAGES } from '../../src/page/lang/speech.ts';
import { OWN_BOOKS } from '../../src/page/shelf/book/own-books.ts';
import { MODULE_URL } from './bundle-text.ts';
import { generatedModule } from './generated-module.ts';
import { NOTICES, noticesPlugin, thirdPartyNotices } from './notices.ts';
import { searchWasmPlugin } from './search-wasm.ts';

const source = (path: string): string => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

/**
 * @returns the options of one bundle, completed with those that all bundles for browsers share. The oldest supported
 *   browsers are the first with module workers; Firefox was the last to add them, in version 114 of 2023.
 */
function forBrowsers(options: BuildOptions): BuildOptions {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return {
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    legalComments: 'none',
    ...options,
    plugins: [...(options.plugins ?? [searchWasmPlugin()]), noticesPlugin],
    define: { TENGEN_VERSION: JSON.stringify(version), ...options.define },
  };
}

/** Bundlers minify it again; comments and indentation would be more than a quarter of it. */
const LIBRARY: BuildOptions = { entryPoints: { index: source('web.ts') }, minifyWhitespace: true };
const NOTATION: BuildOptions = {
  entryPoints: { notation: source('records/notation/index.ts') },
  minifyWhitespace: true,
};

/** The script of the search worker: a classic one, so that it can be started as either kind of worker. */
const SEARCH: BuildOptions = {
  entryPoints: { search: source('platform/web/search-worker.ts') },
  format: 'iife',
  minify: true,
};

/** Classic scripts. They have no import.meta.url, and need none: they give createEngine() the address of the search. */
const CLASSIC = { format: 'iife', minify: true, define: { [MODULE_URL]: '""' } } as const;
const BRAIN: BuildOptions = { ...CLASSIC, entryPoints: { worker: source('protocol/worker/worker.ts') } };
const SCRIPT: BuildOptions = { ...CLASSIC, entryPoints: { tengen: source('script.ts') }, globalName: 'tengen' };

const OTHER_LANGUAGES = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en');

/** @returns one module for each language, which the page and <tengen-board> share */
async function textFiles(): Promise<Files> {
  // Browsers read modules as UTF-8 always; with escapes some files would be twice as long.
  const options = { minify: true, charset: 'utf8' } as const;
  const files = OTHER_LANGUAGES.map(async (code) => {
    // As an expression of JavaScript: esbuild would export each text of a JSON module under its name as well.
    const texts = readFileSync(source(`page/lang/${code}.json`), 'utf8');
    return [`${code}.js`, (await transform(`export default ${texts}`, options)).code] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/** esbuild plugin that leaves the languages to {@link textFiles}. */
function textsPlugin(): Plugin {
  return {
    name: 'texts',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^\\./(?:${OTHER_LANGUAGES.join('|')})\\.json$`) }, ({ path }) => ({
        path: path.replace(/json$/, 'js'),
        external: true,
      }));
    },
  };
}

/** <tengen-board>; its engine is a separate file, which only a board that needs it loads. */
const ELEMENT: BuildOptions = {
  entryPoints: { board: source('page/element/element.tsx') },
  splitting: true,
  minify: true,
  chunkNames: '[name]-[hash]',
  loader: { '.css': 'text' },
  plugins: [searchWasmPlugin(), textsPlugin()],
  jsx: 'automatic',
  jsxImportSource: 'preact',
};

/** @param outdir dist/ */
export async function bundleWeb(outdir: string): Promise<void> {
  for (const script of [LIBRARY, NOTATION, SEARCH, BRAIN, SCRIPT, ELEMENT]) {
    await build({ ...forBrowsers(script), outdir: `${outdir}/web` });
  }
  writeFiles(`${outdir}/web`, await textFiles());
  const files = await boardFiles();
  writeFiles(outdir, { [NOTICES]: files[NOTICES] });
  writeFiles(`${outdir}/board`, Object.fromEntries(Object.entries(files).filter(([name]) => !(name in ELSEWHERE))));
}

function writeFiles(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Opening books, fetched on demand. */
const BOOKS = OWN_BOOKS.map(({ file }) => file);

/** Files of the page that the package has elsewhere, for other uses too: their paths relative to dist/. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'search.js': './web/search.js',
  [NOTICES]: `./${NOTICES}`,
  ...Object.fromEntries(OTHER_LANGUAGES.map((code) => [`${code}.js`, `./web/${code}.js`])),
  ...Object.fromEntries(BOOKS.map((name) => [name, `../books/${name}`])),
};

/** Files of the page that are copied unchanged. */
const WRITTEN = ['index.html', 'manifest.webmanifest', 'icon.svg'];

let made: Promise<Files> | undefined;

/** Texts by file name. */
export type Files = Readonly<Record<string, string>>;

/** @returns the files of the page */
export function boardFiles(): Promise<Files> {
  made ??= makeBoardFiles();
  return made;
}

async function makeBoardFiles(): Promise<Files> {
  const written = {
    ...Object.fromEntries(WRITTEN.map((name) => [name, readFileSync(source(`page/shell/${name}`), 'utf8')])),
    'problems.txt': readFileSync(source('play/problems/problems.txt'), 'utf8'),
    ...(await bundled({
      entryPoints: {
        app: source('page/main.tsx'),
        style: source('page/shell/style.css'),
        'library-worker': source('page/shelf/library/worker.ts'),
      },
      splitting: true,
      plugins: [searchWasmPlugin(), textsPlugin()],
      jsx: 'automatic',
      jsxImportSource: 'preact',
    })),
    ...(await textFiles()),
    ...(await bundled(SEARCH)),
    ...(await bundled({ entryPoints: { start: source('page/start.ts') }, format: 'iife' })),
    ...(await bundled({ entryPoints: { 'book-worker': source('page/shelf/book/worker.ts') }, format: 'iife' })),
    ...(await bundled({ entryPoints: { 'read-wins': source('records/book/read-wins.ts') } })),
    ...Object.fromEntries(BOOKS.map((name) => [name, readFileSync(source(`../books/${name}`), 'utf8')])),
  };
  const files = { ...written, [NOTICES]: thirdPartyNotices(), 'index.html': withPreloads(written) };
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  const kept = Object.keys(files).filter((name) => !BOOKS.includes(name));
  const names = kept.map((name) => (name === 'index.html' ? './' : name));
  const define = {
    BOARD_FILES: JSON.stringify(names),
    BOARD_BOOKS: JSON.stringify(BOOKS),
    BOARD_NAME: JSON.stringify(hash),
  };
  return { ...files, ...(await bundled({ entryPoints: { sw: source('page/shell/sw.ts') }, format: 'iife', define })) };
}

/** @returns index.html with a preload of every static import of app.js, so that the browser fetches them in parallel */
function withPreloads(files: Files): string {
  const wanted = ['app.js'];
  for (const name of wanted) {
    for (const [, other] of files[name].matchAll(STATIC_IMPORT)) if (!wanted.includes(other)) wanted.push(other);
  }
  const links = wanted.slice(1).map((name) => `<link rel="modulepreload" href="${name}">\n`);
  return files['index.html'].replace(/<script type="module"/, `${links.join('')}$&`);
}

/** A static import in a minified script. */
const STATIC_IMPORT = /(?:from|import)"\.\/([\w.-]+)"/g;

async function bundled(options: BuildOptions): Promise<Files> {
  const { outputFiles } = await build({ ...forBrowsers({ minify: true, ...options }), outdir: '/', write: false });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf('/') + 1), text]));
}

/** @returns source of the module 'tengen:board-files', see src/generated/board-files.d.ts */
export async function boardFilesModule(): Promise<string> {
  return `export default ${JSON.stringify(await boardFiles())};`;
}

/** The same module for a program that has the files next to it, in board/ and {@link ELSEWHERE}. */
const SEPARATE = `import { readdirSync, readFileSync } from 'node:fs';
const { url } = import.meta;
const folder = new URL('./board/', url);
const places = [
  ...readdirSync(folder).map((name) => [name, new URL(name, folder)]),
  ...Object.entries(${JSON.stringify(ELSEWHERE)}).map(([name, place]) => [name, new URL(place, url)]),
];
export default Object.fromEntries(places.map(([name, place]) => [name, readFileSync(place, 'utf8')]));
`;

/**
 * esbuild plugin that resolves `import files from 'tengen:board-files'`.
 * @param where the files are: inside the program, or next to it
 */
export function boardFilesPlugin(where: 'inside' | 'separate'): Plugin {
  return generatedModule('tengen:board-files', where === 'inside' ? boardFilesModule : async () => SEPARATE, 'js');
}
