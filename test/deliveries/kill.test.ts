/** The process is killed, or the core stopped, while a copy is in flight. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CopyEdit } from '#shared/deliveries/copy.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { hang, reply, when } from '#test/support/target-responses.ts';
import { startTarget, type Target } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

async function deliveredOnce(target: Target): Promise<{ dataFolder: string; id: number }> {
  const dataFolder = temporaryFolder();
  const { core, followed, stop } = await openCore({ dataFolder });
  await connect(core, { urls: [target.url], sharedSecret: 's' });
  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'delivered');
  await stop();
  return { dataFolder, id: delivery.id };
}

it('a killed copy is listed without a response, and is not sent again', async () => {
  const target = await startTarget();
  const { dataFolder, id } = await deliveredOnce(target);
  const { sendCopy, kill } = await runCoreProcess(dataFolder);
  target.respond(hang);
  sendCopy({ deliveryId: id, body: '{"n":1}', signing: 'sha256' });
  const request = await target.received(2);
  await kill();

  const { core } = await startCore({ dataFolder });
  const [kept] = core.copies.list({ deliveryId: id, limit: 9 }).items;
  expect(kept).toMatchObject({ state: 'interrupted', status: null, signing: 'sha256' });
  expect(core.copies.get({ id: kept?.id ?? 0 })).toMatchObject({
    request: { url: target.url, headers: request.headers },
    body: { text: '{"n":1}' },
    attempt: null,
  });
  // Anything this start still sends would come before the next message.
  const next = await core.copies.send(CopyEdit.parse({ deliveryId: id }));
  expect(next.state).toBe('accepted');
  expect(target.requests).toHaveLength(3);
  expect(core.ledger.get()).toMatchObject({ delivered: 1, routed: 1, balanced: true });
});

/** More writes than a stopping core makes unless it waits for a response. */
async function manyWrites(): Promise<void> {
  const file = await open(join(temporaryFolder(), 'written'), 'w');
  for (let count = 0; count < 50; count += 1) {
    await file.write('.');
    await file.sync();
  }
  await file.close();
}

it('a stop waits for the response, which is stored at the next start', async () => {
  const target = await startTarget();
  const { dataFolder, id } = await deliveredOnce(target);
  const first = await openCore({ dataFolder });
  const released = Promise.withResolvers<void>();
  target.respond(when(released.promise, reply(202)));
  const sending = first.core.copies.send(CopyEdit.parse({ deliveryId: id }));
  await target.received(2);
  const stopping = first.stop();
  await manyWrites();
  released.resolve();
  await stopping;
  const sent = await sending;
  expect(sent).toMatchObject({ state: 'accepted', status: 202 });
  const { core } = await startCore({ dataFolder });
  expect(core.copies.get({ id: sent.id })).toEqual(sent);
});
