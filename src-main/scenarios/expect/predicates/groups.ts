/** The groups of `per`. */

import type { Grouping } from '#shared/scenarios/schema/expectation.ts';
import type { SubjectRecord } from '../../history/history-index.ts';
import { messageOf, stepOf } from '../../history/readers.ts';

/** Name of a mock endpoint in attempts. */
export const mockPrefix = 'mock:';

/** The group of a record; null if it has none. */
export function groupOf(record: SubjectRecord, per: Grouping): string | null {
  switch (per) {
    case 'message':
      return messageOf(record)?.event.messageId ?? null;
    case 'user':
      return messageOf(record)?.event.user ?? null;
    case 'step':
      return stepOf(record);
    case 'webhook':
      if (record.kind === 'attempt') return record.event.webhook;
      return record.kind === 'request' ? `${mockPrefix}${record.event.mock}` : null;
    case 'mock':
      if (record.kind === 'request') return record.event.mock;
      return record.kind === 'attempt' && record.event.webhook.startsWith(mockPrefix)
        ? record.event.webhook.slice(mockPrefix.length)
        : null;
  }
}
