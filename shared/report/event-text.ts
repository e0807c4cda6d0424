/** An event of a run in one line. */
import { formatLatency } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';

const joined = (parts: readonly (string | number | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' · ');

export function eventText(event: HistoryEvent): string {
  switch (event.kind) {
    case 'step':
      return `${event.step} ${event.phase}`;
    case 'message':
      return joined([event.messageId, event.type, event.event, event.user]);
    case 'delivery':
      return `${event.messageId} to ${event.destination}: ${event.state}, ${counted(event.attempts, 'attempt')}`;
    case 'attempt':
      return joined([
        `${event.messageId}, attempt ${event.attempt} to ${event.webhook}`,
        event.outcome,
        event.status ?? event.code,
        formatLatency(event.durationMs),
      ]);
    case 'request':
      return joined([
        event.messageId ?? event.entry,
        `at ${event.mock}`,
        event.status === null ? 'no response' : `returned ${event.status}`,
        event.copies === undefined ? null : `forwarded ${event.copies} times`,
        event.signature === null ? null : `signature ${event.signature}`,
        event.fault === 'none' ? null : `fault ${event.fault}`,
        event.bodyIsCut ? 'body is cut' : null,
      ]);
    case 'alert':
      return `${event.destination}: ${event.deliveries} failed deliveries`;
    case 'problem':
      return event.message;
  }
}
