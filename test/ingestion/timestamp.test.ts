import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctSkew, readTimestamp, writeTimestamp } from '#main/ingestion/timestamp.ts';
import { isIso8601 } from '#shared/client/iso-8601.ts';
import { theSource } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { post, send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';

const iso = (text: string) => {
  const ms = readTimestamp(text);
  return ms === null ? null : new Date(ms).toISOString();
};

describe('a timestamp', () => {
  it.each([
    ['2012-12-02T00:30:08.276Z', '2012-12-02T00:30:08.276Z'],
    ['2026-11-20T14:07:37+0530', '2026-11-20T08:37:37.000Z'],
    ['2026-11-20T14:07:37+05:30', '2026-11-20T08:37:37.000Z'],
    ['2026-11-20T03:07:37-05', '2026-11-20T08:07:37.000Z'],
    ['2026-11-20T08:37:37.123456+00:00', '2026-11-20T08:37:37.123Z'],
    ['2026-11-20T08:37:38.368562465Z', '2026-11-20T08:37:38.368Z'],
    ['2026-11-20T08:37:37.1Z', '2026-11-20T08:37:37.100Z'],
    ['2026-11-20T08:37:37,5Z', '2026-11-20T08:37:37.500Z'],
    ['2026-11-20T08:37:37Z', '2026-11-20T08:37:37.000Z'],
    ['2026-11-20T08:37:37z', '2026-11-20T08:37:37.000Z'],
    ['2026-11-20t08:37:37Z', '2026-11-20T08:37:37.000Z'],
    ['2026-11-20 08:37:37', '2026-11-20T08:37:37.000Z'],
    ['2026-11-20T08:37Z', '2026-11-20T08:37:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['20261120T083737Z', '2026-11-20T08:37:37.000Z'],
    ['20261120T083737.123Z', '2026-11-20T08:37:37.123Z'],
    ['20261120T140737+0530', '2026-11-20T08:37:37.000Z'],
    ['20261120T0837Z', '2026-11-20T08:37:00.000Z'],
    ['20261120', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T24:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['2026-12-31T24:00Z', '2027-01-01T00:00:00.000Z'],
    ['20240228T240000.000+0100', '2024-02-28T23:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60.250', '2017-01-01T00:00:00.250Z'],
    ['20161231T235960,5Z', '2017-01-01T00:00:00.500Z'],
    ['2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T15:59:60-08', '2017-01-01T00:00:00.000Z'],
    ['1968-12-31T23:59:60Z', '1969-01-01T00:00:00.000Z'],
    ['2026-11-20T18:00:00+18:00', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T06:00:00-1800', '2026-11-21T00:00:00.000Z'],
    ['2026-11-20T17:59:00+17:59', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T08:37:37.12346060', '2026-11-20T08:37:37.123Z'],
  ])('%s is parsed as %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '1732089457',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T08:60:00Z',
    '2026-11-20T08:00:60Z',
    '2016-12-31T23:59:60+01:00',
    '2016-12-31T23:59:61Z',
    '2016-12-31T24:00:60Z',
    '2026-11-20T08:37:37+25:00',
    '2026-11-20T08:37:37+18:01',
    '2026-11-20T08:37:37-19',
    '2026-11-20T08:37:37+1801',
    '2026-11-20T08:37:37+05:60',
    '2026-11-20T08:37:37-99:99',
    '2026-11-20T08:37:37Z and more',
    '20 Nov 2026',
    '11/20/2026',
    '2026-11-20T08:37:37 Europe/Berlin',
    '２０２６-11-20',
    '2026-11-20T24:00:01Z',
    '2026-11-20T24:00:00.001Z',
    '2026-11-20T24:01Z',
    '20261320T000000Z',
    '20260230T000000Z',
    '2026-11-20T083737Z',
    '20261120T08:37:37Z',
    '2026-11-20T08Z',
    '20261120T08Z',
    '2026-324T08:37:37Z',
    '2026324',
    '2026-W47-5T08:37:37Z',
    '2026W475',
    '2026-11',
  ])('"%s" is rejected', (text) => {
    expect(readTimestamp(text)).toBeNull();
  });

  /** Any time, and others in the same second, which take a different code path. */
  const moments = (min: string, max: string) =>
    fc
      .tuple(
        fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }),
        fc.array(fc.integer({ min: -1_500, max: 1_500 })),
      )
      .map(([date, apart]) => [date, ...apart.map((ms) => new Date(date.getTime() + ms))]);

  it('written by any Date is parsed as that Date', () => {
    fc.assert(
      fc.property(moments('0000-01-01T00:00:02Z', '9999-12-31T23:59:57Z'), (dates) => {
        for (const date of dates) expect(readTimestamp(date.toISOString())).toBe(date.getTime());
      }),
    );
  });

  it('is formatted as a Date formats it', () => {
    fc.assert(
      fc.property(moments('-200000-01-01T00:00:00Z', '+200000-01-01T00:00:00Z'), (dates) => {
        for (const date of dates) expect(writeTimestamp(date.getTime())).toBe(date.toISOString());
      }),
    );
  });

  it('with an invalid fraction is rejected, whatever was parsed before', () => {
    expect(readTimestamp('2026-11-20T08:37:37.123Z')).not.toBeNull();
    for (const fraction of ['1e2', ' 12', '-12', '0x1', '+12'])
      expect(readTimestamp(`2026-11-20T08:37:37.${fraction}Z`)).toBeNull();
  });

  it('is accepted by the client library exactly when ingestion accepts it', () => {
    const near = fc.stringMatching(
      /^(19|20)\d\d(-\d\d-\d\d|\d\d\d\d)((T2[0-9]:?[0-6]0|T23:?59|T0529)(:?[06]0)?(\.0|\.5)?(Z|\+0530|-1800|\+18:01)?)?$/,
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (text) => {
        expect(isIso8601(text)).toBe(readTimestamp(text) !== null);
      }),
    );
  });

  it('with any text is parsed or rejected, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = readTimestamp(text);
        expect(ms === null || Number.isFinite(ms)).toBe(true);
      }),
    );
  });
});

describe('clock skew', () => {
  const hourMs = 3_600_000;

  it.each([
    ['without sentAt', 1_000, null, 105_000, 1_000],
    ['with a slow clock', 1_000, 5_000, 105_000, 101_000],
    ['with a fast clock', 101_000, 105_000, 5_000, 1_000],
    ['with 5 s of difference', 9_000, 10_000, 15_000, 9_000],
    ['with 5 s of difference the other way', 9_000, 10_000, 5_000, 9_000],
    ['with just over 5 s of difference', 9_000, 10_000, 15_001, 14_001],
    ['for an event just under an hour old', 1, hourMs, 9 * hourMs, 8 * hourMs + 1],
    ['for an event an hour old', 0, hourMs, 9 * hourMs, 0],
    ['for an event after sentAt', 11_000, 10_000, 20_000, 21_000],
  ])(
    '%s corrects %d, sent at %s and received at %d, to %d',
    (_, original, sentAt, now, expected) => {
      expect(correctSkew(original, sentAt, now)).toBe(expected);
    },
  );
});

describe('the time of a message', () => {
  const timestampOf = async (times: object) => {
    const { core } = await startCore({ clock: new FakeClock() });
    await theSource(core);
    const { message } = await send(core, track(times));
    return {
      timestamp: message.timestamp,
      ...JSON.parse(core.messages.get({ id: message.id }).normalizedText),
    };
  };

  it("is the server's if the client gave none", async () => {
    expect(await timestampOf({})).toMatchObject({ timestamp: '2026-11-20T08:00:00.000Z' });
    expect(await timestampOf({ sentAt: '2020-01-01T00:00:00Z' })).toMatchObject({
      timestamp: '2026-11-20T08:00:00.000Z',
      sentAt: '2020-01-01T00:00:00.000Z',
    });
  });

  it('is the given one without sentAt, as in a historical import', async () => {
    expect(await timestampOf({ timestamp: '2012-12-02T01:30:08.276+01:00' })).toMatchObject({
      timestamp: '2012-12-02T00:30:08.276Z',
      originalTimestamp: '2012-12-02T01:30:08.276+01:00',
    });
  });

  it("is corrected if the client's clock is an hour fast", async () => {
    expect(
      await timestampOf({ timestamp: '2026-11-20T08:59:50Z', sentAt: '2026-11-20T09:00:00Z' }),
    ).toMatchObject({ timestamp: '2026-11-20T07:59:50.000Z' });
  });

  it('is unchanged within network latency', async () => {
    expect(
      await timestampOf({
        timestamp: '2026-11-20T07:59:50.276Z',
        sentAt: '2026-11-20T07:59:59.966Z',
      }),
    ).toMatchObject({ timestamp: '2026-11-20T07:59:50.276Z' });
  });

  it('is exact for past data, even with a wrong sentAt', async () => {
    const timestamp = '2012-12-02T00:30:08.276Z';
    for (const sentAt of [
      '2026-11-20T07:59:59.966Z',
      '2026-11-20T07:55:00Z',
      '2026-11-21T00:00:00Z',
    ])
      expect(await timestampOf({ timestamp, sentAt })).toMatchObject({ timestamp });
  });

  it('is compared with the real clock while the virtual clock is ahead', async () => {
    const machineClock = new FakeClock();
    const { core } = await startCore({ clock: machineClock });
    await theSource(core);
    await core.clock.set({ mode: 'fast', speed: 3_600 });
    machineClock.advance(10_000);
    await core.clock.set({ mode: 'paused', speed: 1 });
    const at = (ms: number) => new Date(machineClock.now() + ms).toISOString();
    const right = await send(core, track({ timestamp: at(-60_000), sentAt: at(0) }));
    expect(right.message.timestamp).toBe(at(-60_000));
    const skewed = await send(core, track({ timestamp: at(240_000), sentAt: at(300_000) }));
    expect(skewed.message.timestamp).toBe(at(-60_000));
  });

  it('is originalTimestamp if an SDK sends only that', async () => {
    expect(await timestampOf({ originalTimestamp: '2012-12-02T00:30:08Z' })).toMatchObject({
      timestamp: '2012-12-02T00:30:08.000Z',
    });
  });

  it('is rejected with the accepted formats if it cannot be parsed', async () => {
    const { core } = await startCore();
    await theSource(core);
    for (const timestamp of ['2026-W47-5', '2026-11-20T08Z', 1_732_089_457])
      expect(await post(core, '/v1/track', track({ timestamp }))).toMatchObject({
        status: 400,
        json: { code: 'bad_request', message: expect.stringContaining('20261120T083737Z') },
      });
  });

  it('is unchanged if sentAt cannot be parsed', async () => {
    expect(await timestampOf({ timestamp: '2012-12-02T00:30:08Z', sentAt: 'now' })).toMatchObject({
      timestamp: '2012-12-02T00:30:08.000Z',
    });
  });
});
