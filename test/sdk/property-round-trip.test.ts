/** A delivery has the content of its message, for every type and any content. */
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { connect, writeKey } from '#test/support/builders.ts';
import { FakeClock, startOfTests } from '#test/support/fake-clock.ts';
import { basic } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { expectedBody, type Json } from './support/expected-body.ts';
import { types, validMessage } from './support/generated-messages.ts';
import { toBytes } from './support/generated-requests.ts';
import { keepAliveClient, sendAll } from './support/keep-alive-client.ts';

const runs = 20;
const perRun = 20;

const headers = [['Authorization', basic(writeKey)]] as const;
const postOf = (path: string, value: unknown): Buffer =>
  toBytes({ method: 'POST', path, headers, body: Buffer.from(JSON.stringify(value)) });

it('valid messages are delivered with their content, sent alone or in a batch', async () => {
  const { core, followed } = await startCore({ clock: new FakeClock() });
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  const clients = Array.from({ length: 4 }, () => keepAliveClient(core.ingestUrl ?? ''));
  onTestFinished(() => {
    for (const client of clients) client.close();
  });
  const seen = new Set<unknown>();
  let sent = 0;

  await fc.assert(
    fc.asyncProperty(
      fc.array(validMessage, { minLength: perRun, maxLength: perRun, size: 'max' }),
      fc.boolean(),
      async (generated, isBatch) => {
        // Values that JSON drops (undefined, -0) were never sent.
        const messages: Json[] = JSON.parse(JSON.stringify(generated));
        const started = target.requests.length;
        sent += messages.length;
        const responses = await sendAll(
          clients,
          isBatch
            ? [postOf('/v1/batch', { batch: messages })]
            : messages.map((message) => postOf(`/v1/${message.type}`, message)),
        );
        for (const { status, body } of responses) expect(status, body.toString()).toBe(200);
        await followed.ledger(({ delivered }) => delivered === sent);
        const bodies = target.requests.slice(started).map(({ body }) => body.toString());
        expect(bodies.sort()).toEqual(
          messages.map((message) => expectedBody(message, { receivedAt: startOfTests })).sort(),
        );
        for (const { type } of messages) seen.add(type);
      },
    ),
    // A fixed seed, since the test demands every type.
    { numRuns: runs, seed: 1 },
  );
  expect([...seen].sort()).toEqual([...types].sort());
  expect(core.ledger.get()).toMatchObject({ accepted: sent, duplicates: 0, rejected: 0 });
});
