import { Check, Minus, X } from 'lucide-react';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { type MockFault, mockFaults } from '#shared/mocks/faults.ts';
import type { SignatureCheck } from '#shared/mocks/request.ts';

interface ResponseMarkProps {
  /** Null if none was sent. */
  readonly status: number | null;
  readonly fault: MockFault;
}

/** The status, the fault, or both. */
export function ResponseMark({ status, fault }: ResponseMarkProps) {
  if (fault === 'none') return <StatusCode code={status} />;
  return (
    <span className="flex min-w-0 items-center gap-1">
      {status !== null && mockFaults[fault].hasStatus && <StatusCode code={status} />}
      <span
        title={mockFaults[fault].title}
        className="bytes inline-flex whitespace-nowrap rounded-chip bg-bad-bg px-1.25 py-px text-label font-[550] text-bad"
      >
        <span aria-hidden="true">{mockFaults[fault].short}</span>
        <span className="sr-only">{mockFaults[fault].title}</span>
      </span>
    </span>
  );
}

type Verdict = SignatureCheck['raw'] | SignatureCheck['parsed'];

const looks = {
  match: { icon: Check, tone: 'text-ok', label: 'valid' },
  mismatch: { icon: X, tone: 'text-bad', label: 'invalid' },
  missing: { icon: X, tone: 'text-bad', label: 'missing' },
  not_json: { icon: Minus, tone: 'text-fg-3', label: 'not JSON' },
  not_checked: { icon: Minus, tone: 'text-fg-3', label: 'not checked' },
} as const;

interface VerdictMarkProps {
  /** Which bytes the signature is of. */
  readonly over: string;
  readonly verdict: Verdict;
  /** Shows the verdict instead of `over`. */
  readonly hasText?: boolean;
}

/** A verdict as shape, color and text. */
export function VerdictMark({ over, verdict, hasText = false }: VerdictMarkProps) {
  const { icon: Icon, tone, label } = looks[verdict];
  return (
    <span
      className="inline-flex flex-none items-center gap-0.5 whitespace-nowrap"
      title={`${over}: ${label}`}
    >
      <Icon className={cx('icon-small', tone)} strokeWidth={2} aria-hidden="true" />
      <span className={hasText ? cx('font-medium', tone) : 'text-small text-fg-2'}>
        {hasText ? label : over}
      </span>
      {!hasText && <span className="sr-only"> {label}</span>}
    </span>
  );
}
