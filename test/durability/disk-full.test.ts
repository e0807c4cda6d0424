/**
 * A really full disk: `ulimit -f` limits the size of files, so that the host's writes fail as on a
 * full disk. This needs no rights, no mount and no hook in the product. Windows has no such limit;
 * there, test/ingestion/store-failure and test/contract/errors cover failed commits.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Storage } from '#shared/settings/retention.ts';
import type { System } from '#shared/settings/system.ts';
import { type HostLife, ledgerOf, type ReadyHost, startLife } from '#test/soak/host-life.ts';
import { inspectDatabase } from '#test/soak/inspect-database.ts';
import { basic } from '#test/support/ingest-client.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';

const hasLimits = process.platform !== 'win32';

beforeAll(async () => {
  if (hasLimits) await ensureBuild();
});

/** In blocks of 512 or 1,024 bytes, depending on the shell: two or four megabytes. */
const smallDisk = 'ulimit -S -f 4000';
const text = 'x'.repeat(20_000);

async function start(dataFolder: string, limits?: string, log?: (line: string) => void) {
  const life = startLife({ dataFolder, ...(limits && { limits }), ...(log && { log }) });
  onTestFinished(() => life.kill());
  const ready = await life.ready;
  if (ready === null) throw new Error('The host did not start.');
  return { life, ready };
}

async function call(ready: ReadyHost, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${ready.api}${path}`, {
    headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const post = ({ ingest }: ReadyHost, messageId: string) =>
  fetch(`${ingest}/v1/track`, {
    method: 'POST',
    headers: { authorization: basic('key') },
    body: JSON.stringify({ userId: 'u', event: 'E', messageId, properties: { text } }),
  });

const alertOf = async (ready: ReadyHost): Promise<Storage['alert']> =>
  ((await call(ready, '/system')) as System).storage.alert;

const bytesOf = (dataFolder: string, name: string): number => statSync(join(dataFolder, name)).size;

/** Of the limit, which ends within a page. */
const roundingBytes = 10_000;

/** Whether the database has reached the limit as its WAL has: until then, a checkpoint makes space. */
const isFull = (dataFolder: string): boolean =>
  bytesOf(dataFolder, 'hookwright.sqlite') + roundingBytes >
  bytesOf(dataFolder, 'hookwright.sqlite-wal');

/** Sends until the disk is full, in the folder for good; returns how many messages were accepted, and the next response. */
async function fill(
  ready: ReadyHost,
  dataFolder?: string,
): Promise<{ accepted: number; response: Response }> {
  for (let accepted = 0; ; ) {
    const response = await post(ready, `m-${accepted}`);
    if (response.status === 200) accepted += 1;
    else if (dataFolder === undefined || isFull(dataFolder)) return { accepted, response };
    else await setTimeout(100);
    await response.arrayBuffer();
  }
}

/** Frees space: for the running host if the system allows it, else for its next start. */
async function freeSpace(life: HostLife, ready: ReadyHost, dataFolder: string): Promise<ReadyHost> {
  const { status } = spawnSync('prlimit', ['--pid', `${life.process.pid}`, '--fsize=unlimited']);
  if (status === 0) return ready;
  await life.kill();
  return (await start(dataFolder)).ready;
}

// The name explains why the tests are skipped on Windows.
describe.skipIf(!hasLimits)(
  'on a disk of a few megabytes (by ulimit, which Windows has not)',
  () => {
    it('returns 503 while the disk is full, keeps its data, and continues when there is space', async () => {
      const dataFolder = temporaryFolder();
      const target = await startTarget();
      const released = Promise.withResolvers<void>();
      target.always(when(released.promise, reply(200)));
      const lines: string[] = [];
      const { life, ready } = await start(dataFolder, smallDisk, (line) => lines.push(line));
      const source = (await call(ready, '/sources', { name: 'S', writeKey: 'key' })) as {
        id: string;
      };
      await call(ready, '/destinations', {
        name: 'D',
        webhookUrl: target.url,
        payloadShape: 'full',
        sourceIds: [source.id],
        retry: { baseMs: 100, capMs: 1_000, jitter: 0, windowMs: 14_400_000 },
      });

      const { accepted, response } = await fill(ready, dataFolder);
      expect(accepted).toBeGreaterThan(5);
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ success: false, code: 'unavailable' });

      // These responses cannot be stored yet, and must not be forgotten.
      await target.received(Math.min(accepted, 64));
      released.resolve();
      expect(life.process.exitCode).toBeNull();
      expect(await call(ready, '/ledger')).toMatchObject({
        accepted,
        routed: accepted,
        balanced: true,
      });
      expect(inspectDatabase(dataFolder).integrity).toBe('ok');
      for (let repeat = 0; repeat < 3; repeat += 1)
        expect((await post(ready, `m-${accepted}`)).status).toBe(503);
      expect(await alertOf(ready)).toMatch(/^(disk_full|write_failed)$/);
      await expect.poll(() => lines).not.toEqual([]);
      // Without the stack of an error.
      const logged = { time: expect.any(Number), msg: expect.any(String) };
      const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
      expect(errors).not.toEqual([]);
      for (const error of errors)
        expect(error).toEqual({ ...logged, level: 50, code: expect.stringMatching(/^SQLITE_/) });

      const before = bytesOf(dataFolder, 'hookwright.sqlite');
      const again = await freeSpace(life, ready, dataFolder);
      expect((await post(again, `m-${accepted}`)).status).toBe(200);
      await expect.poll(() => alertOf(again)).toBeNull();
      // A checkpoint comes first: the WAL doesn't take the space.
      if (again === ready) expect(bytesOf(dataFolder, 'hookwright.sqlite')).toBeGreaterThan(before);
      const ledger = await ledgerOf(again, ({ delivered }) => delivered === accepted + 1);
      expect(ledger).toMatchObject({ accepted: accepted + 1, duplicates: 0, balanced: true });
      const arrived = new Set(target.requests.map(({ body }) => JSON.parse(`${body}`).messageId));
      expect([...arrived].sort()).toEqual(
        Array.from({ length: accepted + 1 }, (_, n) => `m-${n}`).sort(),
      );
    });

    it('stops cleanly while the disk is full', async () => {
      const dataFolder = temporaryFolder();
      const { life, ready } = await start(dataFolder, smallDisk);
      await call(ready, '/sources', { name: 'S', writeKey: 'key' });
      const { accepted } = await fill(ready);
      expect(await life.stop()).toBe(0);
      expect(inspectDatabase(dataFolder)).toMatchObject({ integrity: 'ok', dangling: 0 });
      const { ready: again } = await start(dataFolder);
      expect(await call(again, '/ledger')).toMatchObject({ accepted, balanced: true });
    });

    it('reports at startup that there is no space', async () => {
      const lines: string[] = [];
      const life = startLife({
        dataFolder: temporaryFolder(),
        limits: 'ulimit -f 16',
        log: (line) => void lines.push(line),
      });
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      life.process.once('close', () => resolve());
      expect(await life.ready).toBeNull();
      await closed;
      expect(life.process.exitCode).toBe(1);
      expect(lines.join('\n')).toMatch(/^hookwright: Can't open the data in .+ free disk space/);
    });
  },
);
