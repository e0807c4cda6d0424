import { expect, it } from 'vitest';
import { originOf } from '#renderer/pages/inspector/messages/origin.ts';

const known = [{ id: 'aud_1', name: 'Big Spenders' }];
const origin = (method: string, messageId: string) => originOf({ messageId }, { method }, known);

it('of a message that came in is none, whatever its id looks like', () => {
  expect(origin('POST', 'aud_1-3-user-7')).toBeNull();
  expect(origin('POST', 'del_1-user-7')).toBeNull();
});

it('is the sync, as the audience or trait numbers it', () => {
  expect(origin('SYNC', 'aud_1-3-user-7')).toEqual({
    text: 'Sync 3 of Big Spenders',
    to: { page: 'audiences', path: ['audiences', 'aud_1', 'sync'] },
  });
  expect(origin('SYNC', 'trt_2-1-5-7')).toEqual({
    text: 'Sync 1 of a computed trait that was deleted',
    to: { page: 'audiences', path: ['traits'] },
  });
});

it('is the deletion request', () => {
  expect(origin('DELETION', 'del_9-user-7')).toEqual({
    text: 'Deletion request',
    to: { page: 'audiences', path: ['deletions', 'del_9'] },
  });
});
