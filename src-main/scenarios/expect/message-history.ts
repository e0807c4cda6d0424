/** What happened to a message, in one line. */

import { formatOffset } from '#shared/lib/virtual-time.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import type { AttemptRecord, DeliveryRecord, MessageRecord } from '../history/history-index.ts';
import { countText } from './report-text.ts';

const resultText = ({ event: { status, code } }: AttemptRecord): string =>
  String(status ?? code ?? 'no response');

function attemptsText(attempts: readonly AttemptRecord[]): string {
  const results = [...new Set(attempts.map(resultText))];
  const [only] = results;
  if (attempts.length === 0) return 'no attempts';
  const texts =
    results.length === 1 && attempts.length > 1 ? `${only} each` : results.slice(0, 4).join(', ');
  return `${countText(attempts.length, 'attempt')}, ${texts}`;
}

const endOfWindow: Partial<Record<DeliveryState, string>> = {
  exhausted: ': the next attempt would be after the retry window',
};

function deliveryText(delivery: DeliveryRecord, isOnly: boolean): readonly string[] {
  const last = delivery.versions.at(-1)?.event;
  const state =
    last === undefined
      ? 'no delivery'
      : `${last.state} ${formatOffset(last.at)}${endOfWindow[last.state] ?? ''}${
          last.nextAt === null ? '' : `, next attempt ${formatOffset(last.nextAt)}`
        }`;
  const attempts = attemptsText(delivery.attempts);
  return isOnly ? [attempts, state] : [`${delivery.destination}: ${attempts}, ${state}`];
}

const maxDeliveries = 3;

export function historyOf({ event, deliveries, attempts }: MessageRecord): string {
  const copies = attempts.filter((attempt) => attempt.event.copiedBy !== null).length;
  return [
    `accepted ${formatOffset(event.at)}`,
    ...(deliveries.length === 0 ? ['no delivery'] : []),
    ...deliveries
      .slice(0, maxDeliveries)
      .flatMap((delivery) => deliveryText(delivery, deliveries.length === 1)),
    ...(copies > 0 ? [countText(copies, 'copy')] : []),
  ].join(' · ');
}
