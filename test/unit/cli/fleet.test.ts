/** What a fleet is operated with: files of deploy/, signed engines, the kept speed, the page. */
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { fleetPage } from '../../../src/cli/fleet-page.ts';
import { listenAt } from '../../../src/cli/listening.ts';
import { keptSpeed } from '../../../src/measure/fleet/range-player.ts';
import { parseRedisUrl } from '../../../src/measure/fleet/redis/url.ts';
import { isSigned, readTrustedKey, signEngines } from '../../../src/measure/fleet/signing.ts';
import type { Announcement } from '../../../src/measure/fleet/wire.ts';
import { temporaryFolder } from '../../folder.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.unstubAllEnvs();
});
const at = (name: string) => join(folder, name);
const deployed = (name: string) => new URL(`../../../deploy/${name}`, import.meta.url);
const ENGINES = [{ name: 'new', sha256: 'a'.repeat(64) }];

/** @returns the arguments of tengen in the files of deploy/ */
function commandLines(): string[][] {
  const compose = readFileSync(deployed('compose.yml'), 'utf8');
  const units = ['serve', 'worker'].map((name) => readFileSync(deployed(`tengen-${name}.service`), 'utf8'));
  return [
    ...[...compose.matchAll(/^ {4}command: (\[.*\])$/gm)].map(([, json]) => JSON.parse(json) as string[]),
    ...units.map((unit) => /^ExecStart=\/usr\/bin\/env tengen (.+)$/m.exec(unit)![1].split(' ')),
  ];
}

test('every command line in deploy/ is one that the program accepts', async () => {
  copyFileSync(deployed('fleet/match.json'), at('match.json'));
  signEngines(at('key'), ENGINES);
  vi.stubEnv('TENGEN_SERVE_TOKEN', '0123456789abcdef');
  const lines = commandLines();
  expect(lines.map(([name]) => name)).toEqual(['serve', 'match', 'worker', 'fleet', 'serve', 'worker']);
  for (const [name, ...args] of lines) {
    const command = (await COMMANDS[name]()).COMMAND;
    const here = args.map((text) => text.replace(/^(?:\/fleet|\/etc\/tengen)\//, `${folder}/`));
    expect(() => command.prepare(here), `${name} ${args.join(' ')}`).not.toThrow();
    expect(() => command.prepare([...here, '--nonsense'])).toThrow('nonsense');
  }
});

describe('signed engines', () => {
  const work = { engines: ENGINES } as unknown as Announcement;

  test('are those whose signature belongs to a trusted key', () => {
    const { signature, key } = signEngines(at('key'), ENGINES);
    if (process.platform !== 'win32') expect(statSync(at('key')).mode & 0o777).toBe(0o600);
    expect(signEngines(at('key'), ENGINES)).toEqual({ signature, key });
    const keys = [readTrustedKey(key)];
    expect(isSigned({ ...work, signature }, keys)).toBe(true);
    expect(isSigned({ ...work, signature }, [readTrustedKey(at('key.pub'))])).toBe(true);
    expect(isSigned(work, keys)).toBe(false);
    expect(isSigned({ ...work, signature }, [])).toBe(false);
    expect(isSigned({ ...work, signature: 'AAAA' }, keys)).toBe(false);
    const others = [{ ...ENGINES[0], sha256: 'b'.repeat(64) }];
    expect(isSigned({ ...work, engines: others, signature }, keys)).toBe(false);
    expect(isSigned({ ...work, signature }, [readTrustedKey(signEngines(at('other'), ENGINES).key)])).toBe(false);
  });

  test('need readable keys', () => {
    writeFileSync(at('text'), 'text');
    expect(() => signEngines(at('text'), ENGINES)).toThrow(`-sign ${at('text')}: no private key in this file`);
    expect(() => signEngines(at('none/key'), ENGINES)).toThrow(`-sign ${at('none/key')}: `);
    expect(() => readTrustedKey(at('text'))).toThrow('no public key of 43 characters in this file');
    expect(() => readTrustedKey('short')).toThrow('expected a public key of 43 characters, or its file');
  });
});

test('the speed is measured at the first start only', async () => {
  let measured = 0;
  const notices: string[] = [];
  const speed = (slots: number, nps: number | null = 1000) =>
    keptSpeed(
      at('cache'),
      '2 x CPU',
      slots,
      (line) => notices.push(line),
      async () => {
        measured++;
        return nps;
      },
    );
  expect(await speed(2, null)).toBe(null);
  expect([await speed(2), await speed(2, 5), measured]).toEqual([1000, 1000, 2]);
  expect(await speed(3, 700)).toBe(700);
  const file = notices.find((line) => line.startsWith('the speed of'))!.split('delete ')[1];
  writeFileSync(file, 'no number');
  expect(await speed(2, 900)).toBe(900);
});

test('an address can name Sentinels', () => {
  expect(parseRedisUrl('rediss://me:pw@a,b:99,[::1]/2?sentinel=main', {})).toMatchObject({
    sentinel: {
      name: 'main',
      sentinels: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 99 },
        { host: '::1', port: 26379 },
      ],
    },
    db: 2,
    username: 'me',
    password: 'pw',
    tls: {},
    shown: 'rediss://a,b:99,[::1]/2',
  });
  expect(parseRedisUrl('redis://a', {})).toMatchObject({ host: 'a', port: 6379, sentinel: null });
  expect(() => parseRedisUrl('redis://a,b', {})).toThrow('several hosts: expected one, or Sentinels');
  expect(() => parseRedisUrl('redis://a?sentinel=', {})).toThrow('sentinel=: expected the name of the server');
  for (const wrong of ['redis://a,?sentinel=m', 'redis://a,b:x?sentinel=m']) {
    expect(() => parseRedisUrl(wrong, {})).toThrow('expected redis://HOST');
  }
});

test('the page of a fleet sends its lines, and serves no rebound name', async () => {
  const server = fleetPage(async () => ['no open jobs'], 60_000);
  const port = await listenAt(server, '127.0.0.1', 0, { place: '', advice: '' });
  try {
    const url = `http://127.0.0.1:${port}/`;
    expect(await (await fetch(url)).text()).toContain('<script src="fleet.js">');
    const events = await fetch(`${url}events`);
    const { value } = await events.body!.getReader().read();
    expect(new TextDecoder().decode(value)).toBe('data: ["no open jobs"]\n\n');
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(url, { headers: { Origin: 'http://evil.example' } })).status).toBe(403);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
