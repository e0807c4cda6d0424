/** Runs every documented command that calls Hookwright or curl on a real host, page by page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { verificationSnippets } from '#shared/signatures/snippets/verification-snippets.ts';
import { skipWithout } from '#test/support/skipped.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { writeUnhurried } from '#test/support/unhurried.ts';
import { until } from '#test/support/until.ts';
import { pageFiles, readPage } from '../../scripts/docs/pages.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { findLanguage } from '../../scripts/languages.mjs';
import { ownNode } from '../../scripts/node-binary.mjs';
import { cli, freePorts, type OwnHost, startHost } from '../e2e/support/start-host.ts';
import { runSnippet } from '../snippets/run-snippet.ts';
import { runners } from '../snippets/runners.ts';
import { codeBlocks } from './code-blocks.ts';

const needed = ['bash', 'curl', 'jq', 'openssl'];
const missing = needed.filter((program) => findLanguage(program) === null);

const isRun = (code: string): boolean => /\bcurl\b|\bnpx hookwright\b/.test(code);

const pages = pageFiles().flatMap((name) => {
  const blocks = codeBlocks(readPage(name)).filter(
    ({ language, note, code }) => language === 'sh' && note !== 'no-run' && isRun(code),
  );
  return blocks.length === 0 ? [] : [{ name, script: blocks.map(({ code }) => code).join('\n') }];
});

interface Addresses {
  readonly ingestion: string;
  readonly interface: string;
  readonly receivers: string;
  readonly webhook: string;
}

/** Documented addresses, and their replacements in this run. */
function replacedAddresses(text: string, addresses: Addresses): string {
  const ports = {
    8377: addresses.ingestion,
    8378: addresses.interface,
    8379: addresses.receivers,
    3000: addresses.webhook,
  };
  return Object.entries(ports).reduce(
    (replaced, [port, address]) => replaced.replaceAll(`127.0.0.1:${port}`, new URL(address).host),
    text,
  );
}

/**
 * `npx` and `curl` for the commands: npx runs our build, and certifies receivers without a time limit, which a busy
 * machine may exceed. curl fails on an error status.
 */
function writePrograms(dataFolder: string): string {
  const folder = temporaryFolder();
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${text}\n`, { mode: 0o755 });
  write(
    'npx',
    `shift
case "$*" in
  serve*) set -- "$@" ${freePorts.join(' ')} ;;
  *--data*) ;;
  certify\\ http*) set -- "$@" --profile '${writeUnhurried(folder)}' ;;
  api*) set -- "$@" --data '${dataFolder}' ;;
esac
exec '${ownNode}' '${cli}' "$@"`,
  );
  write('curl', `PATH=\${PATH#*${delimiter}} exec curl --fail-with-body -sS "$@"`);
  return folder;
}

/** An hour, so that it is still scheduled when a guide fast-forwards. */
const patient = { baseMs: 3_600_000, capMs: 3_600_000, jitter: 0, windowMs: 14_400_000 };

/** A delivery waiting for its second attempt, among delivered ones. */
async function seed(host: OwnHost): Promise<void> {
  const { url } = (await host.api('POST', '/mocks', {
    name: 'recovering',
    steps: [{ status: 503 }, { status: 200 }],
  })) as { url: string };
  const [source] = (await host.api('GET', '/sources')) as [{ id: string }];
  await host.api('POST', '/destinations', {
    name: 'Recovering',
    webhookUrl: url,
    sourceIds: [source.id],
    retry: patient,
  });
  await host.api('POST', '/send', { sample: 'track', count: 3 });
  await until(async () =>
    expect(await host.api('GET', '/ledger')).toMatchObject({ delivered: 5, waiting: 1 }),
  );
}

/** Files that a page tells the reader to create, such as `hookwright.json`. */
function writeNamedFiles(page: string, folder: string, addresses: Addresses): void {
  for (const { note, code } of codeBlocks(readPage(page)))
    if (/^[\w.-]+\.json$/.test(note))
      writeFileSync(join(folder, note), replacedAddresses(code, addresses));
}

async function runScript(script: string, folder: string, env: NodeJS.ProcessEnv) {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

let host: OwnHost;
beforeAll(async () => {
  await ensureBuild();
  host = await startHost({ firstContent: true });
  await seed(host);
});
afterAll(() => host.stop());

it('the guides contain commands', () => {
  expect(pages.map(({ name }) => name)).toContain('guides/ci');
});

for (const program of missing) skipWithout(program);

it.for(missing.length > 0 ? [] : pages)('$name', async ({ name, script }) => {
  const snippet = verificationSnippets(profileOf({ profile: defaultProfileId })).find(
    ({ id }) => id === 'node-http',
  );
  const runner = runners['node-http'];
  if (snippet === undefined || runner === undefined)
    throw new Error('There is no receiver to run.');
  const { mockUrl } = (await host.api('GET', '/system')) as { mockUrl: string };
  const addresses = {
    ingestion: host.ingestUrl,
    interface: host.apiUrl,
    receivers: mockUrl,
    webhook: await runSnippet(snippet, runner, 's3cret'),
  };
  const [source] = (await host.api('GET', '/sources')) as [{ writeKey: string }];
  const folder = temporaryFolder();
  writeNamedFiles(name, folder, addresses);
  const { code, output } = await runScript(replacedAddresses(script, addresses), folder, {
    PATH: `${writePrograms(host.dataFolder)}${delimiter}${process.env.PATH}`,
    HOOKWRIGHT_TOKEN: host.token,
    WRITE_KEY: source.writeKey,
  });
  expect(code, output).toBe(0);
});
