import type { RunReference } from '#shared/schemas/scenario/report.ts';
import type { SubjectRecord } from '../history/history-index.ts';
import { mockPrefix } from './predicates/groups.ts';

const ofDelivery = { webhook: null, attempt: null, copiedBy: null, isReceived: false } as const;

/** Where a record is in the data of the run; null if it belongs to no message. */
export function referenceOf(record: SubjectRecord): RunReference | null {
  switch (record.kind) {
    case 'message':
      return { ...ofDelivery, messageId: record.event.messageId, destination: null };
    case 'delivery': {
      const { messageId, destination } = record.event;
      return { ...ofDelivery, messageId, destination };
    }
    case 'attempt': {
      const { messageId, destination, webhook, attempt, copiedBy } = record.event;
      return { messageId, destination, webhook, attempt, copiedBy, isReceived: false };
    }
    case 'request': {
      const { messageId, destination, mock, attempt, copiedBy } = record.event;
      const webhook = `${mockPrefix}${mock}`;
      return messageId === null
        ? null
        : { messageId, destination, webhook, attempt, copiedBy, isReceived: true };
    }
    case 'alert':
      return null;
  }
}
