/** API usage by source and hour: accepted messages, whatever their deliveries (spec 4.3). */
import { describe, expect, it } from 'vitest';
import { NewDestination } from '#shared/connections/destination.ts';
import { NewSource } from '#shared/connections/source.ts';
import { theSource } from '#test/support/builders.ts';
import { FakeClock, startOfTests } from '#test/support/fake-clock.ts';
import { basic, post, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const hourMs = 3_600_000;

describe('the usage of a source', () => {
  it('counts accepted messages, including filtered, excluded and unrouted ones, but no duplicates or rejected ones', async () => {
    const { core } = await startCore({ clock: new FakeClock() });
    const source = await theSource(core);
    const send = (message: object) => post(core, '/v1/track', message);
    await send(track({ messageId: 'unrouted' }));
    await core.destinations.create(
      NewDestination.parse({
        name: 'Hooks',
        sourceIds: [source.id],
        trackFilter: { mode: 'block', events: ['Noise'] },
      }),
    );
    await send(track({ event: 'Noise' }));
    await send(track({ integrations: { All: false } }));
    await send(track({ messageId: 'once' }));
    expect(core.ledger.get()).toMatchObject({
      not_sent: 3,
      notSentBy: { unrouted: 1, filtered: 1, excluded: 1 },
    });
    expect(core.sources.usage({ id: source.id }).total).toBe(4);

    await send(track({ messageId: 'once' }));
    await send({ userId: 'u' });
    await post(core, '/v1/track', track(), { authorization: basic('wrong') });
    await post(core, '/v1/m', {});
    expect(core.sources.usage({ id: source.id })).toEqual({
      total: 4,
      hours: [{ hourAt: startOfTests, accepted: 4 }],
    });
  });

  it('counts each accepted message of a batch once', async () => {
    const { core } = await startCore({ clock: new FakeClock() });
    const source = await theSource(core);
    const batch = [track({ messageId: 'a' }), track({ messageId: 'a' }), track(), {}];
    await post(core, '/v1/batch', { batch });
    expect(core.sources.usage({ id: source.id }).total).toBe(2);
  });

  it('is separate for each source, also when they send simultaneously', async () => {
    const { core } = await startCore({ clock: new FakeClock() });
    const sources = await Promise.all(
      ['one', 'two'].map((writeKey) =>
        core.sources.create(NewSource.parse({ name: writeKey, writeKey })),
      ),
    );
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        post(core, '/v1/track', track(), { authorization: basic(index % 3 === 0 ? 'one' : 'two') }),
      ),
    );
    expect(sources.map(({ id }) => core.sources.usage({ id }).total)).toEqual([20, 40]);
    const hours = (accepted: number) => [{ hourAt: startOfTests, accepted }];
    const [one, two] = sources;
    expect(core.sources.recentUsage()).toEqual(
      expect.arrayContaining([
        { sourceId: one?.id, total: 20, hours: hours(20) },
        { sourceId: two?.id, total: 40, hours: hours(40) },
      ]),
    );
  });

  it('has the hours of the last day, and a total', async () => {
    const clock = new FakeClock();
    const { core } = await startCore({ clock });
    const source = await theSource(core);
    const sendAt = async (time: number, count: number) => {
      clock.advanceTo(time);
      await post(core, '/v1/batch', { batch: Array.from({ length: count }, () => track()) });
    };
    await sendAt(startOfTests, 1);
    await sendAt(startOfTests + hourMs - 1, 2);
    await sendAt(startOfTests + hourMs, 4);
    await sendAt(startOfTests + 3.5 * hourMs, 8);
    expect(core.sources.usage({ id: source.id })).toEqual({
      total: 15,
      hours: [
        { hourAt: startOfTests, accepted: 3 },
        { hourAt: startOfTests + hourMs, accepted: 4 },
        { hourAt: startOfTests + 3 * hourMs, accepted: 8 },
      ],
    });
    expect(core.sources.recentUsage()).toEqual([
      {
        sourceId: source.id,
        total: 15,
        hours: [{ hourAt: startOfTests + 3 * hourMs, accepted: 8 }],
      },
    ]);
    // The current hour and the 23 before it.
    await sendAt(startOfTests + 24 * hourMs, 16);
    expect(core.sources.usage({ id: source.id })).toEqual({
      total: 31,
      hours: [
        { hourAt: startOfTests + hourMs, accepted: 4 },
        { hourAt: startOfTests + 3 * hourMs, accepted: 8 },
        { hourAt: startOfTests + 24 * hourMs, accepted: 16 },
      ],
    });
  });

  it('uses the hour in which a message was received, not its timestamp', async () => {
    const { core } = await startCore({ clock: new FakeClock() });
    const source = await theSource(core);
    await post(core, '/v1/track', track({ timestamp: '2012-12-02T00:30:08.276Z' }));
    expect(core.sources.usage({ id: source.id }).hours).toEqual([
      { hourAt: startOfTests, accepted: 1 },
    ]);
  });

  it('is kept across a restart', async () => {
    const dataFolder = temporaryFolder();
    const clock = new FakeClock();
    const first = await startCore({ dataFolder, clock });
    const source = await theSource(first.core);
    await post(first.core, '/v1/track', track());
    await first.stop();
    const { core } = await startCore({ dataFolder, clock });
    await post(core, '/v1/track', track());
    expect(core.sources.usage({ id: source.id })).toEqual({
      total: 2,
      hours: [{ hourAt: startOfTests, accepted: 2 }],
    });
  });
});
