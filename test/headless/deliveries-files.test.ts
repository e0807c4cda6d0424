/** `hookwright deliveries export` and `import`, on a running host. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { accepts, strict } from '#test/core/deliveries/strict-receiver.ts';
import { exported } from '#test/core/transfer/exports/exported.ts';
import { importJobs } from '#test/core/transfer/resend-imports/imported.ts';
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
  const deliveries = (args: readonly string[], input = '') =>
    runDeliveries([...args, ...address], { input });
  const lines = async () => (await exported(core, { format: 'jsonl' })).bytes.toString();
  return { core, target, deliveries, lines };
}

/** Cuts the connection of the first request for progress, before its response. */
async function cutProgress(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cut = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage };
    if (!request.url?.startsWith('/api/jobs/')) return;
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

describe('hookwright deliveries import', () => {
  it('fails with a message when no request was delivered', async () => {
    const { deliveries, lines, target } = await used();
    const file = join(temporaryFolder(), 'some.jsonl');
    writeFileSync(file, await lines());
    target.always(reply(503));
    const { code, stdout, stderr } = await deliveries(['import', file, '--to', 'Hooks', '--yes']);
    expect(code).toBe(1);
    expect(stdout).toContain('0 delivered, 2 failed');
    expect(stderr).toContain('None of the 2 requests was delivered');
  });

  it('sends requests from stdin to a webhook, re-signed', async () => {
    const { deliveries, target, lines } = await used();
    const args = ['import', '-', '--to', 'Hooks', '--yes'];
    const { code, stdout, stderr } = await deliveries(args, await lines());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('2 lines read, 2 requests to send.');
    expect(stdout).toContain('2 requests sent.');
    const again = target.requests.slice(2);
    expect(again).toHaveLength(2);
    expect(again.every((request) => accepts(secret, request))).toBe(true);
  });

  it('plans, and sends to other machines only if their origin is allowed', async () => {
    const { deliveries, target, lines, core } = await used();
    const file = join(temporaryFolder(), 'some.jsonl');
    writeFileSync(file, (await lines()).replaceAll(target.url, 'https://hooks.example.com/in'));
    const plan = await deliveries(['import', file, '--plan']);
    expect(plan.code).toBe(0);
    expect(plan.stdout).toContain('2 requests to https://hooks.example.com');
    expect(plan.stdout).toContain('Authorization is redacted in 2 requests');
    const away = await deliveries(['import', file, '--yes']);
    expect(away.code).toBe(1);
    expect(away.stderr).toContain('Allow one with --allow-origin');
    expect(core.resends.pageOfAll({ limit: 1 }).items).toEqual([]);
  });

  it('rejects a file that is not UTF-8', async () => {
    const { deliveries, lines, core } = await used();
    const file = join(temporaryFolder(), 'latin-1.jsonl');
    writeFileSync(file, Buffer.from(await lines(), 'latin1'));
    const { code, stderr } = await deliveries(['import', file, '--to', 'Hooks', '--yes']);
    expect(code).toBe(1);
    expect(stderr).toContain('latin-1.jsonl is not UTF-8 text');
    expect(core.resends.pageOfAll({ limit: 1 }).items).toEqual([]);
  });

  it('reports a missing file', async () => {
    const { deliveries } = await used();
    const file = join(temporaryFolder(), 'nope.har');
    const { code, stdout, stderr } = await deliveries(['import', file, '--yes']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^hookwright: Can't read \S+nope\.har: ENOENT[^\n]+\n$/);
  });

  it('plans for the given webhook instead of the URLs in the file', async () => {
    const { deliveries, target, lines } = await used();
    const file = join(temporaryFolder(), 'some.jsonl');
    writeFileSync(file, (await lines()).replaceAll(target.url, 'https://hooks.example.com/in'));
    const { stdout } = await deliveries(['import', file, '--plan', '--to', 'Hooks']);
    expect(stdout).toBe('2 lines read, 2 requests to send.\n  2 requests to Hooks, re-signed\n');
  });

  it('requires a confirmation and an existing webhook', async () => {
    const { deliveries, lines, core } = await used();
    const file = join(temporaryFolder(), 'some.jsonl');
    writeFileSync(file, await lines());
    const unasked = await deliveries(['import', file]);
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain('confirmation needs a terminal');
    const unknown = await deliveries(['import', file, '--to', 'Unknown', '--yes']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('--to "Unknown" is not a webhook');
    expect(core.resends.pageOfAll({ limit: 1 }).items).toEqual([]);
  });

  it('sends to the URLs in the file, with values for redacted headers', async () => {
    const { deliveries, target, lines } = await used();
    const file = join(temporaryFolder(), 'some.jsonl');
    writeFileSync(file, await lines());
    const given = ['--header', 'Authorization: Bearer given', '--yes', '--json'];
    const sent = await deliveries(['import', file, ...given]);
    expect(sent.code).toBe(0);
    expect(JSON.parse(sent.stdout)).toMatchObject({
      job: { doneCount: 2, counts: { delivered: 2 } },
    });
    expect(target.requests[2]?.header('authorization')).toBe('Bearer given');
  });

  it('leaves a started import running when the connection is lost', async () => {
    const { core, deliveries, target, lines } = await used();
    await core.settings.update({ webhookConcurrency: 1 });
    const file = join(temporaryFolder(), 'some.jsonl');
    writeFileSync(file, await lines());
    const released = Promise.withResolvers<void>();
    target.always(when(released.promise, reply(200)));
    const sending = deliveries(['import', file, '--to', 'Hooks', '--yes']);
    await cutProgress();
    const { code, stderr } = await sending;
    released.resolve();
    expect(code).toBe(1);
    expect(stderr).toContain('which continues the job');
    await expect
      .poll(() => importJobs(core)[0])
      .toMatchObject({ state: 'completed', doneCount: 2 });
  });
});
