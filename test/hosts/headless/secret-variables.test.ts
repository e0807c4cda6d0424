/** No output of a run or an exploration has the value of a secret variable. */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { runCommand } from './support/run-command.ts';

beforeAll(ensureBuild);

const secret = 'pl4nted+se/cret=value';
const pin = '73519264';
const forms = [
  ...[
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    Buffer.from(secret).toString('base64'),
  ],
  pin,
];

const scenario = (url: string): string => `
scenario: 1
name: Order with \${apiKey}
variables:
  apiKey: { env: PLANTED_SECRET, secret: true }
  pin: { env: PLANTED_PIN, default: 0, secret: true }
given:
  sources: [{ name: Shop }]
  servers:
    - { name: mine, url: '${url}/hook?key=\${apiKey}', reset: { url: '${url}/reset?key=\${apiKey}', method: POST }, lookUp: '${url}/count?id={messageId}&key=\${apiKey}' }
  mocks: [{ name: shop }]
  destinations:
    - { name: Orders, sources: [Shop], payloadShape: full, webhooks: [{ server: mine, headers: { X-Api-Key: '\${apiKey}' } }] }
    - { name: Copies, sources: [Shop], webhooks: [{ mock: shop, headers: { X-Api-Key: '\${apiKey}' } }] }
when:
  - { id: order, name: 'Sends \${apiKey}', send: { source: Shop, message: { type: track, event: Paid, userId: '\${apiKey}', properties: { pin: '\${pin}' } } } }
then:
  - { attempts: 'header[x-api-key]="\${apiKey}"', count: 3 }
  - { attempts: '', every: 'header[x-api-key]=other' }
  - { requests: 'user:"\${apiKey}"', snapshot: requests.json }
`;

/** Resets fail with 500 at first. */
async function startOrders() {
  let resetStatus = 500;
  const server = createServer((request, response) => {
    const isReset = request.url?.startsWith('/reset') === true;
    response.writeHead(isReset ? resetStatus : 200).end('{"count":1}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    resetWorks: () => {
      resetStatus = 200;
    },
  };
}

/** Files and entries of run archives, with their text. */
const textsIn = (folder: string): readonly (readonly [name: string, text: string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name);
    if (!statSync(path).isFile()) return [];
    const bytes = readFileSync(path);
    return name.endsWith('.hookwright-run')
      ? Object.entries(unzipSync(bytes)).map(
          ([entry, content]) => [`${name}/${entry}`, strFromU8(content)] as const,
        )
      : [[name, bytes.toString('utf8')] as const];
  });

function expectNoSecrets(texts: readonly (readonly [string, string])[]): void {
  for (const [name, text] of texts)
    for (const form of forms) expect(text.includes(form), `${form} in ${name}`).toBe(false);
}

it('no output of a run or an exploration has the value of a secret variable', async () => {
  const orders = await startOrders();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.yaml'), scenario(orders.url));
  const env = {
    ...{ PLANTED_SECRET: secret, PLANTED_PIN: pin },
    ...{ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') },
  };
  const files = ['--json', 'run.json', '--html', 'run.html', '--junit', 'run.xml'];
  const codes: (number | null)[] = [];
  async function perform(...args: string[]): Promise<void> {
    const { code, stdout, stderr } = await runCommand(folder, args, env);
    codes.push(code);
    const outputs = [
      ['stdout', stdout],
      ['stderr', stderr],
    ] as const;
    expectNoSecrets([...outputs, ...textsIn(folder)]);
  }
  await perform('run', 'a.yaml', ...files);
  const [{ inconclusive }] = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')).reports;
  expect(inconclusive).toMatchObject([
    { code: 'reset_failed', message: expect.stringContaining('(apiKey)') },
  ]);
  orders.resetWorks();
  await perform('run', 'a.yaml', ...files, '--update', '--repeat', '2');
  const names = textsIn(folder).map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['run.json', 'run.html', 'run.xml', 'summary.md', 'requests.json'],
      ...['report.json', 'run.sqlite'].map((name) =>
        expect.stringMatching(new RegExp(`hookwright-run/${name}$`)),
      ),
    ]),
  );
  const [report] = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')).reports;
  expect(report.checks[0].name).toContain('(apiKey)');
  expect(report.checks[1].nearest.length + report.checks[1].found.length).toBeGreaterThan(0);
  await perform(
    'explore',
    'a.yaml',
    '--json',
    'explore.json',
    '--junit',
    'explore.xml',
    '--out',
    'found.yaml',
  );
  expect(codes).toEqual([3, 1, 1]);
  const explored = JSON.parse(readFileSync(join(folder, 'explore.json'), 'utf8'));
  expect(JSON.stringify(explored.finding)).toContain('(apiKey)');
});

it('no problem of a file quotes the value of a secret variable', async () => {
  const folder = temporaryFolder();
  const text = scenario('http://127.0.0.1:9').replace('count: 3', `count: '\${apiKey}'`);
  writeFileSync(join(folder, 'a.yaml'), text.replace('source: Shop', `source: '\${apiKey}'`));
  const env = { PLANTED_SECRET: secret, PLANTED_PIN: pin };
  const { code, stdout, stderr } = await runCommand(folder, ['run', 'a.yaml'], env);
  expect(code).toBe(2);
  expect(stderr).toContain('(apiKey)');
  expectNoSecrets(Object.entries({ stdout, stderr }));
});
