/** Stopping under full load: with exit code 0, and without losing anything. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { ledgerOf, startLife } from '#test/soak/host-life.ts';
import { inspectDatabase } from '#test/soak/inspect-database.ts';
import { startClients } from '#test/soak/persistent-clients.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';

beforeAll(ensureBuild);

it('stores what is in flight, with a slow webhook, busy clients and open streams', async () => {
  const folder = temporaryFolder();
  const dataFolder = join(folder, 'data');
  const configuration = join(folder, 'configuration.json');
  const [healthy, slow] = [await startTarget(), await startTarget()];
  const released = Promise.withResolvers<void>();
  slow.always(when(released.promise, reply(200)));
  const sources = ['Soak'];
  writeFileSync(
    configuration,
    JSON.stringify({
      sources: [{ name: 'Soak', writeKey: 'soak' }],
      destinations: [
        { name: 'Healthy', webhookUrl: healthy.url, payloadShape: 'full', sources },
        { name: 'Slow', webhookUrl: slow.url, sources },
      ],
    }),
  );
  const clients = startClients(8);
  const stopping = Promise.withResolvers<void>();
  const log = (line: string) => line.includes('Stopping: ') && stopping.resolve();
  const start = async () => {
    const life = startLife({ dataFolder, configuration, log });
    onTestFinished(() => life.kill());
    const ready = await life.ready;
    if (ready === null) throw new Error('The host did not start.');
    clients.sendTo(ready.ingest);
    return { life, ready };
  };

  const first = await start();
  const headers = { authorization: `Bearer ${first.ready.token}` };
  const stream = await fetch(`${first.ready.api}/changes`, { headers });
  const streamed = stream.text().catch(() => '');
  const address = first.ready.api.replace(/^http(.*)\/api$/, 'ws$1/rpc');
  const socket = new WebSocket(address, { headers });
  await new Promise((opened) => socket.addEventListener('open', opened));
  await healthy.received(500);
  await slow.received(64);
  const stopped = first.life.stop();
  await stopping.promise;
  released.resolve();
  expect(await stopped).toBe(0);
  await streamed;

  // Everything in flight is stored, and the rest continues.
  expect(inspectDatabase(dataFolder)).toMatchObject({ integrity: 'ok', unexplained: 0 });
  const second = await start();
  await clients.finish();
  const accepted = clients.accepted.size;
  const ledger = await ledgerOf(second.ready, ({ delivered }) => delivered === 2 * accepted);
  expect(ledger).toMatchObject({ accepted, routed: 2 * accepted, balanced: true });
  const arrived = new Set(healthy.requests.map(({ body }) => JSON.parse(`${body}`).messageId));
  expect([...clients.accepted].filter((id) => !arrived.has(id))).toEqual([]);
});
