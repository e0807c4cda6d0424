/** Headers named by the user are redacted like the well-known ones. */
import { expect, it } from 'vitest';
import type { ExportFormat } from '#shared/deliveries/export.ts';
import { SettingsPatch } from '#shared/settings/settings.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { exported } from './exported.ts';

it('are redacted in exports and in echoed responses, case-insensitively', async () => {
  const { core, followed } = await startCore();
  const target = await startTarget();
  const headers = { 'X-Tenant-Cred': 'tenant-cred-1234' };
  await connect(core, { webhooks: [{ url: target.url, headers }] });
  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'delivered');
  const text = async (format: ExportFormat) =>
    (await exported(core, { format })).bytes.toString('utf8');
  expect(await text('jsonl')).toContain('tenant-cred-1234');
  await core.settings.update({ headersToRedact: ['x-tenant-cred'] });
  for (const format of ['jsonl', 'har', 'curl'] as const)
    expect(await text(format)).not.toContain('tenant-cred-1234');
});

it('include the one with the secret itself, even after the secret was changed', async () => {
  const { core, followed } = await startCore();
  const target = await startTarget();
  const destination = await connect(core, {
    urls: [target.url],
    sharedSecret: 'previous-1234',
    profile: {
      id: 'acme',
      name: 'Acme',
      signature: { kind: 'token', header: 'X-Acme' },
      headers: [],
      timeLimitMs: 5_000,
      success: { accepted: ['2xx'] },
      retries: { kind: 'none' },
      body: 'message',
    },
  });
  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'delivered');
  await core.destinations.update({ id: destination.id, sharedSecret: 'current-1234' });
  const { bytes } = await exported(core, { format: 'jsonl' });
  expect(bytes.toString('utf8')).toContain('X-Acme');
  expect(bytes.toString('utf8')).not.toContain('previous-1234');
});

it('must be valid header names', () => {
  const { error } = SettingsPatch.safeParse({ headersToRedact: ['X-Fine', 'not fine'] });
  expect(error?.issues.map(({ path }) => path)).toEqual([['headersToRedact', 1]]);
});
