import { describe, expect, it } from 'vitest';
import { createCore } from '#main/app.ts';
import { connect } from '#test/support/builders.ts';
import { coreOptions } from '#test/support/core-options.ts';
import { post, track } from '#test/support/ingest-client.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('the ingestion endpoint', () => {
  it('uses the next free port when the default one is in use, and reports it', async () => {
    const { port } = await startTarget();
    const { core, log } = await startCore({
      ingest: { host: '127.0.0.1', port, explicit: false },
    });
    const { ingestUrl, ingestProblem } = core.system.get();
    expect(Number(new URL(ingestUrl ?? '').port)).toBeGreaterThan(port);
    const currentPort = Number(new URL(ingestUrl ?? '').port);
    expect(ingestProblem).toEqual({ code: 'port_changed', params: { port, currentPort } });
    expect(log.records).toContainEqual(
      expect.objectContaining({ level: 'warn', details: { code: 'port_changed' } }),
    );
    await connect(core);
    expect((await post(core, '/v1/track', track())).status).toBe(200);
  });

  it('does not move from an explicit port: that is an error with a fix', async () => {
    const { port } = await startTarget();
    const { log } = createRecordedLog();
    const ingest = { host: '127.0.0.1', port, explicit: true };
    const core = await createCore({ ...coreOptions(temporaryFolder(), { ingest }), log });
    await expect(core.start()).rejects.toMatchObject({
      name: 'StartupProblem',
      code: 'port_in_use',
      message: expect.stringContaining('--ingest-port'),
    });
    await core.stop();
  });

  it('reports an address that this machine does not have', async () => {
    const { log } = createRecordedLog();
    const ingest = { host: '192.0.2.1', port: 0, explicit: true };
    const core = await createCore({ ...coreOptions(temporaryFolder(), { ingest }), log });
    await expect(core.start()).rejects.toMatchObject({ code: 'host_unusable' });
    await core.stop();
  });

  it('reports no problem by default, and no address before it listens', async () => {
    const { log } = createRecordedLog();
    const core = await createCore({ ...coreOptions(temporaryFolder()), log });
    expect(core.system.get()).toMatchObject({ ingestUrl: null, ingestProblem: null });
    await core.start();
    expect(core.system.get()).toMatchObject({
      ingestUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      ingestProblem: null,
    });
    await core.stop();
    expect(core.ingestUrl).toBeNull();
  });

  it('responds over IPv6 when configured', async () => {
    const { core } = await startCore({ ingest: { host: '::1', port: 0, explicit: true } });
    await connect(core);
    expect(core.ingestUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await post(core, '/v1/track', track())).status).toBe(200);
  });
});
