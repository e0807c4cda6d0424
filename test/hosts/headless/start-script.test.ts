/** `npx hookwright …` in a copy of the repository: a signal to its process only also stops the program. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePorts, readyLine } from '#test/e2e/support/start-host.ts';
import { ordersScenario } from '#test/scenarios/explore/support/orders.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { project } from './support/run-cli.ts';

beforeAll(ensureBuild);

/** Its requests to `/webhook` never get a response. */
async function startSilentServer() {
  const server = createServer(({ method, url }, response) => {
    if (url !== '/webhook') response.end();
    else server.emit('webhook', method);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: once(server, 'webhook') };
}

const childrenOf = (pid: number): readonly number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the start script', () => {
  it.skipIf(process.platform === 'win32').each([
    ['run', 'SIGINT', ['run', 'orders.yaml', '--json', 'report.json']],
    ['run', 'SIGTERM', ['run', 'orders.yaml', '--json', 'report.json']],
    ['explore', 'SIGINT', ['explore', 'orders.yaml', '--json', 'report.json']],
    ['explore', 'SIGTERM', ['explore', 'orders.yaml', '--json', 'report.json']],
    ['certify', 'SIGINT', ['certify']],
  ] as const)(
    'stops hookwright %s on %s (Windows has no signals)',
    async (command, signal, args) => {
      const { url, asked } = await startSilentServer();
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'orders.yaml'), ordersScenario(url));
      const all = command === 'certify' ? [...args, `${url}/webhook`, '--secret', 's3cret'] : args;
      const script = spawn(process.execPath, [join(project, 'bin', 'hookwright.cjs'), ...all], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      // Only if it failed. The program ends with it.
      onTestFinished(() => void script.kill('SIGKILL'));
      const ended = once(script, 'exit');
      await asked;
      const [program = 0, ...others] = childrenOf(script.pid ?? 0);
      expect(others).toEqual([]);
      script.kill(signal);
      expect(await ended).toEqual([130, null]);
      expect(isRunning(program)).toBe(false);
      // It ended by itself, after its report.
      if (command !== 'certify')
        expect(readFileSync(join(folder, 'report.json'), 'utf8')).toContain('"interrupted"');
    },
  );

  it.skipIf(process.platform === 'win32')(
    'names the signal in the log (Windows has no signals)',
    async () => {
      const script = spawn(
        process.execPath,
        [
          ...[join(project, 'bin', 'hookwright.cjs'), 'serve', '--json', '--no-open', '--empty'],
          ...[...freePorts, '--data', temporaryFolder()],
        ],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      onTestFinished(() => void script.kill('SIGKILL'));
      let log = '';
      script.stderr.on('data', (chunk: Buffer) => {
        log += chunk;
      });
      await readyLine(script, () => log);
      script.kill('SIGTERM');
      expect(await once(script, 'close')).toEqual([0, null]);
      expect(log).toContain('SIGTERM');
    },
  );
});
