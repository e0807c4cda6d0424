/** A window that is over, as lanes of the timeline: what was sent in it, and nothing planned. Pure. */
import { outcomeLabel, webhookName } from '#renderer/components/delivery-labels.ts';
import type { TimelineLane } from '#renderer/ui/timeline-lanes.ts';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import { successOf } from '../attempts.ts';
import { countLabels, missedText } from './lane-labels.ts';
import { type DeliveryTimeline, pastMark } from './lanes.ts';

function laneOf(
  url: string,
  window: readonly Attempt[],
  stopper: Attempt | undefined,
): TimelineLane {
  const own = window.filter((attempt) => attempt.url === url);
  const last = own.at(-1);
  const isMissed = stopper !== undefined && successOf(own) === undefined;
  return {
    id: url,
    name: webhookName(url),
    summary: `${last === undefined ? '' : outcomeLabel(last)} · ${countLabels(own.length, own.length)}`,
    ...(isMissed && {
      note: { text: missedText(stopper), tone: 'warn' },
      missedFrom: stopper.startedAt,
    }),
    marks: own.map((attempt, index) => pastMark(attempt, index + 1)),
  };
}

export function earlierTimeline(
  { webhooks, destination }: Pick<DeliveryDetail, 'webhooks' | 'destination'>,
  window: readonly Attempt[],
): DeliveryTimeline {
  const times = window.map(({ startedAt }) => startedAt);
  const startAt = Math.min(...times);
  const stopper = destination.fanOut === 'any' ? successOf(window) : undefined;
  const sentTo = new Set(window.map(({ url }) => url));
  const present = webhooks.map(({ url }) => url).filter((url) => sentTo.has(url));
  return {
    startAt,
    endAt: Math.max(startAt + destination.retry.windowMs, ...times),
    lanes: [...new Set([...present, ...sentTo])].map((url) => laneOf(url, window, stopper)),
    made: window.length,
    planned: 0,
  };
}
