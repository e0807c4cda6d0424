/** Jobs and the cancel command. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { reply, when } from '#test/support/target-responses.ts';
import { connectTarget } from './deliveries.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Client, Connected } from './transports.ts';

type Start = Parameters<Client['jobs']['start']>[0];

export function describeJobs(open: () => Connected): void {
  /** One delivery that failed once and waits for its retry. */
  async function waiting() {
    const connected = open();
    const { destination, target, send } = await connectTarget(connected);
    target.respond(reply(500));
    const id = await send();
    await connected.started.followed.waitsForRetry(id);
    // Nothing is left planned to those that look at the clock; what was delivered needs no more.
    onTestFinished(async () => {
      await connected.client.deliveries.cancel({ id }).catch(() => undefined);
    });
    const ended = (jobId: number) =>
      connected.started.followed.until(() => {
        const job = connected.started.core.jobs.get({ id: jobId });
        return job.state !== 'running' && job.state !== 'planned' && job;
      });
    return { ...connected, destinationId: destination.id, target, id, ended };
  }

  describe('jobs', () => {
    it('report the progress of the plan, and then the plan', async () => {
      const { client, destinationId } = await waiting();
      const events = [];
      for await (const event of await client.jobs.planProgress({ kind: 'retry', destinationId }))
        events.push(event);
      const plan = await client.jobs.plan({ kind: 'retry', destinationId });
      expect(plan).toMatchObject({ kind: 'retry', matchCount: 1 });
      expect(events.at(-1)).toMatchObject({ kind: 'plan', plan: { kind: 'retry', matchCount: 1 } });
      await expectFieldError(
        client.jobs.planProgress({ kind: 'retry', filter: 'state:' }),
        ['filter'],
        'Character',
      );
    });

    it('are planned, started and read', async () => {
      const { client, destinationId, target, id, ended } = await waiting();
      const request = { kind: 'cancel', destinationId, filter: 'state:waiting' } as const;
      const plan = await client.jobs.plan(request);
      expect(plan).toMatchObject({
        matchCount: 1,
        applyCount: 1,
        skipped: [],
        urls: [{ destinationId, url: target.url, outcome: 'failed', count: 1 }],
      });
      expect.assert(plan.kind === 'cancel');
      expect(await client.deliveries.get({ id })).toMatchObject({ state: 'waiting' });
      const { id: jobId } = await client.jobs.start({ ...request, bounds: plan.bounds });
      await ended(jobId);
      const job = await client.jobs.get({ id: jobId });
      expect(job).toMatchObject({ state: 'completed', doneCount: 1, commands: [] });
      expect((await client.jobs.list({ limit: 1 })).items).toEqual([job]);
      expect(await client.deliveries.get({ id })).toMatchObject({ state: 'cancelled' });
      await expectError(client.jobs.get({ id: 999_999 }), 'not_found', 'Job not found');
    });

    it('are paused, resumed and cancelled', async () => {
      const { client, destinationId, target, ended } = await waiting();
      const released = Promise.withResolvers<void>();
      target.always(when(released.promise, reply(200)));
      const { id } = await client.jobs.start({ kind: 'copy', destinationId });
      await target.received(2);
      const next = await client.jobs.start({ kind: 'copy', destinationId });
      expect(next).toMatchObject({ state: 'planned' });
      expect(await client.jobs.cancel({ id: next.id })).toMatchObject({ state: 'cancelled' });
      expect(await client.jobs.pause({ id })).toMatchObject({ state: 'paused' });
      released.resolve();
      expect(await client.jobs.resume({ id })).toMatchObject({ state: 'running' });
      expect(await ended(id)).toMatchObject({ doneCount: 1, counts: { accepted: 1 } });
      await expectError(client.jobs.cancel({ id }), 'job_state', 'completed');
    });

    it('delete finished deliveries permanently', async () => {
      const { client, destinationId, id, ended } = await waiting();
      const request = { kind: 'delete', destinationId } as const;
      expect(await client.jobs.plan(request)).toMatchObject({
        applyCount: 0,
        skipped: [{ reason: 'unfinished', count: 1 }],
      });
      await client.deliveries.cancel({ id });
      expect(await client.jobs.plan(request)).toMatchObject({ applyCount: 1, skipped: [] });
      const { id: jobId } = await client.jobs.start(request);
      expect(await ended(jobId)).toMatchObject({ kind: 'delete', doneCount: 1, commands: [] });
      await expectError(client.deliveries.get({ id }), 'not_found', 'Delivery not found');
      expect(await client.ledger.get()).toMatchObject({ balanced: true });
    });

    it('on users have the plan of their sync or deletion request', async () => {
      const { client } = open();
      const { source, target } = await connectTarget(open());
      const { id } = await client.audiences.create({ name: 'Planned', sourceId: source });
      await client.audiences.members.add({ id, userIds: ['u1', 'u2', 'u3'] });
      const settings = { perSecond: 2, full: true };
      const sync = await client.jobs.plan({ kind: 'sync', computationId: id, ...settings });
      expect(sync).toMatchObject({ additions: 3, removals: 0, estimatedMs: 1_500 });
      const { kind, ...planOfSync } = sync;
      expect(
        await client.audiences.syncs.start({
          params: { id },
          query: { plan: true },
          body: settings,
        }),
      ).toEqual({ kind: 'plan', plan: planOfSync });
      expect(await client.jobs.plan({ kind: 'sync', computationId: id })).toMatchObject({
        kind,
        estimatedMs: null,
      });

      const draft = await client.deletions.create({ userIds: ['u1', 'u2'], draft: true });
      const request = { kind: 'deletion_request', deletionId: draft.id } as const;
      const deletion = await client.jobs.plan(request);
      expect(deletion).toMatchObject({ kind: request.kind, userCount: 2 });
      expect(deletion).toEqual({
        kind: request.kind,
        ...(await client.deletions.plan({ id: draft.id })),
      });
      expect(await client.deletions.get({ id: draft.id })).toMatchObject({ state: 'draft' });
      expect((await client.audiences.syncs.list({ id })).items).toEqual([]);
      expect(target.requests).toHaveLength(0);

      const unknown = { kind: 'sync', computationId: 'aud_none' } as const;
      await expectError(client.jobs.plan(unknown), 'not_found', 'computed trait not found');
      const undrafted = { ...request, deletionId: 'del_none' };
      await expectError(client.jobs.plan(undrafted), 'not_found', 'Deletion request not found');
    });

    it('name the invalid field', async () => {
      const { jobs } = open().client;
      const start = (request: object) => jobs.start(request as Start);
      await expectFieldError(start({ kind: 'forget' }), ['kind'], 'must be one of');
      const retention = { kind: 'retention' } as object as Parameters<Client['jobs']['plan']>[0];
      await expectFieldError(jobs.plan(retention), ['kind'], 'deletion_request');
      await expectFieldError(
        start({ kind: 'retry', filter: 'state:lost' }),
        ['filter'],
        'Character 7',
      );
      await expectFieldError(start({ kind: 'copy', perSecond: 0 }), ['perSecond'], 'more than 0');
      await expectFieldError(start({ kind: 'cancel', perSecond: 1 }), ['perSecond'], 'copies');
      await expectFieldError(start({ kind: 'cancel', urls: 'all' }), ['urls'], 'retries');
      await expectFieldError(start({ kind: 'retry', urls: [] }), ['urls'], 'empty');
    });
  });

  describe('a delivery', () => {
    it('is cancelled and restored', async () => {
      const { client, id } = await waiting();
      expect(await client.deliveries.cancel({ id })).toMatchObject({ id, state: 'cancelled' });
      await expectError(client.deliveries.cancel({ id }), 'conflict', 'already finished');
      expect(await client.deliveries.undoCancel({ id })).toMatchObject({ id, state: 'waiting' });
      await expectError(client.deliveries.undoCancel({ id }), 'conflict', 'undo');
      await expectError(
        client.deliveries.cancel({ id: 999_999 }),
        'not_found',
        'Delivery not found',
      );
    });
  });
}
