/** What a contract demands of the functions that implement it; checked by the compiler. */
import { eventIterator } from '@orpc/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Implementation } from '#main/hosts/api/index.ts';
import { op } from '#shared/kit/op.ts';

const Thing = z.object({ id: z.string() });
const summary = 'Test';

const contract = {
  things: {
    list: op('GET /things', { summary, output: z.array(Thing) }),
    get: op('GET /things/{id}', { summary, input: Thing, output: Thing }),
    remove: op('DELETE /things/{id}', { summary, effect: 'deletes', input: Thing }),
    follow: op('GET /things/follow', { summary, output: eventIterator(Thing) }),
  },
};
type Things = Implementation<typeof contract>['things'];

const things: Things = {
  list: (): readonly { id: string }[] => [],
  get: async ({ id }) => ({ id }),
  remove: () => undefined,
  async *follow(_input, signal) {
    if (signal?.aborted !== true) yield { id: 'a' };
  },
};

it('functions may be synchronous, asynchronous or streams, and may ignore input and signal', async () => {
  expect(await things.get({ id: 'a' })).toEqual({ id: 'a' });
});

it('a missing function, a wrong input, a wrong output and a value instead of a stream do not compile', () => {
  const { remove: _, ...incomplete } = things;
  // @ts-expect-error: no function removes
  const missing: Things = incomplete;
  // @ts-expect-error: the input is an object
  const positional: Things = { ...things, remove: (_id: string) => undefined };
  // @ts-expect-error: a thing has an ID
  const without: Things = { ...things, get: async () => ({}) };
  // @ts-expect-error: nothing is returned
  const returning: Things = { ...things, remove: async () => 1 };
  // @ts-expect-error: follow is a stream
  const single: Things = { ...things, follow: async () => ({ id: 'a' }) };
  expect([missing, positional, without, returning, single]).toHaveLength(5);
});
