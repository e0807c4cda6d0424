/** Exports of many deliveries: in pieces of equal size, up to the maximum of a file. */
import { expect, it } from 'vitest';
import { ExportRequest } from '#shared/deliveries/export.ts';
import { openExports, type StoredDelivery, storeDeliveries } from './stored.ts';

const many: StoredDelivery = {
  writeKey: 'wk_of_the_test',
  sharedSecret: '',
  webhooks: [{ url: 'https://a.test/hook', headers: {} }],
  body: JSON.stringify({ text: 'x'.repeat(500) }),
  attempts: [],
};

it('many deliveries come in small pieces, each once', async () => {
  const { store, exports } = openExports();
  await storeDeliveries(store, many, 3_000);
  const { id } = await exports.create(ExportRequest.parse({ format: 'jsonl' }));
  const parts: Buffer[] = [];
  let deliveries = 0;
  for (let done = false; !done; ) {
    const piece = await exports.read({ id });
    parts.push(Buffer.from(piece.base64, 'base64'));
    ({ done, deliveries } = piece);
  }
  const whole = Buffer.concat(parts);
  expect(deliveries).toBe(3_000);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(300_000);
  const ids = whole
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect(ids).toEqual(Array.from({ length: 3_000 }, (_, index) => 3_000 - index));
});

it('more than a zip can hold is rejected before anything is written', async () => {
  const { store, exports } = openExports();
  await storeDeliveries(store, many, 10_001);
  const { id } = await exports.create(ExportRequest.parse({ format: 'fixtures' }));
  const reading = async () => {
    for (let done = false; !done; ) {
      const piece = await exports.read({ id });
      expect(piece.bytes).toBe(0);
      done = piece.done;
    }
  };
  await expect(reading()).rejects.toThrow('at most 10,000 requests');
  await expect(exports.read({ id })).rejects.toThrow('Export not found');
});
