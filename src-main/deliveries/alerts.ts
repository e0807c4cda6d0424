/**
 * Alerts for failed deliveries, grouped by cause. Kept in memory; the deliveries themselves are
 * stored.
 */

import type { Clock } from '#main/kit/ports.ts';
import { createRowSet, type RowSet } from '#main/kit/row-set.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { Delivery } from '#main/store/deliveries.ts';
import type { Alert } from '#shared/deliveries/alert.ts';

/**
 * After this much real time without another failure, a new alert starts. After a pause, virtual
 * time counts too; without a pause, a fast clock would exceed this between any two failures.
 */
const windowMs = 10 * 60_000;

/** A real-time pause of this length suggests that a person is trying again. */
const pauseMs = 30_000;

/** Maximum number of alerts kept. */
const maxAlerts = 100;

export type FailedDelivery = Pick<Delivery, 'id' | 'destinationId' | 'lastStatus' | 'lastCode'> & {
  readonly state: Alert['state'];
};

interface OpenAlert {
  readonly key: string;
  readonly alert: Alert;
  /** Each delivery counts once, even if it is retried and fails again. */
  readonly deliveries: RowSet;
  /** Real time, as experienced by users. */
  readonly updatedAtMs: number;
}

const keyOf = ({ destinationId, state, lastStatus, lastCode }: FailedDelivery): string =>
  `${destinationId} ${state} ${lastStatus ?? lastCode}`;

export function createAlerts(options: {
  readonly configCache: Pick<ConfigCache, 'destination'>;
  /** Virtual clock. */
  readonly clock: Clock;
  readonly machineClock: Clock;
  /** Called once per event loop turn with new and changed alerts. */
  readonly changed: (ids: readonly number[]) => void;
}) {
  const { configCache, clock, machineClock } = options;
  /** In creation order. */
  const byId = new Map<number, OpenAlert>();
  /** Alerts that can still grow, by destination and cause. */
  const open = new Map<string, number>();
  let lastId = 0;
  let unreported = new Set<number>();

  function report(): void {
    const ids = [...unreported];
    unreported = new Set();
    options.changed(ids);
  }

  function scheduleReport(id: number): void {
    if (unreported.size === 0) setImmediate(report);
    unreported.add(id);
  }

  function removeOldest(): void {
    const [oldest] = byId.keys();
    if (byId.size <= maxAlerts || oldest === undefined) return;
    close(oldest);
    byId.delete(oldest);
  }

  /** The next failure starts a new alert. */
  function close(id: number): void {
    const key = byId.get(id)?.key;
    if (key !== undefined && open.get(key) === id) open.delete(key);
  }

  /** The clock was set back, so a new test run starts. */
  function closeFutureAlerts(): void {
    const now = clock.now();
    for (const id of [...open.values()]) if ((byId.get(id)?.alert.lastAt ?? now) > now) close(id);
  }

  clock.subscribe(closeFutureAlerts);

  function newAlert(delivery: FailedDelivery): Alert {
    const { destinationId, state, lastStatus, lastCode } = delivery;
    lastId += 1;
    return {
      id: lastId,
      destinationId,
      destinationName: '',
      state,
      lastStatus,
      lastCode,
      count: 0,
      deliveryId: delivery.id,
      firstAt: clock.now(),
      lastAt: clock.now(),
    };
  }

  /** The alert to extend; undefined if a new one is needed. */
  function alertToExtend(key: string, now: number): OpenAlert | undefined {
    const candidate = byId.get(open.get(key) ?? 0);
    if (candidate === undefined) return undefined;
    const pausedMs = now - candidate.updatedAtMs;
    const hasPassed = clock.now() - candidate.alert.lastAt > windowMs;
    return pausedMs > windowMs || (pausedMs > pauseMs && hasPassed) ? undefined : candidate;
  }

  return {
    /** Records a delivery that finished without an accepted attempt. */
    add(delivery: FailedDelivery): void {
      const key = keyOf(delivery);
      const now = machineClock.now();
      const { alert: before, deliveries } = alertToExtend(key, now) ?? {
        alert: newAlert(delivery),
        deliveries: createRowSet(),
      };
      deliveries.add(delivery.id);
      const name = configCache.destination(delivery.destinationId)?.name ?? before.destinationName;
      const alert: Alert = {
        ...before,
        destinationName: name,
        count: deliveries.size,
        deliveryId: delivery.id,
        lastAt: clock.now(),
      };
      byId.set(alert.id, { key, alert, deliveries, updatedAtMs: now });
      open.set(key, alert.id);
      removeOldest();
      scheduleReport(alert.id);
    },
    get: (id: number): Alert | undefined => byId.get(id)?.alert,
    /** Newest first. */
    list: (): readonly Alert[] => [...byId.values()].map(({ alert }) => alert).reverse(),
  };
}

export type Alerts = ReturnType<typeof createAlerts>;
