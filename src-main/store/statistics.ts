/** Bulk reads of deliveries and attempts for statistics. */
import type { Database } from 'better-sqlite3';
import { webhooksOf } from '#shared/connections/destination.ts';
import type { AttemptCode, DeliveryState } from '#shared/deliveries/delivery.ts';
import type { Filter } from '#shared/filter/filter.ts';
import { conditionOf, isDecidedByRow, parametersBetween } from './filter/condition.ts';
import { createNamedEntities } from './filter/search.ts';

/**
 * Fields of an attempt used for statistics. They never change. A tuple, because there may be a
 * million.
 */
export type AttemptRow = readonly [
  id: number,
  deliveryId: number,
  destinationId: string,
  url: string,
  startedAt: number,
  status: number | null,
  code: AttemptCode | null,
  totalMs: number,
  /** Of the first attempts after a retry of an ended delivery: when the attempts before ended; null otherwise. */
  endedBefore: number | null,
];

export type CountedDelivery = readonly [
  id: number,
  createdAt: number,
  state: DeliveryState,
  attempts: number,
  /** Null unless it waits, or finished without an accepted attempt. */
  destinationId: string | null,
  lastStatus: number | null,
  lastCode: AttemptCode | null,
  updatedAt: number,
  nextAttemptAt: number | null,
  /** If it is retried after its end, before the first result: when its attempts ended; null otherwise. */
  endedBefore: number | null,
];

export interface ReadDeliveries {
  readonly matching: readonly CountedDelivery[];
  /** All rows up to this number have been read. */
  readonly readTo: number;
}

/** Target time of one read. A single expensive row may take longer. */
const maxReadMs = 4;

/** Rows per read if their own columns are sufficient. Takes less than a millisecond. */
const rowsPerSlice = 1_024;

export interface CountedDestination {
  readonly id: string;
  readonly name: string;
  /** Whether it exists and is enabled. */
  readonly active: boolean;
  /** Its webhook URLs; empty if deleted. */
  readonly urls: readonly string[];
}

interface DestinationRow {
  readonly id: string;
  readonly name: string;
  readonly enabled: number;
  readonly webhook_url: string;
  readonly webhooks: string;
  readonly deleted_at: number | null;
}

const lastEnd = "MAX(started_at + (timings ->> '$.totalMs'))";

const toDestination = (row: DestinationRow): CountedDestination => {
  const { id, name, webhook_url, webhooks } = row;
  const isActive = row.deleted_at === null;
  const webhookList = webhooksOf({ webhookUrl: webhook_url, webhooks: JSON.parse(webhooks) });
  return {
    id,
    name,
    active: isActive && row.enabled === 1,
    urls: isActive ? webhookList.map(({ url }) => url) : [],
  };
};

export function createStatisticsStore(db: Database) {
  const attempts = db
    .prepare<[number], AttemptRow>(
      `SELECT a.id, a.delivery_id, d.destination_id, a.url, a.started_at, a.response_status,
        a.code, a.timings ->> '$.totalMs',
        CASE WHEN a.window_round = 1 AND a.round > 1
          THEN (SELECT ${lastEnd} FROM attempts WHERE delivery_id = a.delivery_id AND round < a.round) END
       FROM attempts AS a CROSS JOIN deliveries AS d ON d.id = a.delivery_id
       WHERE a.id > ? ORDER BY a.id`,
    )
    .raw();
  const deletedCount = db
    .prepare<[], number>(`SELECT COALESCE(SUM(value), 0) FROM counters WHERE name = 'deleted'`)
    .pluck();
  const newestDelivery = db.prepare<[], number | null>('SELECT MAX(id) FROM deliveries').pluck();
  const span = db
    .prepare<[number, number], [number | null, number | null, number | null]>(
      'SELECT MIN(created_at), MAX(created_at), MAX(updated_at) FROM deliveries WHERE id > ? AND id <= ?',
    )
    .raw();
  const waiting = db
    .prepare<[number, number], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM deliveries INDEXED BY deliveries_by_state
         WHERE state = 'waiting' AND id > ? AND id <= ?)`,
    )
    .pluck();
  const countFrom = db
    .prepare<[number, number, number], number>(
      'SELECT COUNT(*) FROM deliveries WHERE id > ? AND id <= ? AND created_at >= ?',
    )
    .pluck();
  const destinations = db.prepare<[], DestinationRow>(
    `SELECT id, name, settings ->> 'enabled' AS enabled, settings ->> 'webhookUrl' AS webhook_url,
       settings -> 'webhooks' AS webhooks, deleted_at
     FROM destinations ORDER BY name`,
  );
  const readEntities = createNamedEntities(db);

  return {
    /** Attempts after a row number, in storage order. */
    attemptsAfter: (id: number): Iterable<AttemptRow> => attempts.iterate(id),
    /** Deliveries deleted so far, each with its attempts. */
    deletedCount: (): number => deletedCount.get() ?? 0,
    newestDelivery: (): number => newestDelivery.get() ?? 0,
    /**
     * Earliest and latest creation time of some deliveries, and the time of the latest change. The clock may have been
     * set back, so rows aren't in time order.
     */
    timesOf(after: number, upTo: number) {
      const [first, last, changed] = span.get(after, upTo) ?? [null, null, null];
      return first === null || last === null || changed === null ? null : { first, last, changed };
    },
    hasWaiting: (after: number, upTo: number): boolean => waiting.get(after, upTo) === 1,
    countCreatedFrom: (after: number, upTo: number, time: number): number =>
      countFrom.get(after, upTo, time) ?? 0,
    /**
     * Prepares a reader for matching deliveries in a row number range. Each call reads for a
     * limited time.
     */
    matching(filter: Filter, now: number) {
      const condition = conditionOf(filter, readEntities(now));
      const { sql } = condition;
      const columns = `d.id, d.created_at, d.state, d.attempts,
        CASE WHEN d.state IN ('waiting', 'refused', 'gave_up', 'blocked') THEN d.destination_id END,
        d.last_status, d.last_code, d.updated_at, d.next_attempt_at,
        CASE WHEN d.state = 'waiting' AND d.round > d.window_rounds
          THEN (SELECT ${lastEnd} FROM attempts WHERE delivery_id = d.id
            HAVING MAX(round) <= d.round - d.window_rounds) END`;
      const span = 'FROM deliveries AS d WHERE d.id > @after AND d.id <= @upTo';
      if (isDecidedByRow(filter)) {
        // Three times as fast as row by row.
        const matching = db
          .prepare<[object], CountedDelivery>(`SELECT ${columns} ${span} AND (${sql})`)
          .raw();
        return (after: number, upTo: number): ReadDeliveries => {
          const readTo = Math.min(upTo, after + rowsPerSlice);
          const parameters = parametersBetween(condition, after, readTo + 1);
          return { matching: matching.all({ ...parameters, after, upTo: readTo }), readTo };
        };
      }
      const rows = db
        .prepare<[object], [matches: 0 | 1, ...CountedDelivery]>(
          `SELECT CASE WHEN ${sql} THEN 1 ELSE 0 END, ${columns} ${span} ORDER BY d.id`,
        )
        .raw();
      return (after: number, upTo: number): ReadDeliveries => {
        const endsAt = performance.now() + maxReadMs;
        const matching: CountedDelivery[] = [];
        const parameters = parametersBetween(condition, after, upTo + 1);
        for (const [matches, ...delivery] of rows.iterate({ ...parameters, after, upTo })) {
          if (matches === 1) matching.push(delivery);
          if (performance.now() > endsAt) return { matching, readTo: delivery[0] };
        }
        return { matching, readTo: upTo };
      };
    },
    /** All destinations. Includes deleted ones, because their attempts still exist. */
    destinations: (): readonly CountedDestination[] => destinations.all().map(toDestination),
  };
}

export type StatisticsStore = ReturnType<typeof createStatisticsStore>;
