/** Adds what the mock endpoints know: when their outages start and end. Pure. */

import type { Mock } from '#shared/mocks/mock.ts';
import { nextChangeAt } from '#shared/mocks/outage-times.ts';
import { isDown, isWindow, type Outage, windowState } from '#shared/mocks/step.ts';
import type { Statistics, UrlOutage } from '#shared/statistics/statistics.ts';

const dayMs = 86_400_000;

/** When an outage started that is on now. */
function startOf(outage: Outage, now: number): number {
  if (isWindow(outage)) return outage.startsAt ?? now;
  let [start, next] = [now, nextChangeAt(outage, now - dayMs)];
  while (next !== null && next <= now) [start, next] = [next, nextChangeAt(outage, next)];
  return start;
}

/** The outage that is on now, or the next one of an outage that happens once. */
function plannedOutage({ outage }: Mock, now: number): UrlOutage | null {
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

/** The measured outages, with the current one as it is planned. */
function withPlanned(measured: readonly UrlOutage[], planned: UrlOutage): UrlOutage[] {
  const current = measured.find(({ to }) => to === null);
  const ended = measured.filter((outage) => outage !== current && (outage.to ?? 0) <= planned.from);
  return [...ended, { ...planned, code: current?.code ?? null }];
}

export function withMocks(statistics: Statistics, mocks: readonly Mock[]): Statistics {
  const byUrl = new Map(mocks.flatMap((mock) => (mock.url === null ? [] : [[mock.url, mock]])));
  return {
    ...statistics,
    webhooks: statistics.webhooks.map((webhook) => {
      const mock = byUrl.get(webhook.url);
      if (mock === undefined) return webhook;
      const planned = plannedOutage(mock, statistics.now);
      const outages = planned === null ? webhook.outages : withPlanned(webhook.outages, planned);
      return { ...webhook, mock: mock.name, outages };
    }),
  };
}
