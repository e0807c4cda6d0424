/** Exports that are read piece by piece: the maximum number, and their progress. */
import { expect, it } from 'vitest';
import { ExportRequest, maxRedacted } from '#shared/deliveries/export.ts';
import { openExports, storeDeliveries } from './stored.ts';

const plain = {
  writeKey: 'wk_of_the_test',
  sharedSecret: 'secret_of_the_test',
  webhooks: [{ url: 'https://a.test/hook', headers: {} }],
  body: '{"a":1}',
  attempts: [],
};

const jsonLines = ExportRequest.parse({ format: 'jsonl' });

it('a seventeenth export is rejected while the others are read, and none of them ends', async () => {
  const { store, exports, clock } = openExports();
  await storeDeliveries(store, plain, 2_000);
  const ids = Array.from({ length: 16 }, () => exports.create(jsonLines).id);
  expect(() => exports.create(jsonLines)).toThrow('The limit of 16 open exports');
  clock.advance(9 * 60_000);
  const [first = ''] = ids;
  expect((await exports.read({ id: first })).done).toBe(false);
  clock.advance(2 * 60_000);
  // The second one was not read for eleven minutes; the others continue.
  exports.create(jsonLines);
  await expect(exports.read({ id: ids[1] ?? '' })).rejects.toThrow('Export not found');
  for (const id of [first, ...ids.slice(2)])
    expect((await exports.read({ id })).base64).toBeDefined();
});

it('the list of redacted names is limited, whatever the data', async () => {
  const { store, exports } = openExports();
  const made = 2 * maxRedacted;
  const long = 'x'.repeat(4_000);
  await storeDeliveries(store, {
    ...plain,
    attempts: [
      {
        url: 'https://a.test/hook',
        headers: [],
        response: {
          headers: Array.from({ length: made }, (_, n) => [`token-${n}-${long}`, `value-${n}`]),
          body: Buffer.from('ok'),
        },
      },
    ],
  });
  const { id } = exports.create(jsonLines);
  let piece = await exports.read({ id });
  while (!piece.done) piece = await exports.read({ id });
  expect(piece.redacted).toHaveLength(maxRedacted + 1);
  expect(piece.redacted.at(-1)).toEqual({ name: 'others', count: made - maxRedacted });
  for (const { name } of piece.redacted) expect(name.length).toBeLessThan(100);
});
