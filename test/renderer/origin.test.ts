import { expect, it } from 'vitest';
import { originLink } from '#renderer/places/deliveries/messages/received-card.tsx';

const known = { audiences: [{ id: 'aud_1', name: 'Big Spenders' }], traits: [] };

it('only messages created by Hookwright have a link', () => {
  expect(originLink({ kind: 'sdk', id: null }, null, known)).toBeNull();
  expect(originLink({ kind: 'send', id: null }, null, known)?.to).toBeNull();
});

it('a sync is named with the number it has in its audience or trait', () => {
  const origin = { kind: 'sync', id: '17' } as const;
  expect(originLink(origin, { computationId: 'aud_1', number: 3 }, known)).toEqual({
    text: 'Sync 3 of Big Spenders',
    to: { page: 'audiences', path: ['audiences', 'aud_1', 'sync'] },
  });
  for (const gone of [null, { computationId: 'trt_2', number: 1 }])
    expect(originLink(origin, gone, known)?.to).toEqual({
      page: 'deliveries',
      query: { filter: 'origin:sync:17' },
    });
});

it('a deletion request links to itself', () => {
  expect(originLink({ kind: 'deletion', id: 'del_9' }, null, known)?.to).toEqual({
    page: 'audiences',
    path: ['deletions', 'del_9'],
  });
});
