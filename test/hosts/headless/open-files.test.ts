/** A host with a low limit of open files responds while clients hold many connections. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { ownNode } from '../../../scripts/node-binary.mjs';

const cli = resolve(import.meta.dirname, '../../../out/node/cli.js');
const maxFiles = 160;

beforeAll(ensureBuild);

interface Ready {
  readonly api: string;
  readonly ingest: string;
  readonly mocks: string;
  readonly token: string;
}

async function startWithFewFiles(): Promise<Ready> {
  const args = ['serve', '--json', '--no-open', '--empty', '--data', temporaryFolder()].concat(
    ['--port', '--ingest-port', '--mock-port', '--mock-https-port'].flatMap((option) => [
      option,
      '0',
    ]),
  );
  const command = `ulimit -n ${maxFiles} && exec "$0" "$@"`;
  const child = spawn('sh', ['-c', command, ownNode, cli, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return JSON.parse(String(line)) as Ready;
}

/** Resolves when the server has accepted or closed all of these connections. */
async function holdConnections(url: string, count: number): Promise<void> {
  const { hostname, port } = new URL(url);
  await Promise.all(
    Array.from({ length: count }, () => {
      const socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined).resume();
      return new Promise<void>((done) => {
        socket.once('connect', done).once('close', () => done());
      });
    }),
  );
}

it.runIf(process.platform !== 'win32')(
  'responds over REST while clients hold more connections than the open-file limit (Windows has none)',
  async () => {
    const { api, ingest, mocks, token } = await startWithFewFiles();
    await holdConnections(ingest, 2 * maxFiles);
    await holdConnections(mocks, 2 * maxFiles);
    for (let count = 0; count < 3; count += 1) {
      const headers = { authorization: `Bearer ${token}`, connection: 'close' };
      const response = await fetch(`${api}/sources`, { headers });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
  },
);
