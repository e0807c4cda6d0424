/** Bulk actions and cancelling, over any transport. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BulkRun } from '#shared/schemas/bulk.ts';
import { reply, when } from '#test/support/target-answers.ts';
import { connectTarget } from './deliveries.ts';
import { expectRefusal, expectRefusedField } from './refusals.ts';
import type { Client, Connected } from './transports.ts';

type Start = Parameters<Client['bulk']['start']>[0];

async function begun({ client }: Connected, body: object): Promise<BulkRun> {
  const answer = await client.bulk.start({ body } as Start);
  if (answer.kind !== 'run') throw new Error('It was planned, not begun.');
  return answer.run;
}

export function describeBulk(open: () => Connected): void {
  /** One delivery that failed once and waits. */
  async function waiting() {
    const connected = open();
    const { destination, target, send } = await connectTarget(connected);
    target.answer(reply(500));
    const id = await send();
    await connected.started.followed.state(id, 'retrying');
    // Nothing is left planned to those that look at the clock; what was delivered needs no more.
    onTestFinished(async () => {
      await connected.client.deliveries.cancel({ id }).catch(() => undefined);
    });
    const ended = (runId: number) =>
      connected.started.followed.until(() => {
        const run = connected.started.core.bulk.get(runId);
        return run.state !== 'running' && run.state !== 'undoing' && run;
      });
    return { ...connected, destinationId: destination.id, target, id, ended };
  }

  describe('bulk actions', () => {
    it('tell how far a plan has looked, and at last the plan', async () => {
      const { client, destinationId } = await waiting();
      const events = [];
      for await (const event of await client.bulk.plan({ action: 'retry', destinationId }))
        events.push(event);
      expect(events.at(-1)).toMatchObject({
        kind: 'plan',
        plan: { action: 'retry', matchCount: 1 },
      });
      await expectRefusedField(
        client.bulk.plan({ action: 'retry', filter: 'state:' }),
        ['filter'],
        'Character',
      );
    });

    it('say what plan may be', async () => {
      const plan = 'maybe' as unknown as boolean;
      const body = { action: 'retry', filter: '' } as const;
      await expectRefusedField(
        open().client.bulk.start({ query: { plan }, body }),
        ['query', 'plan'],
        'plan must be true or false',
      );
    });

    it('are planned, run, read and undone', async () => {
      const { client, started, destinationId, target, id, ended } = await waiting();
      const body = { action: 'cancel', destinationId, filter: 'state:retrying' } as const;
      const answer = await client.bulk.start({ query: { plan: true }, body });
      expect(answer).toMatchObject({
        kind: 'plan',
        plan: {
          matchCount: 1,
          applyCount: 1,
          skipped: [],
          destinations: [{ destinationId, webhookUrls: [target.url], count: 1 }],
          undoable: true,
          problem: null,
        },
      });
      expect(await client.deliveries.get({ id })).toMatchObject({ state: 'retrying' });
      const bounds = answer.kind === 'plan' ? answer.plan.bounds : undefined;
      const { id: runId } = await begun(open(), { ...body, bounds });
      await ended(runId);
      const run = await client.bulk.get({ id: runId });
      expect(run).toMatchObject({ state: 'completed', doneCount: 1, undoable: true });
      expect((await client.bulk.list({ limit: 1 })).items).toEqual([run]);
      expect(await client.deliveries.get({ id })).toMatchObject({ state: 'cancelled' });
      expect(await client.bulk.undo({ id: runId })).toMatchObject({ id: runId });
      await ended(runId);
      expect(await client.bulk.get({ id: runId })).toMatchObject({
        state: 'undone',
        restoredCount: 1,
        notRestored: [],
      });
      await started.followed.state(id, 'retrying');
      await expectRefusal(client.bulk.undo({ id: runId }), 'CONFLICT', 'nothing left to undo');
      await expectRefusal(client.bulk.get({ id: 999_999 }), 'NOT_FOUND', 'no such bulk action');
    });

    it('are cancelled and resumed, one at a time', async () => {
      const { client, destinationId, target, ended } = await waiting();
      const released = Promise.withResolvers<void>();
      target.always(when(released.promise, reply(200)));
      const { id } = await begun(open(), { action: 'resend', destinationId });
      await target.received(2);
      await expectRefusal(begun(open(), { action: 'retry' }), 'CONFLICT', 'one at a time');
      expect(await client.bulk.cancel({ id })).toMatchObject({ state: 'cancelled' });
      released.resolve();
      expect(await client.bulk.resume({ id })).toMatchObject({ state: 'running' });
      expect(await ended(id)).toMatchObject({ doneCount: 1, answers: { delivered: 1 } });
      await expectRefusal(client.bulk.cancel({ id }), 'CONFLICT', 'nothing to cancel');
    });

    it('name the field that is wrong', async () => {
      const { bulk } = open().client;
      const start = (body: object) => bulk.start({ body } as Start);
      await expectRefusedField(start({ action: 'forget' }), ['body', 'action'], 'must be one of');
      await expectRefusedField(
        start({ action: 'retry', filter: 'state:lost' }),
        ['body', 'filter'],
        'Character 7',
      );
      await expectRefusedField(
        start({ action: 'resend', perSecond: 0 }),
        ['body', 'perSecond'],
        'more than 0',
      );
      await expectRefusedField(start({ action: 'cancel', perSecond: 1 }), ['perSecond'], 'resend');
    });
  });

  describe('a delivery', () => {
    it('is cancelled, and put back', async () => {
      const { client, id } = await waiting();
      expect(await client.deliveries.cancel({ id })).toMatchObject({ id, state: 'cancelled' });
      await expectRefusal(client.deliveries.cancel({ id }), 'CONFLICT', 'ended already');
      expect(await client.deliveries.undoCancel({ id })).toMatchObject({ id, state: 'retrying' });
      await expectRefusal(client.deliveries.undoCancel({ id }), 'CONFLICT', 'not cancelled');
      await expectRefusal(client.deliveries.cancel({ id: 999_999 }), 'NOT_FOUND', 'no such');
    });
  });
}
