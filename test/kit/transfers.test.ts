/** Files that are transferred piece by piece: how many, in which order, and when they end. */
import { expect, it } from 'vitest';
import { createTransfers } from '#main/kit/transfers.ts';
import { FakeClock } from '#test/support/fake-clock.ts';

function transfers() {
  const machineClock = new FakeClock();
  const freed: string[] = [];
  let lastId = 0;
  const random = { bytes: (length: number) => new Uint8Array(length).fill(++lastId) };
  const free = async (work: string) => void freed.push(work);
  return {
    ...createTransfers<string>({ machineClock, random }, 'export', free),
    ...{ machineClock, freed },
  };
}

const nothing = async (): Promise<void> => undefined;
const gone = { code: 'not_found', message: expect.stringContaining('Export not found') };

it('a seventeenth is rejected before it begins; one that is idle makes room', async () => {
  const { start, piece, machineClock, freed } = transfers();
  const ids: string[] = [];
  for (let number = 0; number < 16; number += 1) ids.push(await start(() => String(number)));
  const started: string[] = [];
  const begin = () =>
    start(() => {
      started.push('more');
      return 'more';
    });
  await expect(begin()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('The limit of 16 open exports'),
  });
  expect(started).toEqual([]);
  machineClock.advance(9 * 60_000);
  const [first = '', second = ''] = ids;
  await piece(first, nothing);
  machineClock.advance(60_000);
  await begin();
  await expect(piece(second, nothing)).rejects.toMatchObject(gone);
  expect(freed).toEqual(['1']);
  for (const id of [first, ...ids.slice(2)]) await piece(id, nothing);
});

it('those that begin at the same time count toward the limit, until they fail', async () => {
  const { start, machineClock, freed } = transfers();
  const limit = { code: 'conflict' };
  const started = Promise.withResolvers<string>();
  const all = Array.from({ length: 20 }, () => start(() => started.promise));
  const results = Promise.allSettled(all);
  await expect(start(() => 'more')).rejects.toMatchObject(limit);
  started.resolve('a');
  const statuses = (await results).map(({ status }) => status);
  expect(statuses).toEqual([...Array(16).fill('fulfilled'), ...Array(4).fill('rejected')]);
  machineClock.advance(10 * 60_000);
  const failed = start(() => Promise.reject(new Error('The disk is full.')));
  await expect(failed).rejects.toThrow('The disk is full.');
  // Each takes the place of an idle one, except the first, which takes that of the failed one.
  const more = await Promise.allSettled(Array.from({ length: 17 }, () => start(() => 'b')));
  expect(more.map(({ status }) => status)).toEqual([...Array(16).fill('fulfilled'), 'rejected']);
  expect(freed).toEqual(Array(16).fill('a'));
});

it('pieces are transferred in order, and none after one that failed', async () => {
  const { start, piece, freed } = transfers();
  const id = await start(() => 'a');
  const moved: number[] = [];
  const slow = Promise.withResolvers<void>();
  const all = [
    piece(id, async () => {
      await slow.promise;
      return moved.push(1);
    }),
    piece(id, async () => moved.push(2)),
    piece(id, () => Promise.reject(new Error('The disk is full.'))),
    piece(id, async () => moved.push(3)),
  ];
  slow.resolve();
  expect(await Promise.allSettled(all)).toMatchObject([
    ...[{ value: 1 }, { value: 2 }],
    ...[{ reason: { message: 'The disk is full.' } }, { reason: gone }],
  ]);
  expect(moved).toEqual([1, 2]);
  expect(freed).toEqual(['a']);
});

it('a cancelled one rejects what waits for it, and is freed once', async () => {
  const { start, piece, cancel, freed } = transfers();
  const id = await start(() => 'a');
  const aborted = Promise.withResolvers<void>();
  const waiting = piece(id, async (_, signal) => {
    signal.addEventListener('abort', () => aborted.resolve());
    await aborted.promise;
    throw new Error('The file is closed.');
  });
  const rejected = expect(waiting).rejects.toMatchObject(gone);
  await Promise.resolve();
  await cancel({ id });
  await rejected;
  await expect(cancel({ id })).rejects.toMatchObject(gone);
  expect(freed).toEqual(['a']);
});

it('one that has ended can no longer be cancelled, and shows its own error', async () => {
  const { start, piece, cancel, end } = transfers();
  const id = await start(() => 'a');
  const last = piece(id, async () => {
    await end(id);
    await expect(cancel({ id })).rejects.toMatchObject(gone);
    throw new Error('A newer replacement has started.');
  });
  await expect(last).rejects.toThrow('newer replacement');
});
