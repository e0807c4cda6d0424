import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allCopiesQuery, copyPageQuery } from '#main/store/copies.ts';
import { newestQueries } from '#main/store/delivery-list.ts';
import { createSchema } from '#main/store/schema.ts';
import { DatabaseWithStablePlans } from '#main/store/stable-plans.ts';
import type { Page } from '#shared/kit/page.ts';
import { connect } from '#test/support/builders.ts';
import { post, send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** The origin of a request, whose name is shown. */
const nameByRowNumbers = [
  'CORRELATED SCALAR SUBQUERY 1',
  'SEARCH d USING INTEGER PRIMARY KEY (rowid=?)',
  'SEARCH m USING INTEGER PRIMARY KEY (rowid=?)',
];

function emptyDatabase() {
  const path = join(temporaryFolder(), 'test.sqlite');
  const db = new DatabaseWithStablePlans(path);
  onTestFinished(() => void db.close());
  createSchema(db);
  return db;
}

it('the copies of a delivery are read by its index, in order', () => {
  const plan = emptyDatabase()
    .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${copyPageQuery}`)
    .all({ deliveryId: 1, before: 1, limit: 1 })
    .map(({ detail }) => detail);
  expect(plan).toEqual([
    'SEARCH copies USING INDEX copies_of_delivery (delivery_id=? AND rowid<?)',
    ...nameByRowNumbers,
  ]);
});

it('the list of all copies is read by row number', () => {
  const plan = emptyDatabase()
    .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${allCopiesQuery}`)
    .all({ before: 1, limit: 1 })
    .map(({ detail }) => detail);
  expect(plan).toEqual(['SEARCH copies USING INTEGER PRIMARY KEY (rowid<?)', ...nameByRowNumbers]);
});

it('the newest delivery of a cause is the first row of an index', () => {
  const db = emptyDatabase();
  const cause = { destinationId: 'd', state: 'refused', code: 'unexpected_status', status: 404 };
  const steps = Object.values(newestQueries).map((query) =>
    db
      .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`)
      .all(cause)
      .map(({ detail }) => detail),
  );
  expect(steps).toEqual([
    ['SEARCH deliveries USING INDEX deliveries_without_code (destination_id=? AND state=?)'],
    [
      'SEARCH deliveries USING COVERING INDEX deliveries_by_code (destination_id=? AND state=? AND last_code=?)',
    ],
    [
      'SEARCH deliveries USING COVERING INDEX deliveries_by_code_and_status (destination_id=? AND state=? AND last_code=? AND last_status=?)',
    ],
  ]);
});

/** Far more pages than any list here has, to detect a cursor that does not advance. */
const maxPages = 100;

/** All pages of a list, following its cursors. */
async function walk<Item>(
  read: (cursor: string | undefined) => Page<Item> | Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let pages = 0;
  for (let cursor: string | undefined | null; cursor !== null; ) {
    pages += 1;
    if (pages > maxPages) throw new Error('The pages do not come to an end.');
    const page = await read(cursor ?? undefined);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

describe('pages', () => {
  it('are complete, without repetition, newest first, for every limit', async () => {
    const { core } = await startCore();
    await connect(core);
    await post(core, '/v1/batch', { batch: Array.from({ length: 20 }, () => track()) });
    for (const limit of [1, 3, 19, 20, 21]) {
      const all = await walk((cursor) => core.messages.list({ limit, cursor }));
      const ids = all.map(({ id }) => id);
      expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
    }
    expect(core.messages.list({ limit: 20 }).nextCursor).toBeNull();
  });

  it('stay the same while rows are added', async () => {
    const { core } = await startCore();
    await connect(core);
    await post(core, '/v1/batch', { batch: Array.from({ length: 10 }, () => track()) });
    const first = await core.deliveries.list({ limit: 4 });
    await post(core, '/v1/batch', { batch: Array.from({ length: 7 }, () => track()) });
    const rest = await walk((cursor) =>
      core.deliveries.list({ limit: 4, cursor: cursor ?? first.nextCursor ?? undefined }),
    );
    expect([...first.items, ...rest].map(({ id }) => id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('of deliveries match every combination of filters', async () => {
    const { core, followed } = await startCore();
    const one = await connect(core, { trackFilter: { mode: 'block', events: ['Noise'] } });
    const two = await connect(core);
    await post(core, '/v1/batch', {
      batch: [track({ event: 'Noise' }), track(), track({ integrations: { All: false } }), track()],
    });
    await followed.ledger(({ paused }) => paused === 5);
    const page = async (filter: object) => {
      const found = await walk((cursor) => core.deliveries.list({ limit: 2, cursor, ...filter }));
      return found.map(({ id }) => id);
    };
    const { items: all } = await core.deliveries.list({ limit: 100 });
    for (const state of ['paused', 'filtered', 'excluded', 'pending'] as const) {
      const inState = all.filter((delivery) => delivery.state === state);
      expect(await page({ state })).toEqual(inState.map(({ id }) => id));
      for (const { id: destinationId } of [one, two]) {
        const both = inState.filter((delivery) => delivery.destinationId === destinationId);
        expect(await page({ state, destinationId })).toEqual(both.map(({ id }) => id));
      }
    }
    expect(await page({ destinationId: one.id })).toHaveLength(4);
    expect(await page({ destinationId: 'dst_none' })).toEqual([]);
  });

  it('reject a foreign cursor', async () => {
    const { core } = await startCore();
    for (const cursor of ['', '-1', 'ZZ', '%', 'a'.repeat(12), "1' OR 1"])
      expect(() => core.messages.list({ limit: 1, cursor })).toThrow(
        'cursor is not valid for this list',
      );
  });

  it('of rejected requests are separate from messages', async () => {
    const { core } = await startCore();
    await connect(core);
    await send(core, track());
    for (let count = 0; count < 3; count += 1) await post(core, '/v1/track', {});
    expect(await walk((cursor) => core.rejected.list({ limit: 2, cursor }))).toHaveLength(3);
    expect(core.messages.list({ limit: 10 }).items).toHaveLength(1);
  });
});
