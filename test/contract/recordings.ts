/** Recording a session as a scenario. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastOf } from './audiences.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

export function describeRecordings(open: () => Connected): void {
  describe('recordings', () => {
    it('become a scenario that was run before it is saved', async () => {
      const { client, clock, started } = open();
      await client.clock.set({ mode: 'real' });
      clock.advance(1_000);
      // Virtual time, ahead of the clock of the machine.
      const { now: from } = await client.clock.get();
      const secret = 'recorded-private-1';
      const { url } = await client.receivers.create({ name: 'recorded', secret, strict: true });
      const source = await client.sources.create({ name: 'Recorded' });
      const destination = await client.destinations.create({
        name: 'Recorded orders',
        sharedSecret: secret,
        sourceIds: [source.id],
        webhooks: [{ url: url ?? '' }],
      });
      for (const properties of [{ total: 7 }, { total: 3 }, { total: 9 }])
        await client.send.now({
          source: source.id,
          message: { type: 'track', userId: 'ada', event: 'Order Completed', properties },
        });
      const filter = 'state:delivered destination="Recorded orders"';
      await expect.poll(async () => (await client.deliveries.count({ filter })).count).toBe(3);
      const recording = await client.recordings.create({ name: 'Recorded session', from });
      expect(recording).toMatchObject({ messages: 3, leftOut: [], variables: [] });
      expect(recording.steps).toMatchObject([{ action: 'send', atMs: 0 }]);
      expect(recording.expectations).toContain('{ lost: 0 }');
      const { id } = recording;
      expect(await lastOf(await client.recordings.run({ id }))).toMatchObject({
        kind: 'finished',
        run: { verdict: 'passed' },
      });
      const chosen = await client.recordings.files({ id, expectations: [0] });
      expect(chosen.text).toMatch(/then:\n {2}- { lost: 0 }\n$/);
      // The messages differ in more than an index.
      const [fixture] = chosen.fixtures;
      const totals = fixture?.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).properties);
      expect(totals).toEqual([{ total: 7 }, { total: 3 }, { total: 9 }]);
      expect(JSON.stringify(chosen)).not.toContain(secret);
      const { file } = await client.recordings.save({ id, file: 'recorded/session.yaml' });
      const folder = join(started.dataFolder, 'scenarios', 'recorded');
      expect(readFileSync(join(folder, fixture?.name ?? ''), 'utf8')).toBe(fixture?.text);
      const { text } = await client.scenarios.get({ file });
      expect((await client.scenarios.check({ file, text })).problems).toEqual([]);
      await expectError(client.recordings.save({ id, file }), 'conflict', 'exists');
      await client.destinations.remove({ id: destination.id });
      await client.sources.remove({ id: source.id });
    });

    it('need a span with something in it', async () => {
      const { client } = open();
      await expectFieldError(client.recordings.create({ name: 'x' }), ['from'], 'lastMs');
      const from = (await client.clock.get()).now + 1_000_000;
      await expectError(client.recordings.create({ name: 'x', from }), 'conflict', 'Nothing');
      await expectError(client.recordings.files({ id: 'none' }), 'not_found', 'Recording');
    });
  });
}
