/** Adds what the mock endpoints know: when their outages start and end. Pure. */

import type { Mock } from '#shared/mocks/mock.ts';
import { nextChangeAt } from '#shared/mocks/outage-times.ts';
import { acceptsNext } from '#shared/mocks/rules.ts';
import { isDown, isWindow, type Outage, windowEnd, windowState } from '#shared/mocks/step.ts';
import type { Statistics, UrlOutage, WebhookStatistics } from '#shared/statistics/statistics.ts';

type PlannedMock = Pick<
  Mock,
  'name' | 'url' | 'outage' | 'steps' | 'nextStep' | 'rules' | 'forward'
>;

const dayMs = 86_400_000;

/** When an outage started that is on now. */
function startOf(outage: Outage, now: number): number {
  if (isWindow(outage)) return outage.startsAt ?? now;
  let [start, next] = [now, nextChangeAt(outage, now - dayMs)];
  while (next !== null && next <= now) [start, next] = [next, nextChangeAt(outage, next)];
  return start;
}

/** The outage that is on now, or the next one of an outage that happens once. */
function plannedOutage({ outage }: PlannedMock, now: number): UrlOutage | null {
  if (outage === null) return null;
  const status = outage.fault === 'none' ? outage.status : null;
  if (isDown(outage, now))
    return { from: startOf(outage, now), to: nextChangeAt(outage, now), status, code: null };
  if (!isWindow(outage) || windowState(outage, now) !== 'scheduled') return null;
  const { startsAt, durationMs } = outage;
  return startsAt == null
    ? null
    : { from: startsAt, to: startsAt + durationMs, status, code: null };
}

/** The measured outages, with the current one as it is planned, or one that is yet to start. */
function withPlanned(measured: readonly UrlOutage[], planned: UrlOutage, now: number): UrlOutage[] {
  if (planned.from > now) return [...measured, planned];
  const current = measured.find(({ to }) => to === null);
  const ended = measured.filter((outage) => outage !== current && (outage.to ?? 0) <= planned.from);
  return [...ended, { ...planned, code: current?.code ?? null }];
}

/**
 * Without an outage, the current one of a mock endpoint that would accept is over, although no attempt has shown it: since
 * its planned end, or else since the latest attempt.
 */
function withoutCurrent(
  { outages, lastAttemptAt }: WebhookStatistics,
  mock: PlannedMock,
): UrlOutage[] {
  if (!acceptsNext(mock)) return outages;
  const planned = mock.outage !== null && isWindow(mock.outage) ? windowEnd(mock.outage) : null;
  return outages.map((outage) =>
    outage.to === null
      ? { ...outage, to: Math.max(outage.from, lastAttemptAt ?? 0, planned ?? 0) }
      : outage,
  );
}

export function withMocks(statistics: Statistics, mocks: readonly PlannedMock[]): Statistics {
  const byUrl = new Map(mocks.flatMap((mock) => (mock.url === null ? [] : [[mock.url, mock]])));
  return {
    ...statistics,
    webhooks: statistics.webhooks.map((webhook) => {
      const mock = byUrl.get(webhook.url);
      if (mock === undefined) return webhook;
      const planned = plannedOutage(mock, statistics.now);
      const outages =
        planned === null
          ? withoutCurrent(webhook, mock)
          : withPlanned(webhook.outages, planned, statistics.now);
      return { ...webhook, mock: mock.name, outages };
    }),
  };
}
