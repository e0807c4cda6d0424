/**
 * The one place that counts: the ledger, the usage of sources, and what is kept of rejected requests.
 * Counts of a transaction are added up in memory and written once, before it is committed: a trigger
 * makes SQLite copy every page that an insert touches, and updates a counter for every row.
 */
import type { Database } from 'better-sqlite3';
import { type DeliveryState, deliveryStates } from '#shared/schemas/delivery.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';
import type { UsageHour } from '#shared/schemas/source.ts';

const ingestionCounters = ['accepted', 'unrouted', 'duplicates', 'rejected', 'routed'] as const;

/**
 * A state counts the deliveries that are kept in it; `deleted` those that were deleted, by the state
 * they had (scope). `accepted` is also counted by source (scope) and hour.
 */
export type CounterName =
  | (typeof ingestionCounters)[number]
  | DeliveryState
  | 'deleted'
  | 'rejected_kept'
  | 'rejected_kept_bytes';

/** Which part of a counter; without one, its total. Parts are counted separately from the total. */
export interface CounterPart {
  readonly scope?: string;
  /** The start of the hour, for counts by time. */
  readonly hourAt?: number;
}

export interface Count {
  readonly name: CounterName;
  readonly scope: string;
  readonly hourAt: number;
  readonly by: number;
}

const hourMs = 3_600_000;

export const hourOf = (time: number): number => time - (time % hourMs);

/** The counts of a transaction so far. */
export function createTally() {
  /** Changed in place: every message adds to several. */
  let counts = new Map<string, { -readonly [Field in keyof Count]: Count[Field] }>();
  const keyOf = (name: CounterName, part: CounterPart | undefined): string =>
    part === undefined ? name : `${name} ${part.hourAt ?? 0} ${part.scope ?? ''}`;

  return {
    add(name: CounterName, by: number, part?: CounterPart): void {
      const key = keyOf(name, part);
      const count = counts.get(key);
      if (count !== undefined) count.by += by;
      else counts.set(key, { name, scope: part?.scope ?? '', hourAt: part?.hourAt ?? 0, by });
    },
    get: (name: CounterName, part?: CounterPart): number => counts.get(keyOf(name, part))?.by ?? 0,
    all: (): readonly Count[] => [...counts.values()].filter(({ by }) => by !== 0),
    /** Returns a function that undoes what is added from now on. */
    mark(): () => void {
      const before = new Map([...counts].map(([key, count]) => [key, { ...count }]));
      return () => {
        counts = before;
      };
    },
  };
}

export type CounterStore = ReturnType<typeof createCounterStore>;

export function createCounterStore(db: Database) {
  const add = db.prepare(`
    INSERT INTO counters (name, scope, hour_at, value) VALUES (?, ?, ?, ?)
    ON CONFLICT (name, scope, hour_at) DO UPDATE SET value = value + excluded.value`);
  const value = db
    .prepare<[string, string, number], number>(
      'SELECT value FROM counters WHERE name = ? AND scope = ? AND hour_at = ?',
    )
    .pluck();
  const ledgerCounters = [...ingestionCounters, ...deliveryStates];
  const ofLedger = db.prepare<[], { name: (typeof ledgerCounters)[number]; value: number }>(
    `SELECT name, value FROM counters
     WHERE name IN (${ledgerCounters.map((name) => `'${name}'`)}) AND scope = '' AND hour_at = 0`,
  );
  const deleted = db
    .prepare<[], number>(`SELECT COALESCE(SUM(value), 0) FROM counters WHERE name = 'deleted'`)
    .pluck();
  const accepted = db
    .prepare<[string], number>(
      `SELECT COALESCE(SUM(value), 0) FROM counters WHERE name = 'accepted' AND scope = ?`,
    )
    .pluck();
  const hours = db.prepare<[string, number], UsageHour>(
    `SELECT hour_at AS hourAt, value AS accepted FROM counters
     WHERE name = 'accepted' AND scope = ? AND hour_at >= ? ORDER BY hour_at`,
  );

  return {
    get: (name: CounterName, { scope = '', hourAt = 0 }: CounterPart = {}): number =>
      value.get(name, scope, hourAt) ?? 0,
    /** Adds the counts of a transaction, within it. */
    add(counts: readonly Count[]): void {
      for (const { name, scope, hourAt, by } of counts) add.run(name, scope, hourAt, by);
    },
    ledger(): Ledger {
      const counted = new Map(ofLedger.all().map(({ name, value }) => [name, value]));
      const of = <Name extends (typeof ledgerCounters)[number]>(names: readonly Name[]) =>
        Object.fromEntries(names.map((name) => [name, counted.get(name) ?? 0])) as Record<
          Name,
          number
        >;
      const ingestion = of(ingestionCounters);
      const states = of(deliveryStates);
      const counts = { ...ingestion, ...states, deleted: deleted.get() ?? 0 };
      const all = Object.values(states).reduce((sum, count) => sum + count, counts.deleted);
      return { ...counts, balanced: counts.routed === all };
    },
    /** Messages accepted of a source: all of them, and by hour from the hour that holds `from`. */
    usage: (sourceId: string, from: number) => ({
      total: accepted.get(sourceId) ?? 0,
      hours: hours.all(sourceId, hourOf(from)),
    }),
  };
}
