import type { DeliveryReason } from '#shared/deliveries/delivery.ts';
import { reasonLabels, stateLabel } from '#shared/deliveries/text.ts';
import { formatOffset } from '#shared/kit/duration.ts';
import { quoteOf } from '#shared/kit/first-line.ts';
import type {
  InconclusiveReason,
  NearestMiss,
  RunReference,
  Verdict,
} from '#shared/scenarios/schema/report.ts';
import type {
  AttemptRecord,
  DeliveryRecord,
  MessageRecord,
  SubjectRecord,
} from '../history/history-index.ts';
import { messageOf } from '../history/readers.ts';
import { mockPrefix } from './predicates/groups.ts';
import { countText } from './report-text.ts';

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

// What happened to a message, in one line.

const resultText = ({ event: { status, code } }: AttemptRecord): string =>
  String(status ?? code ?? 'no response');

function attemptsText(attempts: readonly AttemptRecord[]): string {
  const results = [...new Set(attempts.map(resultText))];
  const [only] = results;
  if (attempts.length === 0) return 'no attempts';
  const texts =
    results.length === 1 && attempts.length > 1 ? `${only} each` : results.slice(0, 4).join(', ');
  // The response of the receiver often names the cause.
  const last = attempts.findLast(({ event }) => event.responseLine !== undefined);
  return `${countText(attempts.length, 'attempt')}, ${texts}${quoteOf(last?.event.responseLine ?? '')}`;
}

const reasonText = (reason: DeliveryReason | null): string =>
  reason === null ? '' : `: ${reasonLabels[reason]}`;

function deliveryText(delivery: DeliveryRecord, isOnly: boolean): readonly string[] {
  const last = delivery.versions.at(-1)?.event;
  const state =
    last === undefined
      ? 'no delivery'
      : `${stateLabel(last.state)} ${formatOffset(last.at)}${reasonText(last.reason)}${
          last.nextAt === null ? '' : `, next attempt ${formatOffset(last.nextAt)}`
        }`;
  const attempts = attemptsText(delivery.attempts);
  return isOnly ? [attempts, state] : [`${delivery.destination}: ${attempts}, ${state}`];
}

const maxDeliveries = 3;

function historyOf({ event, deliveries, attempts }: MessageRecord): string {
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

/** The result of an expectation or invariant, before it has a name and a place. */
export interface Outcome {
  readonly verdict: Verdict;
  /** Null unless it is inconclusive. */
  readonly undecided: InconclusiveReason['code'] | null;
  readonly expected: string | null;
  readonly found: string | null;
  readonly history: string | null;
  readonly reference: RunReference | null;
  readonly nearest: readonly NearestMiss[];
  /** As looked up, of the first record concerned. */
  readonly processed: number | null;
  readonly warnings: readonly string[];
  readonly decidedAt: number;
}

const nothingElse = {
  history: null,
  reference: null,
  nearest: [],
  processed: null,
  warnings: [],
} as const;

export const passedAt = (decidedAt: number, warnings: readonly string[] = []): Outcome => ({
  ...nothingElse,
  verdict: 'passed',
  undecided: null,
  expected: null,
  found: null,
  warnings,
  decidedAt,
});

export interface Failure {
  readonly expected: string;
  readonly found: string;
  /** The first record concerned. */
  readonly about?: SubjectRecord | null;
  readonly nearest?: readonly NearestMiss[];
  readonly processed?: number | null;
}

export const failedAt = (
  decidedAt: number,
  { expected, found, about, nearest, processed }: Failure,
): Outcome => {
  const message = about == null ? null : messageOf(about);
  return {
    ...nothingElse,
    verdict: 'failed',
    undecided: null,
    expected,
    found,
    history: message && historyOf(message),
    reference: about == null ? null : referenceOf(about),
    nearest: nearest ?? [],
    processed: processed ?? null,
    decidedAt,
  };
};

export const undecidedAt = (
  decidedAt: number,
  undecided: Outcome['undecided'],
  expected: string | null,
  found: string,
): Outcome => ({ ...nothingElse, verdict: 'inconclusive', undecided, expected, found, decidedAt });
