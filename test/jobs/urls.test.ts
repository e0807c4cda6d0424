/** The URLs of bulk retries and copies (D72). */
import { expect, it, onTestFinished, vi } from 'vitest';
import { RetryRequest } from '#shared/deliveries/operations.ts';
import { BulkRequest } from '#shared/jobs/job.ts';
import { maxUrlLength } from '#shared/kit/webhook-url.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { ended, plan, run, sendMany, start } from './support.ts';

/** This many deliveries that a first URL accepted, a second failed and a third refused. */
async function mixed(count: number) {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const targets = [await startTarget(), await startTarget(), await startTarget()] as const;
  const [accepting, failing, refusing] = targets;
  failing.always(reply(503));
  refusing.always(reply(401));
  const destination = await connect(core, {
    urls: targets.map(({ url }) => url),
    retry: { ...steadyRetry, windowMs: 0 },
    fanOut: 'each',
  });
  await sendMany(core, count);
  await followed.ledger(({ gave_up }) => gave_up === count);
  for (const target of targets) target.always(reply(200));
  const requests = () => targets.map((target) => target.requests.length);
  return { clock, core, followed, accepting, failing, refusing, destination, requests };
}

it('a plan counts the deliveries of each URL by outcome, over any number of batches', async () => {
  const { clock, core, accepting, failing, refusing, destination } = await mixed(600);
  const row = { destinationId: destination.id, count: 600 };
  const { urls } = await plan(core, 'retry');
  expect(urls.toSorted((a, b) => Number(b.preselected) - Number(a.preselected))).toEqual(urls);
  expect(urls).toHaveLength(3);
  expect(urls).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...row, url: failing.url, outcome: 'failed', preselected: true }),
      expect.objectContaining({
        ...{ ...row, url: refusing.url, outcome: 'refused', preselected: true },
        lastResponse: { at: clock.now(), status: 401, code: 'client_error' },
      }),
      expect.objectContaining({ ...row, url: accepting.url, preselected: false }),
    ]),
  );
});

it('a URL without an attempt is counted, and a removed one is not', async () => {
  const { core, accepting, failing, destination } = await mixed(2);
  await core.destinations.update({
    id: destination.id,
    webhooks: [accepting.url, 'http://127.0.0.1:1/new'].map((url) => ({ url, headers: {} })),
  });
  const { urls } = await plan(core, 'copy');
  expect(
    urls.map(({ url, outcome, count, lastResponse }) => [
      url,
      outcome,
      count,
      lastResponse === null,
    ]),
  ).toEqual([
    [accepting.url, 'accepted', 2, false],
    ['http://127.0.0.1:1/new', null, 2, true],
  ]);
  expect(urls.some(({ url }) => url === failing.url)).toBe(false);
});

it.each(['retry', 'copy'] as const)(
  'a %s is sent to no URL that accepted the delivery',
  async (kind) => {
    const { core, followed, requests } = await mixed(2);
    expect(await run(core, followed, kind)).toMatchObject({ doneCount: 2, skipped: [] });
    await followed.until(() => requests().join() === '2,4,4');
  },
);

it.each(['retry', 'copy'] as const)('a %s is sent to chosen rows only', async (kind) => {
  const { core, followed, accepting, requests } = await mixed(2);
  const { urls, bounds } = await plan(core, kind);
  const chosen = urls.filter(({ url }) => url === accepting.url);
  expect(await run(core, followed, kind, { bounds, urls: chosen })).toMatchObject({ doneCount: 2 });
  await followed.until(() => requests().join() === '4,2,2');
});

it('a delivery that was accepted after the plan gets no duplicate', async () => {
  const { core, followed, requests } = await mixed(2);
  const { urls, bounds } = await plan(core, 'retry');
  await core.deliveries.retry({ id: 1 });
  await followed.state(1, 'delivered');
  const chosen = urls.filter(({ preselected }) => preselected);
  expect(await run(core, followed, 'retry', { bounds, urls: chosen })).toMatchObject({
    doneCount: 1,
    skipped: [{ reason: 'not_chosen', count: 1 }],
  });
  await followed.ledger(({ delivered }) => delivered === 2);
  expect(requests()).toEqual([2, 4, 4]);
});

it('copies of one delivery keep to the maximum of requests in flight, and each is sent once', async () => {
  const { core, followed, failing, refusing, requests } = await mixed(3);
  await core.settings.update({ webhookConcurrency: 1 });
  const responses = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  for (const [index, { promise }] of responses.entries())
    (index % 2 === 0 ? failing : refusing).respond(when(promise, reply(200)));
  const sentBefore = requests().reduce((total, count) => total + count, 0);
  const { id } = await start(core, 'copy');
  for (const [index, { resolve }] of responses.entries()) {
    await (index % 2 === 0 ? failing : refusing).received(3 + Math.floor(index / 2) + 1);
    expect(requests().reduce((total, count) => total + count, 0)).toBe(sentBefore + index + 1);
    expect(core.jobs.get({ id }).counts.copies).toBe(index + 1);
    resolve();
  }
  expect(await ended(core, followed, id)).toMatchObject({
    doneCount: 3,
    counts: { copies: 6, accepted: 6 },
  });
  expect(requests()).toEqual([3, 6, 6]);
});

it.each(['retry', 'copy'] as const)(
  'the chosen rows of a %s are read once, however many steps it has',
  async (kind) => {
    const { core, followed, failing, destination } = await mixed(60);
    await core.settings.update({ webhookConcurrency: 10 });
    const marker = 'http://127.0.0.1:1/chosen';
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const row = { destinationId: destination.id, outcome: 'failed' } as const;
    const urls = [failing.url, marker].map((url) => ({ ...row, url }));
    // Each step is announced, and read again.
    const ended = await run(core, followed, kind, { urls });
    core.jobs.list({ limit: 10 });
    expect(ended.doneCount).toBe(60);
    const reads = parse.mock.calls.filter(([text]) => text.includes(marker));
    expect(reads).toHaveLength(1);
  },
);

it.each([
  [BulkRequest, { kind: 'copy' }, (url: string) => ({ destinationId: 'd', url, outcome: null })],
  [RetryRequest, { id: 1 }, (url: string) => url],
])('a chosen URL is as long as one of a destination at most', (schema, request, choose) => {
  const accepts = (length: number) =>
    schema.safeParse({ ...request, urls: [choose('u'.repeat(length))] }).success;
  expect([accepts(maxUrlLength), accepts(maxUrlLength + 1)]).toEqual([true, false]);
});
