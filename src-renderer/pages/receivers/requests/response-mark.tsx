import { StatusCode } from '#renderer/ui/status-code.tsx';
import type { ReceiverFault } from '#shared/schemas/receiver-step.ts';
import { faultTitles, sendsStatus, shortFaults } from '../editor/fault-labels.ts';

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
