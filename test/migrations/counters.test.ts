import { expect, it } from 'vitest';
import { createCounterStore } from '#core/store/counters.ts';
import { migrate } from '#core/store/migrate.ts';
import { databaseBefore } from '#test/support/old-database.ts';

const hourMs = 3_600_000;

function open(before: number) {
  const { db, file } = databaseBefore(before);
  return { db, file };
}

it('keeps the ledger, the usage of sources and the totals of rejected requests', () => {
  const { db, file } = open(315);
  db.exec(`
    INSERT INTO sources
      VALUES ('src_1', 'Web', 'key', 1, 1, 1, NULL), ('src_2', 'App', 'k', 1, 1, 1, NULL);
    INSERT INTO usage (source_id, hour_at, accepted)
      VALUES ('src_1', ${hourMs}, 5), ('src_1', ${3 * hourMs}, 2), ('src_2', ${hourMs}, 1);
    UPDATE counters SET value = 8 WHERE name = 'accepted';
    UPDATE counters SET value = 16 WHERE name = 'routed';
    UPDATE counters SET value = 15 WHERE name = 'delivered';
    UPDATE counters SET value = 1 WHERE name = 'retrying';
    UPDATE rejected_totals SET requests = 3, bytes = 700 WHERE authenticated = 1;
  `);
  migrate(db, file);
  const counters = createCounterStore(db);
  expect(counters.ledger()).toMatchObject({
    accepted: 8,
    routed: 16,
    delivered: 15,
    retrying: 1,
    pending: 0,
    deleted: 0,
    balanced: true,
  });
  expect(counters.usage('src_1', 2 * hourMs)).toEqual({
    total: 7,
    hours: [{ hourAt: 3 * hourMs, accepted: 2 }],
  });
  expect(counters.get('rejected_kept', { scope: 'authenticated' })).toBe(3);
  expect(counters.get('rejected_kept_bytes', { scope: 'authenticated' })).toBe(700);
  const triggers = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all();
  expect(triggers).toEqual([]);
});

it('the ledger still balances after deliveries are deleted', () => {
  const { db } = open(Number.POSITIVE_INFINITY);
  const counters = createCounterStore(db);
  const total = { scope: '', hourAt: 0 };
  counters.add([
    { ...total, name: 'routed', by: 5 },
    { ...total, name: 'delivered', by: 2 },
    { ...total, name: 'deleted', scope: 'delivered', by: 2 },
    { ...total, name: 'deleted', scope: 'exhausted', by: 1 },
  ]);
  expect(counters.ledger()).toMatchObject({ routed: 5, delivered: 2, deleted: 3, balanced: true });
  counters.add([{ ...total, name: 'delivered', by: -1 }]);
  expect(counters.ledger()).toMatchObject({ balanced: false });
});
