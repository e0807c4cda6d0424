/** Exports that are read piece by piece: their progress. */
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
  const { id } = await exports.create(jsonLines);
  let piece = await exports.read({ id });
  while (!piece.done) piece = await exports.read({ id });
  expect(piece.redacted).toHaveLength(maxRedacted + 1);
  expect(piece.redacted.at(-1)).toEqual({ name: 'others', count: made - maxRedacted });
  for (const { name } of piece.redacted) expect(name.length).toBeLessThan(100);
});
