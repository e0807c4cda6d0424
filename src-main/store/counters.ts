/**
 * The single source of counts: the ledger, source usage, and stored rejected requests. Counts of a
 * transaction are summed in memory and written once before the commit. Triggers would make SQLite
 * copy every page an insert changes and update a counter per row.
 */
import type { Database } from 'better-sqlite3';
import type { SourceUsage, UsageHour } from '#shared/connections/source.ts';
import type { CauseKey } from '#shared/deliveries/cause.ts';
import { type DeliveryState, deliveryStates, NotSentReason } from '#shared/deliveries/delivery.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';

const ingestionCounters = ['accepted', 'duplicates', 'rejected', 'routed'] as const;

type SentState = Exclude<DeliveryState, 'not_sent'>;
const sentStates = deliveryStates.filter((state): state is SentState => state !== 'not_sent');

/**
 * A state counts the stored deliveries in it, a reason those that are not sent for it; `unrouted` counts messages.
 * `deleted` counts the deleted deliveries by state or reason (scope), `cause` the stored ones by cause (scope).
 * `accepted` is also counted by source (scope), in total and by hour.
 */
export type CounterName =
  | (typeof ingestionCounters)[number]
  | SentState
  | NotSentReason
  | 'deleted'
  | 'cause'
  | 'copies_kept'
  | 'rejected_kept'
  | 'rejected_kept_bytes';

/** A part of a counter. The total is counted separately. */
export interface CounterPart {
  readonly scope?: string;
  /** Start of the hour, for counts over time. */
  readonly hourAt?: number;
}

/** The scope of the counter of a cause. IDs have no spaces. */
export const causeScope = ({ destinationId, state, code, status }: CauseKey): string =>
  `${destinationId} ${state} ${code ?? ''} ${status ?? ''}`;

function causeInScope(scope: string): CauseKey {
  const [destinationId = '', state, code, status] = scope.split(' ');
  return {
    destinationId,
    state: state as CauseKey['state'],
    code: code === '' ? null : (code as CauseKey['code']),
    status: status === '' ? null : Number(status),
  };
}

export type CountedCause = CauseKey & { readonly deliveries: number };

export interface Count {
  readonly name: CounterName;
  readonly scope: string;
  readonly hourAt: number;
  readonly by: number;
}

const hourMs = 3_600_000;

export const hourOf = (time: number): number => time - (time % hourMs);

/** Counts of the current transaction. */
export function createCounts() {
  /** Mutable for speed: every message adds to several counts. */
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
    /** Returns a function that reverts all counts added after this call. */
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
  const ledgerCounters = [
    ...ingestionCounters,
    ...sentStates,
    ...NotSentReason.options,
    'copies_kept',
  ] as const;
  const ledgerRows = db.prepare<[], { name: (typeof ledgerCounters)[number]; value: number }>(
    `SELECT name, value FROM counters
     WHERE name IN (${ledgerCounters.map((name) => `'${name}'`)}) AND scope = '' AND hour_at = 0`,
  );
  const deleted = db
    .prepare<[], number>(`SELECT COALESCE(SUM(value), 0) FROM counters WHERE name = 'deleted'`)
    .pluck();
  const rejectedKept = db
    .prepare<[], number>(
      `SELECT COALESCE(SUM(value), 0) FROM counters WHERE name = 'rejected_kept'`,
    )
    .pluck();
  const causes = db.prepare<[], { scope: string; value: number }>(
    `SELECT scope, value FROM counters WHERE name = 'cause' AND value > 0`,
  );
  const hours = db.prepare<[string, number], UsageHour>(
    `SELECT hour_at AS hourAt, value AS accepted FROM counters
     WHERE name = 'accepted' AND scope = ? AND hour_at >= ? ORDER BY hour_at`,
  );

  return {
    get: (name: CounterName, { scope = '', hourAt = 0 }: CounterPart = {}): number =>
      value.get(name, scope, hourAt) ?? 0,
    /** Writes the counts of a transaction within it. */
    add(counts: readonly Count[]): void {
      for (const { name, scope, hourAt, by } of counts) add.run(name, scope, hourAt, by);
    },
    ledger(): Ledger {
      const counted = new Map(ledgerRows.all().map(({ name, value }) => [name, value]));
      const countsOf = <Name extends (typeof ledgerCounters)[number]>(names: readonly Name[]) =>
        Object.fromEntries(names.map((name) => [name, counted.get(name) ?? 0])) as Record<
          Name,
          number
        >;
      const sum = (counts: Readonly<Record<string, number>>): number =>
        Object.values(counts).reduce((total, count) => total + count, 0);
      const notSentBy = countsOf(NotSentReason.options);
      const states = { ...countsOf(sentStates), not_sent: sum(notSentBy) };
      const counts = {
        ...countsOf(ingestionCounters),
        ...states,
        notSentBy,
        deleted: deleted.get() ?? 0,
        copiesKept: counted.get('copies_kept') ?? 0,
        rejectedKept: rejectedKept.get() ?? 0,
      };
      const expected = counts.routed + notSentBy.unrouted;
      return { ...counts, balanced: expected === sum(states) + counts.deleted };
    },
    /** Stored deliveries by cause. */
    causes: (): readonly CountedCause[] =>
      causes.all().map(({ scope, value }) => ({ ...causeInScope(scope), deliveries: value })),
    /**
     * Accepted messages of a source: the total, and hourly counts from the hour that contains
     * `from`.
     */
    usage: (sourceId: string, from: number): SourceUsage => ({
      total: value.get('accepted', sourceId, 0) ?? 0,
      hours: hours.all(sourceId, hourOf(from)),
    }),
  };
}
