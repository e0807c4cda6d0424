/** `hookwright deliveries export`, and a lost connection, on a running host. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { strict } from '#test/core/deliveries/strict-receiver.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { runDeliveries } from './support/run-deliveries.ts';
import { startInterface, token } from './support/start-interface.ts';

const secret = 'wh_s3cret';

beforeAll(ensureBuild);

async function used() {
  const { core, port } = await startInterface();
  const target = await startTarget();
  target.always(strict(secret));
  await connect(core, {
    name: 'Hooks',
    webhooks: [{ url: target.url, headers: { Authorization: 'Bearer of-the-webhook' } }],
    sharedSecret: secret,
  });
  await send(core, track({ event: 'Größe ☃' }));
  await send(core, track({ event: 'Other' }));
  await target.received(2);
  const address = ['--url', `http://127.0.0.1:${port}`, '--token', token];
  const deliveries = (args: readonly string[]) => runDeliveries([...args, ...address]);
  return { core, target, deliveries };
}

/** Cuts the connection of the first request for progress, before its response. */
async function cutProgress(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cut = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage };
    if (!/^\/api\/jobs\/\d/.test(request.url ?? '')) return;
    request.socket.destroy();
    resolve();
  };
  subscribe('http.server.request.start', cut);
  await promise;
  unsubscribe('http.server.request.start', cut);
}

describe('hookwright deliveries export', () => {
  it('writes matching deliveries to stdout and lists redacted values on stderr', async () => {
    const { deliveries } = await used();
    const { code, stdout, stderr } = await deliveries(['export', '--filter', 'event:Größe']);
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: { label: 'Größe ☃' } });
    expect(stdout).not.toContain('of-the-webhook');
    expect(stderr).toContain('1 delivery, ');
    expect(stderr).toContain('Redacted: header Authorization (1)');
  });

  it('creates the file only when it is complete, and includes secrets on request', async () => {
    const { deliveries } = await used();
    const out = join(temporaryFolder(), 'fixtures.zip');
    const { code } = await deliveries([
      'export',
      '--format',
      'fixtures',
      '--secrets',
      '--out',
      out,
    ]);
    expect(code).toBe(0);
    const index = Buffer.from(unzipSync(readFileSync(out))['index.json'] ?? []).toString();
    expect(index).toContain(secret);
    expect(existsSync(`${out}.part`)).toBe(false);
    const nowhere = await deliveries(['export', '--out', join(out, 'x')]);
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toContain("Can't write");
    const unreadable = await deliveries(['export', '--filter', 'state:nope']);
    expect(unreadable).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('the output file', () => {
  it('is overwritten only with --force', async () => {
    const { deliveries } = await used();
    const out = join(temporaryFolder(), 'some.jsonl');
    writeFileSync(out, 'kept');
    const refused = await deliveries(['export', '--out', out]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('some.jsonl already exists');
    expect(refused.stderr).toContain('--force');
    expect(readFileSync(out, 'utf8')).toBe('kept');
    expect((await deliveries(['export', '--out', out, '--force'])).code).toBe(0);
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(2);
    const folder = await deliveries(['export', '--out', temporaryFolder(), '--force']);
    expect(folder).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a file') });
  });

  it('must not have the extension of another format', async () => {
    const { deliveries } = await used();
    const out = join(temporaryFolder(), 'hour.HAR');
    const refused = await deliveries(['export', '--out', out]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--format har');
    expect(existsSync(out)).toBe(false);
    expect((await deliveries(['export', '--out', out, '--format', 'har'])).code).toBe(0);
  });
});

describe('a started job', () => {
  it('continues when the command loses the connection', async () => {
    const { core, deliveries, target } = await used();
    await core.settings.update({ webhookConcurrency: 1 });
    const released = Promise.withResolvers<void>();
    target.always(when(released.promise, reply(200)));
    const sending = deliveries(['copy', '--yes']);
    await cutProgress();
    const { code, stderr } = await sending;
    released.resolve();
    expect(code).toBe(1);
    expect(stderr).toContain('which continues the job');
    await expect
      .poll(() => core.jobs.page({ limit: 1 }).items[0])
      .toMatchObject({ kind: 'copy', state: 'completed', doneCount: 2 });
  });
});
