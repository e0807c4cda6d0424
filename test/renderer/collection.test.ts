import { describe, expect, it } from 'vitest';
import {
  emptyCollection,
  withAll,
  withCollectionFailed,
  withOne,
  withoutOne,
} from '#renderer/stores/collection.ts';

const thing = (id: string, createdAt: number, name = id) => ({ id, createdAt, name });

describe('a collection', () => {
  it('stands in the order of creation, also after a change', () => {
    const all = withAll([thing('b', 2), thing('a', 1)]);
    expect(withOne(all, thing('a', 1, 'renamed')).items).toEqual([
      thing('a', 1, 'renamed'),
      thing('b', 2),
    ]);
  });

  it('takes in a new thing and lets a removed one go', () => {
    const grown = withOne(withAll([thing('a', 1)]), thing('b', 2));
    expect(withoutOne(grown, 'a').items).toEqual([thing('b', 2)]);
  });

  it('keeps showing what it had when reading it again fails', () => {
    const shown = withCollectionFailed(withAll([thing('a', 1)]), 'Lost.');
    expect(shown).toMatchObject({ status: 'ready', problem: 'Lost.' });
    expect(withCollectionFailed(emptyCollection(), 'Lost.').status).toBe('failed');
  });
});
