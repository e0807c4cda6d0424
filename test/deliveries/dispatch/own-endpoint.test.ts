/** A destination that points to Hookwright's own ingestion endpoint would loop forever (D50). */
import { hostname, networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { createOwnEndpoints } from '#main/kit/own-endpoints.ts';
import { NewDestination } from '#shared/connections/destination.ts';
import { CopyEdit } from '#shared/deliveries/copy.ts';
import { Configuration } from '#shared/settings/configuration.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const portOf = (url: string | null): string => new URL(url ?? '').port;

const listenOn = (host: string) => ({ ingest: { host, port: 0, explicit: false } });

it('is rejected on save for every spelling of an own address, over http and https', async () => {
  const { core } = await startCore();
  await core.settings.update({ ingestHttps: true });
  const { ingestUrl, ingestHttpsUrl } = core.system.get();
  const port = portOf(ingestUrl);
  const { id } = await core.destinations.create(NewDestination.parse({ name: 'D' }));
  for (const url of [
    `http://127.0.0.1:${port}/v1/track`,
    `HTTP://LOCALHOST:${port}`,
    `http://hooks.localhost:${port}/`,
    `http://localhost.:${port}/`,
    `http://127.1:${port}/`,
    `http://0x7f000001:${port}/`,
    `http://0.0.0.0:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `https://localhost:${portOf(ingestHttpsUrl)}/v1/batch`,
  ]) {
    const rejection = (path: readonly (string | number)[]) => ({ issues: [{ path }] });
    await expect(core.destinations.update({ id, webhookUrl: url }), url).rejects.toMatchObject(
      rejection(['webhookUrl']),
    );
    const webhooks = [{ url: 'http://127.0.0.1:9/' }, { url }];
    await expect(
      core.destinations.create(NewDestination.parse({ name: 'E', webhooks })),
    ).rejects.toMatchObject(rejection(['webhooks', 1, 'url']));
    await expect(
      core.configuration.apply(
        Configuration.parse({
          sources: [{ name: 'New' }],
          destinations: [{ name: 'E', webhooks }],
        }),
      ),
    ).rejects.toMatchObject(rejection(['destinations', 0, 'webhooks', 1, 'url']));
  }
  expect(core.sources.list()).toEqual([]);
  // Another program may listen on another address, or another port.
  for (const webhookUrl of [`http://127.0.0.2:${port}/`, `http://127.0.0.1:${Number(port) + 1}/`])
    await core.destinations.update({ id, webhookUrl });
  // Other settings can be changed, whatever the URLs are.
  await core.destinations.update({ id, enabled: false });
});

it('includes link-local addresses with a zone', () => {
  const listening = (address: string) => {
    const ownEndpoints = createOwnEndpoints();
    ownEndpoints.add({ address, port: 8377, family: 'IPv6' });
    return ownEndpoints;
  };
  for (const address of ['fe80::1%eth0', 'fe80::1'])
    for (const reached of ['fe80::1%eth0', 'fe80::1', 'fe80:0::0001%2'])
      expect(listening(address).includes(reached, 8377), `${address} ${reached}`).toBe(true);
  expect(listening('fe80::1%eth0').includes('fe80::2%eth0', 8377)).toBe(false);
});

it.for(['0.0.0.0', '::'])('is rejected for every address of a listener on %s', async (host) => {
  const { core } = await startCore(listenOn(host));
  const port = portOf(core.ingestUrl);
  const { id } = await core.destinations.create(NewDestination.parse({ name: 'D' }));
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, scopeid }) => family === 'IPv4' || (host === '::' && !scopeid))
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  for (const address of [...addresses, '127.8.9.10', '0.0.0.0', hostname()])
    await expect(
      core.destinations.update({ id, webhookUrl: `http://${address}:${port}/` }),
      address,
    ).rejects.toMatchObject({ issues: [{ path: ['webhookUrl'] }] });
});

it('is blocked and not retried if a saved URL starts to point here', async () => {
  const dataFolder = temporaryFolder();
  const target = await startTarget();
  const before = await openCore({ dataFolder });
  await connect(before.core, { urls: [`http://localhost:${target.port}/v1/track`] });
  await before.stop();
  await target.close();

  const { core, followed } = await startCore({
    dataFolder,
    ingest: { host: '127.0.0.1', port: target.port, explicit: true },
  });
  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'blocked');
  expect(core.deliveries.get({ id: delivery.id })).toMatchObject({
    attempts: 1,
    lastCode: 'own_endpoint',
    nextAttemptAt: null,
    attemptList: [{ response: null, result: { outcome: 'blocked', code: 'own_endpoint' } }],
  });
  const copy = await core.copies.send(CopyEdit.parse({ deliveryId: delivery.id }));
  expect(copy.attempt).toMatchObject({ result: { outcome: 'blocked', code: 'own_endpoint' } });
  expect(core.ledger.get()).toMatchObject({ accepted: 1, blocked: 1 });
});
