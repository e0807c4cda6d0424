/** `hookwright/client` in a user's project: built, imported by its name, with its types. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { machineNode, npmProgram } from '../../scripts/node-binary.mjs';
import { makeConsumer } from './support/consumer.ts';
import { startRecordingService } from './support/recording-service.ts';

const project = resolve(import.meta.dirname, '../..');

beforeAll(ensureBuild);

async function startService() {
  const service = await startRecordingService();
  onTestFinished(() => service.close());
  return {
    url: service.url,
    recorded: async () => (await fetch(`${service.url}/recorded`)).json(),
  };
}

/** A script that sends events; the wait shows whether the library keeps the process alive. */
const script = (endpoint: string, body: string) => `
  import { Analytics } from 'hookwright/client';
  const analytics = new Analytics('wk', { endpoint: '${endpoint}', flushAfter: 600_000 });
  ${body}`;

describe('in a process', () => {
  it('an idle client does not keep it alive, neither before nor after sending', async () => {
    const { url, recorded } = await startService();
    const consumer = makeConsumer();
    consumer.write('unused.mjs', script(url, ''));
    expect(await consumer.node(['unused.mjs'])).toMatchObject({ code: 0, stderr: '' });
    consumer.write(
      'used.mjs',
      script(url, `analytics.track({ userId: 'u', event: 'E' }); await analytics.flush();`),
    );
    expect(await consumer.node(['used.mjs'])).toMatchObject({ code: 0, stderr: '' });
    expect(await recorded()).toHaveLength(1);
  });

  it('queued messages are sent before it ends', async () => {
    const { url, recorded } = await startService();
    const consumer = makeConsumer();
    consumer.write(
      'script.mjs',
      script(url, `analytics.flushAfter = 50; analytics.track({ userId: 'u', event: 'E' });`),
    );
    expect(await consumer.node(['script.mjs'])).toMatchObject({ code: 0 });
    expect(await recorded()).toMatchObject([{ body: { batch: [{ event: 'E' }] } }]);
  });

  it('DEBUG=analytics logs what happens, and nothing is logged without it', async () => {
    const { url } = await startService();
    const consumer = makeConsumer();
    consumer.write(
      'script.mjs',
      script(
        `${url}/fail/1`,
        `analytics.track({ userId: 'u', event: 'E' });
        await analytics.flush();
        analytics.endpoint = '${url}/redirect';
        analytics.alias({ userId: 'u', previousId: 'a' });
        await analytics.flush().catch(() => undefined);`,
      ),
    );
    const { stdout, stderr } = await consumer.node(['script.mjs'], { DEBUG: 'analytics' });
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => line.replace(/^.*? analytics /, '').replace(/ in \d+ ms$/, ''));
    expect(lines).toEqual([
      'queued track',
      'flushing 1',
      'response 429',
      'retry 1 of 9',
      'response 200',
      'queued alias',
      'flushing 1',
      'response 302',
      'drop 1: The endpoint returned 302 after 1 attempt.',
    ]);
    expect(stdout).toBe('');
    expect((await consumer.node(['script.mjs'])).stderr).toBe('');
  });
});

/** The example of the library's README. */
function readmeExample(): string {
  const readme = readFileSync(join(project, 'shared/client/README.md'), 'utf8');
  return /```ts\n(import \{ Analytics \}[\s\S]*?)```/.exec(readme)?.[1] ?? '';
}

it('the README example sends the same as the specification example, in the same order', async () => {
  const { url, recorded } = await startService();
  const consumer = makeConsumer();
  const example = readmeExample().replace("'WRITE_KEY', {", `$& endpoint: '${url}',`);
  consumer.write('example.mts', example);
  expect(await consumer.node(['example.mts'])).toMatchObject({ code: 0, stderr: '' });
  expect(await recorded()).toMatchObject([
    {
      body: {
        batch: [
          { type: 'track', anonymousId: 'anon_77' },
          { type: 'alias', previousId: 'anon_77', userId: '019mr8mf4r' },
          { type: 'identify', userId: '019mr8mf4r' },
          { type: 'track', userId: '019mr8mf4r', integrations: { All: false, Webhooks: true } },
        ],
      },
    },
  ]);
});

const typed = `
import { Analytics, DeliveryError, FieldError, QueueFullError, type Track } from 'hookwright/client';

const analytics: Analytics = new Analytics('wk', {
  fetch: globalThis.fetch,
  onError: (error: DeliveryError, { messages }) => void [error.status, messages[0]?.messageId],
});
const record: Track = { anonymousId: 'a', event: 'E', timestamp: new Date() };
analytics.track(record);
analytics.page({ userId: 'u', traits: { url: 'https://a.example/', own: [1] } });
interface Cart { readonly total: number; readonly items: readonly string[] }
class Plan { readonly name = 'pro'; }
declare const cart: Cart;
analytics.track({ userId: 'u', event: 'E', properties: cart, context: new Plan() });
analytics.identify({ userId: 'u', traits: new Plan() });
analytics.group({ userId: 'u', groupId: 'g', traits: {} });
analytics.flushAfter = 1;
const closed: Promise<void> = analytics.close();
export const field = (error: unknown) => (error instanceof FieldError ? error.field : closed);
export const limit = (error: QueueFullError): number => error.limit;

// @ts-expect-error neither userId nor anonymousId
analytics.identify({ traits: {} });
// @ts-expect-error no event
analytics.track({ userId: 'u' });
// @ts-expect-error page needs userId
analytics.page({ anonymousId: 'a' });
// @ts-expect-error no groupId
analytics.group({ userId: 'u' });
// @ts-expect-error no previousId
analytics.alias({ userId: 'u' });
// @ts-expect-error no such field
analytics.track({ userId: 'u', event: 'E', propertys: {} });
// @ts-expect-error an array
analytics.track({ userId: 'u', event: 'E', properties: ['a'] });
// @ts-expect-error a function
analytics.identify({ userId: 'u', traits: () => ({}) });
// @ts-expect-error a Map
analytics.identify({ userId: 'u', traits: new Map<string, unknown>() });
// @ts-expect-error a Date
analytics.track({ userId: 'u', event: 'E', context: new Date() });
// @ts-expect-error a string
analytics.group({ userId: 'u', groupId: 'g', traits: 'text' });
// @ts-expect-error no number
analytics.size = '20';
`;

const typeRoots = join(project, 'node_modules', '@types');

// How each module system finds them is checked on the packed package below.
it.each([
  ['typescript-5.4', 'node16', ['--module', 'node16', '--lib', 'es2022']],
  ['typescript', 'nodenext', ['--module', 'nodenext', '--lib', 'es2022']],
  [
    'typescript',
    'a bundler',
    ['--moduleResolution', 'bundler', '--module', 'esnext', '--lib', 'es2022,dom'],
  ],
])('its types in %s accept %s, and reject what the rules reject', async (version, _, options) => {
  const consumer = makeConsumer();
  consumer.write('typed.mts', typed);
  consumer.write('typed.cts', typed);
  const files = ['typed.mts', 'typed.cts'];
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--noEmit'];
  const types = ['--typeRoots', typeRoots, '--types', 'node'];
  const args = [...files, '--pretty', 'false', ...types, ...strict, ...options];
  expect(await consumer.tsc(version, args)).toMatchObject({ code: 0, stdout: '' });
});

describe('bundled by esbuild', () => {
  const sending = (endpoint: string) =>
    script(endpoint, `analytics.track({ userId: 'u', event: 'E' }); analytics.close();`);

  it.each([
    ['Node, ES module', { platform: 'node', format: 'esm' }],
    ['Node, CommonJS', { platform: 'node', format: 'cjs' }],
    ['browser and workers', { platform: 'browser', format: 'iife' }],
    ['neutral', { platform: 'neutral', format: 'esm' }],
  ] as const)('it sends events: %s', async (_, options) => {
    const { url, recorded } = await startService();
    const consumer = makeConsumer();
    consumer.write('source.mjs', sending(url));
    const bundle = options.format === 'esm' ? 'bundle.mjs' : 'bundle.cjs';
    const { warnings } = await build({
      entryPoints: [join(consumer.folder, 'source.mjs')],
      outfile: join(consumer.folder, bundle),
      bundle: true,
      logLevel: 'silent',
      ...options,
    });
    expect(warnings).toEqual([]);
    // Also on the system's Node, if its version differs.
    const programs = [process.execPath, machineNode()];
    for (const program of programs)
      expect(await consumer.node([bundle], {}, program)).toMatchObject({ code: 0, stderr: '' });
    expect(await recorded()).toHaveLength(programs.length);
  });
});

it('the package can be required', async () => {
  const { url, recorded } = await startService();
  const consumer = makeConsumer();
  const source = script(url, `analytics.track({ userId: 'u', event: 'E' }); analytics.close();`);
  consumer.write('script.cjs', source.replace(/import (.*) from (.*);/, 'const $1 = require($2);'));
  expect(await consumer.node(['script.cjs'])).toMatchObject({ code: 0, stderr: '' });
  expect(await recorded()).toHaveLength(1);
});

async function packed(): Promise<Buffer> {
  const folder = temporaryFolder();
  const node = machineNode();
  const npm = npmProgram(node);
  if (npm === null) throw new Error('npm was not found.');
  const pack = [npm, 'pack', '--ignore-scripts', '--pack-destination', folder];
  await promisify(execFile)(node, pack, { cwd: project });
  const [name = ''] = readdirSync(folder);
  return readFileSync(join(folder, name));
}

it('the packed package has code and types for each way to import it', async () => {
  const tarball = await packed();
  const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } });
  // "main" is for Electron and is never imported.
  const complaints = messages.filter(({ code }) => code !== 'EXPORTS_MISSING_ROOT_ENTRYPOINT');
  expect(complaints.filter(({ type }) => type !== 'suggestion')).toEqual([]);
  const checked = await checkPackage(createPackageFromTarballData(tarball));
  if (!checked.types) throw new Error('The package has no types.');
  // TypeScript's "node10" resolution ignores "exports".
  const problems = checked.problems.filter(
    (one) => !('resolutionKind' in one && one.resolutionKind === 'node10'),
  );
  expect(problems).toEqual([]);
  expect(Object.keys(checked.entrypoints)).toEqual(['./client']);
});
