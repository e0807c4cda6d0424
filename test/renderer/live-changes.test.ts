import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collections, drop, itemsOf, put } from '#renderer/kit/data/collections.ts';
import { applyChanges } from '#renderer/kit/data/live.ts';
import { deletionsNow } from '#renderer/kit/data/pages.ts';
import { api, queryClient, refresh } from '#renderer/kit/data/query-client.ts';
import type { Deletion } from '#shared/audiences/deletion.ts';
import type { Change } from '#shared/changes.ts';
import type { Source } from '#shared/connections/source.ts';

const source = (id: string, createdAt: number, name = id): Source => ({
  id,
  name,
  writeKey: 'k',
  enabled: true,
  createdAt,
  updatedAt: createdAt,
});
const changed = (value: Source): Change => ({ kind: 'source', source: value });
const removed = (id: string): Change => ({ kind: 'removed', noun: 'source', id });

const { queryKey } = collections.sources;
const ids = () => itemsOf(collections.sources).map(({ id }) => id);

beforeAll(() => queryClient.mount());

beforeEach(() => {
  queryClient.clear();
  onlineManager.setOnline(true);
});

describe('changes in the cache', () => {
  it('keep the order of creation', () => {
    queryClient.setQueryData(queryKey, [source('a', 1), source('c', 3)]);
    applyChanges([changed(source('a', 1, 'renamed')), changed(source('b', 2))]);
    expect(itemsOf(collections.sources)).toEqual([
      source('a', 1, 'renamed'),
      source('b', 2),
      source('c', 3),
    ]);
  });

  it('keep the latest change of an item, a value or its removal', () => {
    queryClient.setQueryData(queryKey, []);
    applyChanges([changed(source('a', 1)), removed('a')]);
    expect(ids()).toEqual([]);
    applyChanges([removed('a'), changed(source('a', 1, 'old')), changed(source('a', 1, 'new'))]);
    expect(itemsOf(collections.sources)).toEqual([source('a', 1, 'new')]);
  });

  it('do not create a list that was never loaded', () => {
    put(collections.sources, source('a', 1));
    drop(collections.sources, 'a');
    expect(queryClient.getQueryData(queryKey)).toBeUndefined();
  });
});

describe('changes in a paged list', () => {
  const deletion = (id: string, createdAt: number, userCount = 1): Deletion => ({
    id,
    jobId: null,
    state: 'draft',
    userCount,
    forwardedCount: 0,
    noticesSent: 0,
    cancelPending: false,
    cancelledCount: 0,
    createdAt,
    startedAt: null,
    completedAt: null,
  });
  const reported = (value: Deletion): Change => ({ kind: 'deletion', deletion: value });
  const key = api.deletions.list.infiniteKey({
    input: (cursor: string | undefined) => ({ limit: 200, cursor }),
    initialPageParam: undefined,
  });
  const read = (...pages: readonly (readonly Deletion[])[]) =>
    queryClient.setQueryData(key, {
      pages: pages.map((items) => ({ items: [...items], nextCursor: 'more' })),
      pageParams: pages.map(() => undefined),
    });
  const idsNow = () => deletionsNow().map(({ id }) => id);

  it('put a new row on top, update a known one, and leave older ones to their page', () => {
    read([deletion('c', 3), deletion('b', 2)]);
    applyChanges([
      reported(deletion('d', 4)),
      reported(deletion('b', 2, 7)),
      reported(deletion('a', 1)),
    ]);
    expect(idsNow()).toEqual(['d', 'c', 'b']);
    expect(deletionsNow()[2]?.userCount).toBe(7);
  });

  it('update every page, and drop a removed row', () => {
    read([deletion('c', 3)], [deletion('b', 2)]);
    applyChanges([reported(deletion('b', 2, 7)), { kind: 'removed', noun: 'deletion', id: 'c' }]);
    expect(deletionsNow()).toEqual([deletion('b', 2, 7)]);
  });
});

/** A visible query whose responses are controlled by the test. */
function shownQuery() {
  const asked: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['shown'],
    queryFn: () => {
      const respond = Promise.withResolvers<string>();
      asked.push(respond);
      return respond.promise;
    },
  });
  const stop = observer.subscribe(() => undefined);
  const until = (count: number) => expect.poll(() => asked.length).toBe(count);
  return {
    until,
    data: () => observer.getCurrentResult().data,
    respond: (text: string) => asked.at(-1)?.resolve(text),
    stop,
  };
}

describe('reloading', () => {
  it('happens once after a response in flight, however much changed meanwhile', async () => {
    const query = shownQuery();
    await query.until(1);
    for (let change = 0; change < 100; change += 1) refresh({ queryKey: ['shown'] });
    query.respond('before the change');
    await query.until(2);
    query.respond('after it');
    await expect.poll(query.data).toBe('after it');
    refresh({ queryKey: ['shown'] });
    await query.until(3);
    query.stop();
  });

  it('waits for the connection', async () => {
    onlineManager.setOnline(false);
    const query = shownQuery();
    await query.until(0);
    onlineManager.setOnline(true);
    await query.until(1);
    query.stop();
  });
});
