/** URLs with control characters: rejected on input, harmless if already stored (S1). */
import { expect, it } from 'vitest';
import { Destination, NewDestination } from '#shared/connections/destination.ts';
import { CopyEdit } from '#shared/deliveries/copy.ts';
import { Configuration } from '#shared/settings/configuration.ts';
import { theSource } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { exported } from './exported.ts';

const hostile = (origin: string): string => `${origin}/\x1b[201~\x15touch\u202e`;
const sent = '/%1B[201~%15touch%E2%80%AE';

it('is rejected by REST, the configuration file and copies', () => {
  const url = hostile('http://127.0.0.1:9');
  const webhooks = [{ url }];
  const destination = { name: 'Hooks', webhooks };
  for (const { success } of [
    NewDestination.safeParse({ name: 'Hooks', webhookUrl: url }),
    NewDestination.safeParse(destination),
    Configuration.safeParse({ destinations: [destination] }),
    CopyEdit.safeParse({ deliveryId: 1, url }),
  ])
    expect(success).toBe(false);
});

it('is sent, listed and exported without control characters if it is already stored', async () => {
  const { core, followed } = await startCore();
  const target = await startTarget();
  const source = await theSource(core);
  const settings = NewDestination.parse({ name: 'Hooks', sourceIds: [source.id] });
  const url = hostile(new URL(target.url).origin);
  await core.destinations.create({ ...settings, webhooks: [{ url, headers: {} }] });

  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'delivered');
  expect((await target.received(1)).path).toBe(sent);

  for (const destination of core.destinations.list()) Destination.parse(destination);
  Configuration.parse(await core.configuration.get({ secrets: true }));
  for (const format of ['curl', 'har', 'jsonl'] as const) {
    const text = (await exported(core, { format, secrets: true })).bytes.toString();
    expect(text, format).toContain(sent);
    expect(text.replaceAll('\n', ''), format).not.toMatch(/\p{C}/u);
    expect(text, format).not.toMatch(/\\u001b|\\u202e/i);
  }
});
