/** The filter of a run's deliveries finds what the Inspector's own lists find. */
import { expect, it } from 'vitest';
import { createDeliveryMatcher } from '#main/scenarios/match-delivery.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { makeMock, urlOf } from '#test/support/mock-client.ts';
import { openCore } from '#test/support/start-core.ts';

const filters: readonly (readonly [filter: string, matching: number])[] = [
  ['', 6],
  ['state:delivered', 3],
  ['state:waiting', 2],
  ['type:track', 6],
  ['event:paid', 4],
  ['event=Paid', 4],
  ['user:user_2', 2],
  ['source:web', 6],
  ['destination:steady', 3],
  ['destination=Flaky', 3],
  ['url:/mock/flaky', 3],
  ['status>=500', 2],
  ['attempts=1', 6],
  ['attempts>1', 0],
  ['outcome:failed', 2],
  ['outcome:accepted', 3],
  ['outcome:blocked', 0],
  ['code:server_error', 2],
  ['outcome:refused', 1],
  ['has:warning', 0],
  ['origin:sdk', 6],
  ['origin:sync', 0],
  ['header[x-signature]:a', 3],
  ['header[content-type]=application/json', 6],
  ['body.properties.total>100', 2],
  ['body.properties.total=50', 4],
  ['body.properties.code=a', 2],
  ['age<1m', 6],
  ['age>1m', 0],
  ['created>=2000-01-01', 6],
  ['created<2000-01-01', 0],
  ['attempted>=2000-01-01', 6],
  ['refunded', 2],
  ['m-3', 2],
  ['not state:delivered', 3],
  ['state:refused', 1],
  ['reason:window_ended', 0],
  ['state:waiting or body.properties.total>100', 3],
  ['destination:steady (user:user_1 or user:user_2)', 2],
];

it('finds the same deliveries as the live list', async () => {
  const clock = new FakeClock();
  const { core, followed, stop } = await openCore({ clock });
  const steady = await makeMock(core, { name: 'steady' });
  const flaky = await makeMock(core, {
    name: 'flaky',
    steps: [{ status: 503, times: 2 }, { status: 404 }],
  });
  await connect(core, { name: 'Steady', sharedSecret: 'secret', urls: [urlOf(steady)] });
  await connect(core, { name: 'Flaky', urls: [urlOf(flaky)] });
  const messages = [
    { messageId: 'm-1', userId: 'user_1', event: 'Paid', properties: { total: 50, code: 'a' } },
    { messageId: 'm-2', userId: 'user_2', event: 'Paid', properties: { total: 150 } },
    { messageId: 'm-3', userId: 'user_3', event: 'Refunded', properties: { total: '50' } },
  ];
  for (const [index, message] of messages.entries()) {
    await send(core, track(message));
    await followed.until(() => {
      const attempted = [...followed.deliveries.values()].filter(
        ({ attempts, sending }) => attempts === 1 && !sending,
      );
      return attempted.length === 2 * (index + 1);
    });
  }
  const all = core.deliveries.list({ limit: 100 });
  const details = (await all).items.map(({ id }) => ({
    ...core.deliveries.get({ id }),
    copies: [],
  }));
  for (const [text, matching] of filters) {
    const parsed = parseFilter(text);
    if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.message}`);
    const live = await core.deliveries.list({ limit: 100, filter: text });
    const found = details.filter(createDeliveryMatcher(parsed.filter, clock.now()));
    expect(
      found.map(({ id }) => id),
      text,
    ).toEqual(live.items.map(({ id }) => id));
    expect(found.length, text).toBe(matching);
  }
  await stop();
});
