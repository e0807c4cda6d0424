/** `hookwright api` when the connection to the host is cut. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { ensureBuild } from '../../../../scripts/ensure-build.mjs';
import { project } from '../../headless/support/run-cli.ts';
import { runCommand } from '../../headless/support/run-command.ts';
import { startInterface, token } from '../../headless/support/start-interface.ts';

beforeAll(ensureBuild);

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

it('a started job continues', async () => {
  const { core, port } = await startInterface();
  const target = await startTarget();
  await connect(core, { name: 'Hooks', webhooks: [{ url: target.url, headers: {} }] });
  await send(core, track());
  await send(core, track());
  await target.received(2);
  await core.settings.update({ webhookConcurrency: 1 });
  const released = Promise.withResolvers<void>();
  target.always(when(released.promise, reply(200)));
  const url = `http://127.0.0.1:${port}/?token=${encodeURIComponent(token)}`;
  const copying = runCommand(project, [
    ...['api', 'jobs.start', 'kind=copy', 'urls=all', '--yes', '--url', url],
  ]);
  await cutProgress();
  const { code, stderr } = await copying;
  released.resolve();
  expect(code).toBe(1);
  expect(stderr).toContain('which continues the job');
  await expect
    .poll(() => core.jobs.list({ limit: 1 }).items[0])
    .toMatchObject({ kind: 'copy', state: 'completed', doneCount: 2 });
});
