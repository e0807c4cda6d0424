import { Check, Minus, X } from 'lucide-react';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { cx } from '#renderer/ui/cx.ts';
import type { SignatureCheck } from '#shared/schemas/receiver-request.ts';
import type { ReceiverFault } from '#shared/schemas/receiver-step.ts';
import { faultTitles, sendsStatus, shortFaults } from '../editor/behavior-labels.ts';

interface AnswerMarkProps {
  /** Null: none was sent. */
  readonly status: number | null;
  readonly fault: ReceiverFault;
}

/** An answer as narrow as a status: the status, the fault, or both. */
export function ResponseMark({ status, fault }: AnswerMarkProps) {
  if (fault === 'none') return <StatusCode code={status} />;
  return (
    <span className="flex min-w-0 items-center gap-1">
      {status !== null && sendsStatus(fault) && <StatusCode code={status} />}
      <span
        title={faultTitles[fault]}
        className="bytes inline-flex whitespace-nowrap rounded-chip bg-bad-bg px-[5px] py-px text-label font-[550] text-bad"
      >
        <span aria-hidden="true">{shortFaults[fault]}</span>
        <span className="sr-only">{faultTitles[fault]}</span>
      </span>
    </span>
  );
}

type Verdict = SignatureCheck['raw'] | SignatureCheck['parsed'];

const looks = {
  match: { icon: Check, tone: 'text-ok', word: 'right' },
  mismatch: { icon: X, tone: 'text-bad', word: 'wrong' },
  missing: { icon: X, tone: 'text-bad', word: 'missing' },
  not_json: { icon: Minus, tone: 'text-fg-3', word: 'not JSON' },
} as const;

interface VerdictMarkProps {
  /** Over what it was computed. */
  readonly over: string;
  readonly verdict: Verdict;
  /** With the word drawn, rather than only read aloud. */
  readonly worded?: boolean;
}

/** Whether a signature is right, as shape, colour and word. */
export function VerdictMark({ over, verdict, worded = false }: VerdictMarkProps) {
  const { icon: Icon, tone, word } = looks[verdict];
  return (
    <span
      className="inline-flex flex-none items-center gap-0.5 whitespace-nowrap"
      title={`${over}: ${word}`}
    >
      <Icon className={cx('icon-small', tone)} strokeWidth={2} aria-hidden="true" />
      <span className={worded ? cx('font-medium', tone) : 'text-small text-fg-2'}>
        {worded ? word : over}
      </span>
      {!worded && <span className="sr-only"> {word}</span>}
    </span>
  );
}
