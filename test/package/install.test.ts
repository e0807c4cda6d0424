/** The npm package, packed and installed in an empty folder: on the oldest supported Node, and as the image starts it, on ours. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { verificationSnippets } from '#shared/signatures/snippets/verification-snippets.ts';
import { makeFolder, removeFolder, temporaryFolder } from '#test/support/temporary-folder.ts';
import { writeUnhurried } from '#test/support/unhurried.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { ensureBuild, ensureDocs } from '../../scripts/ensure-build.mjs';
import { isReachable } from '../../scripts/is-reachable.mjs';
import { machineNode, nodeFile, npmProgram } from '../../scripts/node-binary.mjs';
import { asHost, askToStop, freePorts, readyLine } from '../e2e/support/start-host.ts';
import { runSnippet } from '../snippets/run-snippet.ts';
import { runners } from '../snippets/runners.ts';

const project = resolve(import.meta.dirname, '../..');
const maxUnpackedBytes = 17_000_000;
const minimumNode = packageJson.engines.node.replace('>=', '');

const execute = promisify(execFile);
const npmNode = machineNode();

async function npm(args: readonly string[], cwd: string): Promise<string> {
  const program = npmProgram(npmNode);
  if (program === null) throw new Error('npm was not found.');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  return (await execute(npmNode, [program, ...args, ...quiet], { cwd })).stdout;
}

/** The oldest supported Node, from the npm package of this platform; kept between runs. */
async function oldestNode(): Promise<string> {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const folder = join(project, 'node_modules/.cache', `node-${minimumNode}`);
  const binary = join(folder, 'node_modules', name, 'bin', nodeFile);
  if (!existsSync(binary))
    await npm(['install', '--prefix', folder, '--no-save', `${name}@${minimumNode}`], project);
  return binary;
}

interface Installed {
  readonly folder: string;
  readonly bin: string;
  readonly unpackedSize: number;
  readonly files: readonly string[];
}

async function install(folder: string): Promise<Installed> {
  const packed = await npm(
    ['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
    project,
  );
  // A list, or since npm 12 an object by name.
  const [{ filename, unpackedSize, files }] = Object.values(JSON.parse(packed)) as [
    { filename: string; unpackedSize: number; files: { path: string }[] },
  ];
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await npm(['install', `./${filename}`], folder);
  const bin = join(folder, 'node_modules/hookwright', packageJson.bin.hookwright);
  return { folder, bin, unpackedSize, files: files.map(({ path }) => path) };
}

const isOnline = await isReachable((await npm(['config', 'get', 'registry'], project)).trim());
const skipped = isOnline ? '' : ' (skipped: the package registry is not reachable)';

describe.skipIf(!isOnline)(`the installed package${skipped}`, () => {
  const folder = makeFolder();
  let installed: Installed;
  beforeAll(async () => {
    await Promise.all([ensureBuild(), ensureDocs()]);
    installed = await install(folder);
  });
  afterAll(() => removeFolder(folder));

  it('is small, and needs no development package and no build', async () => {
    expect(installed.unpackedSize).toBeLessThan(maxUnpackedBytes);
    expect(installed.files.filter((file) => /\.(map|ts|tsx|br)$/.test(file))).toEqual(
      installed.files.filter((file) => /^out\/client\/.*\.d\.ts$/.test(file)),
    );
    const names = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(names.sort()).toEqual(['better-sqlite3', 'hookwright', 'node-addon-api']);
    expect(
      Object.keys(packageJson.scripts).filter((name) => /install|^prepare$/.test(name)),
    ).toEqual([]);
    expect(installed.files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'out/client/index.d.cts',
        'out/docs/index.html',
        'out/renderer/third-party-notices.txt',
      ]),
    );
  });

  describe(`on Node ${minimumNode}`, () => {
    let node: string;
    beforeAll(async () => {
      node = await oldestNode();
    });

    const hookwright = (args: readonly string[]) =>
      execute(node, [installed.bin, ...args], { cwd: folder });

    it('without a command, the interface and its documentation respond', async () => {
      const data = join(folder, `data-${process.hrtime.bigint()}`);
      const child = spawn(node, [installed.bin, '--json', ...freePorts, '--data', data], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      let log = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        log += chunk;
      });
      const exited = once(child, 'exit');
      const host = asHost(await readyLine(child, () => log));
      const address = new URL(host.interfaceUrl).origin;
      for (const path of ['/', '/docs/', '/docs/guides/ci.html']) {
        const response = await fetch(`${address}${path}`);
        expect(response.status, path).toBe(200);
        expect(await response.text()).toContain('<!');
      }
      expect(await host.api('GET', '/system')).toMatchObject({ version: packageJson.version });
      askToStop(child);
      expect(await exited).toEqual([0, null]);
    });

    it('runs a scenario', async () => {
      cpSync(join(project, 'test/bench/rows/one-delivery.yaml'), join(folder, 'one.yaml'));
      await hookwright(['run', 'one.yaml', '--quiet']);
    });

    it('certifies a receiver', async () => {
      const snippet = verificationSnippets(profileOf({ profile: defaultProfileId })).find(
        ({ id }) => id === 'node-http',
      );
      const runner = runners['node-http'];
      if (snippet === undefined || runner === undefined) throw new Error('There is no receiver.');
      const url = await runSnippet(snippet, runner, 's3cret');
      const profile = ['--profile', writeUnhurried(folder)];
      await hookwright([
        ...['certify', url, '--secret', 's3cret', '--junit', 'report.xml', ...profile],
      ]);
      expect(existsSync(join(folder, 'report.xml'))).toBe(true);
    });

    it('certifies a sender, which sends nothing here', async () => {
      const options = ['--secret', 's', '--max-time', '1s', '--data', join(folder, 'data-sender')];
      const run = hookwright(['certify', 'sender', ...options, '--json', 'sender.json']);
      await expect(run).rejects.toMatchObject({ code: 3 });
      const report = JSON.parse(readFileSync(join(folder, 'sender.json'), 'utf8'));
      expect(report).toMatchObject({ complete: true, verdict: 'incomplete' });
    });

    it('serves tools to agents', async () => {
      const data = join(folder, `data-mcp-${process.hrtime.bigint()}`);
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(
        new StdioClientTransport({
          command: node,
          args: [installed.bin, 'mcp', '--data', data],
          cwd: folder,
        }),
      );
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('list_deliveries');
      const { content } = await client.callTool({ name: 'list_deliveries', arguments: {} });
      expect(content).toMatchObject([{ type: 'text' }]);
      await client.close();
    });

    it('the client library can be imported and required', async () => {
      const use = "if (typeof Analytics !== 'function') process.exit(1);";
      writeFileSync(
        join(folder, 'use.mjs'),
        `import { Analytics } from 'hookwright/client';${use}`,
      );
      writeFileSync(
        join(folder, 'use.cjs'),
        `const { Analytics } = require('hookwright/client');${use}`,
      );
      for (const file of ['use.mjs', 'use.cjs']) await execute(node, [file], { cwd: folder });
    });
  });

  it('has types for both', async () => {
    const use = `import { Analytics } from 'hookwright/client';
      export const size: number = new Analytics('wk').flushAfter;`;
    for (const file of ['use.mts', 'use.cts']) writeFileSync(join(folder, file), use);
    const tsc = join(project, 'node_modules/typescript/bin/tsc');
    const options = ['--module', 'nodenext', '--lib', 'es2022,dom', '--strict', '--noEmit'];
    await execute(process.execPath, [tsc, 'use.mts', 'use.cts', ...options], { cwd: folder });
  });

  it('the command of the image starts, and its health check passes', async () => {
    const dockerfile = readFileSync(join(project, 'Dockerfile'), 'utf8');
    const listOf = (instruction: string): readonly string[] => {
      const [, list = ''] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(dockerfile) ?? [];
      return JSON.parse(list);
    };
    const replaced: Readonly<Record<string, string>> = {
      '/data': join(folder, 'data-image'),
      '0.0.0.0': '127.0.0.1',
      '8378': '0',
    };
    const [command, ...entryPoint] = [...listOf('ENTRYPOINT'), ...listOf('CMD')].map((word) =>
      (replaced[word] ?? word).replace(/^\/app\//, `${folder}/`),
    );
    expect(command).toBe('node');
    const args = [...entryPoint, '--ingest-port', '0', '--mock-port', '0'];
    const child = spawn(process.execPath, [...args, '--mock-https-port', '0'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = once(child, 'exit');
    const [text] = await once(child.stdout, 'data');
    const [, port = ''] = /Interface +http:\/\/127\.0\.0\.1:(\d+)/.exec(String(text)) ?? [];
    const [, , script = ''] = listOf('  CMD');
    expect(script).toContain(':8378/');
    await execute(process.execPath, ['-e', script.replace(':8378/', `:${port}/`)]);
    child.kill();
    expect(await exited).toEqual([0, null]);
  });

  const machineVersion = execFileSync(npmNode, ['--version'], { encoding: 'utf8' }).trim();
  const isOld = Number(machineVersion.slice(1).split('.')[0]) < Number(minimumNode.split('.')[0]);
  const reason = isOld ? '' : ` (skipped: the system's Node is ${machineVersion})`;
  it.skipIf(!isOld)(`on an older Node, it names the required version${reason}`, async () => {
    await expect(execute(npmNode, [installed.bin, 'run'])).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`Node ${minimumNode} or later is required`),
    });
  });
});

it.each([
  ['99.0.0', 2],
  [process.versions.node, 0],
])('if the package requires Node %s, the command exits with %i', async (required, exitCode) => {
  const folder = temporaryFolder();
  cpSync(join(project, 'bin'), join(folder, 'bin'), { recursive: true });
  const manifest = { ...packageJson, type: 'commonjs', engines: { node: `>=${required}` } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  mkdirSync(join(folder, 'out/node'), { recursive: true });
  writeFileSync(join(folder, 'out/node/cli.js'), '');
  const child = spawn(process.execPath, [join(folder, packageJson.bin.hookwright)]);
  expect(await once(child, 'exit')).toEqual([exitCode, null]);
});
