import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Arrivals, useArrivals } from '#renderer/kit/data/arrivals.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { useThrottledValue } from '#renderer/kit/throttled-value.ts';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import type { MessageSummary, RejectedSummary } from '#shared/ingestion/message.ts';
import { rejectionText } from '#shared/ingestion/rejection-text.ts';
import { formatAge, formatCount } from '#shared/kit/format.ts';

// Whether events of a source arrive.

type FirstEvent =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'received'; readonly message: MessageSummary }
  /** Older than the latest messages of all sources. */
  | { readonly kind: 'earlier'; readonly total: number };

interface SourceArrivals {
  readonly event: FirstEvent;
  /** Since the last event; before the first one, also with an unknown key. */
  readonly rejection: RejectedSummary | null;
}

/** Null while unknown. */
export function sourceArrivals(
  arrivals: Arrivals | undefined,
  sourceId: string,
  total: number | null,
): SourceArrivals | null {
  if (arrivals === undefined) return null;
  const { messages, rejected, endsRejected, unknown } = arrivals;
  const message = messages[sourceId];
  const ownRejection = rejected[sourceId];
  if (message !== undefined) {
    const rejection = endsRejected[sourceId] && ownRejection !== undefined ? ownRejection : null;
    return { event: { kind: 'received', message }, rejection };
  }
  if (total === null) return null;
  if (total > 0) return { event: { kind: 'earlier', total }, rejection: ownRejection ?? null };
  return { event: { kind: 'waiting' }, rejection: laterOf(ownRejection ?? null, unknown) };
}

function laterOf(a: RejectedSummary | null, b: RejectedSummary | null): RejectedSummary | null {
  if (a === null || b === null) return a ?? b;
  return a.id > b.id ? a : b;
}

/** `just now`, `4m ago`; `2h ahead` if the virtual clock was ahead. */
export function agoText(age: string): string {
  if (age === 'now') return 'just now';
  return age.startsWith('+') ? `${age.slice(1)} ahead` : `${age} ago`;
}

const throttleMs = 500;

interface FirstEventCheckProps {
  readonly sourceId: string;
  /** Messages of the source; null while unknown. */
  readonly total: number | null;
}

/** Whether messages arrive, or why they are rejected. */
export function FirstEventCheck({ sourceId, total }: FirstEventCheckProps) {
  const arrivals = sourceArrivals(useThrottledValue(useArrivals(), throttleMs), sourceId, total);
  return (
    <section aria-label="Events received" className="border-t border-line">
      <div role="status" className="min-h-9">
        {arrivals !== null && <Event event={arrivals.event} />}
      </div>
      {arrivals?.rejection && <RejectionLine rejection={arrivals.rejection} />}
    </section>
  );
}

function Line({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <p className="flex min-h-9 items-center gap-2 px-3 py-1.5">
      {mark}
      {children}
    </p>
  );
}

/** Hidden from screen readers, which would announce every change. */
function Ago({ at }: { at: number }) {
  const text = useReadNow((now) => (now === undefined ? '' : agoText(formatAge(at, now))));
  return (
    <span aria-hidden="true" className="flex-none text-fg-2 tabular-nums">
      {text}
    </span>
  );
}

const link = 'ml-auto flex-none';

function Event({ event }: { event: FirstEvent }) {
  if (event.kind === 'waiting')
    return (
      <Line mark={<StateMark state="planned" decorative />}>
        <span className="text-fg-2">Waiting for the first event…</span>
      </Line>
    );
  const ok = <CircleCheck className="icon-small text-ok" strokeWidth={1.5} aria-hidden="true" />;
  if (event.kind === 'earlier')
    return (
      <Line mark={ok}>
        <span>{formatCount(event.total)} received</span>
        <RouteLink to={{ page: 'deliveries', path: ['messages'] }} className={link}>
          View messages
        </RouteLink>
      </Line>
    );
  const { id, label, receivedAt } = event.message;
  return (
    <Line mark={ok}>
      <span className="min-w-0 truncate">
        Received: <b className="font-medium">{label}</b>
      </span>
      <Ago at={receivedAt} />
      <RouteLink to={{ page: 'deliveries', path: ['messages', String(id)] }} className={link}>
        View in Deliveries
      </RouteLink>
    </Line>
  );
}

function subjectOf({ sourceId, code }: RejectedSummary): string {
  if (sourceId !== null) return 'Rejected';
  return code === 'not_found' ? 'Rejected: unknown path' : 'Rejected: unknown key';
}

function RejectionLine({ rejection }: { rejection: RejectedSummary }) {
  const { id, problem, receivedAt } = rejection;
  const subject = subjectOf(rejection);
  return (
    <div role="status">
      <Line mark={<CircleX className="icon-small text-bad" strokeWidth={1.5} aria-hidden="true" />}>
        <span className="min-w-0">
          <b className="font-medium text-bad">{subject}:</b> {rejectionText(problem)}
        </span>
        <Ago at={receivedAt} />
        <RouteLink to={{ page: 'deliveries', path: ['rejected', String(id)] }} className={link}>
          View fix
        </RouteLink>
      </Line>
    </div>
  );
}
