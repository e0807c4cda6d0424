import { expect, it } from 'vitest';
import { keyOfRow, withDeliveries } from '#renderer/places/deliveries/messages/event-rows.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { MessageSummary } from '#shared/ingestion/message.ts';

const message = (id: number) => ({ id }) as MessageSummary;
const delivery = (messageRowId: number, id: number) => ({ id, messageRowId }) as DeliverySummary;

/** Messages 100 to 1, of which 80 to 78 are loaded. */
function opened(deliveriesOf: ReadonlyMap<number, readonly DeliverySummary[]>) {
  const asked: (readonly [number, number])[] = [];
  const rows = withDeliveries(
    {
      items: [message(80), message(79), message(78)],
      positions: { before: 20, count: 100, positionOf: (key) => 100 - Number(key) },
      ensureLoaded: (first, last) => asked.push([first, last]),
    },
    deliveriesOf,
  );
  return { rows, asked };
}

it('lists the deliveries of open messages after these', () => {
  const { rows } = opened(new Map([[79, [delivery(79, 7), delivery(79, 80)]]]));
  expect(rows.items.map(keyOfRow)).toEqual(['80', '79', '79/7', '79/80', '78']);
  expect(rows.positions).toMatchObject({ before: 20, count: 102, outerCount: 100 });
});

it('finds and loads messages by their positions without deliveries', () => {
  const { rows, asked } = opened(new Map([[79, [delivery(79, 7), delivery(79, 80)]]]));
  expect(rows.positions?.positionOf('90')).toBe(10);
  expect(rows.positions?.positionOf('70')).toBe(32);
  for (let index = 19; index < 26; index += 1) rows.ensureLoaded(index, index);
  expect(asked.map(([first]) => first)).toEqual([19, 20, 21, 21, 21, 22, 23]);
});

it('changes nothing while no message is open', () => {
  const { rows, asked } = opened(new Map());
  expect(rows.items.map(keyOfRow)).toEqual(['80', '79', '78']);
  rows.ensureLoaded(0, 99);
  expect(asked).toEqual([[0, 99]]);
});
