import { CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useArrivals } from '#renderer/data/arrivals.ts';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { rejectionText } from '#shared/labels/rejections.ts';
import { formatAge, formatCount } from '#shared/lib/format.ts';
import type { RejectedSummary } from '#shared/schemas/message.ts';
import { agoText, type FirstEvent, sourceArrivals } from './first-event.ts';

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
      <Line mark={<StateMark state="pending" decorative />}>
        <span className="text-fg-2">Waiting for the first event…</span>
      </Line>
    );
  const ok = <CircleCheck className="icon-small text-ok" strokeWidth={1.5} aria-hidden="true" />;
  if (event.kind === 'earlier')
    return (
      <Line mark={ok}>
        <span>{formatCount(event.total)} received</span>
        <RouteLink to={{ page: 'inspector', path: ['messages'] }} className={link}>
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
      <RouteLink to={{ page: 'inspector', path: ['messages', String(id)] }} className={link}>
        View in Inspector
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
        <RouteLink to={{ page: 'inspector', path: ['rejected', String(id)] }} className={link}>
          View fix
        </RouteLink>
      </Line>
    </div>
  );
}

/** At most one update per pause. */
function useThrottledValue<Value>(value: Value, pauseMs: number): Value {
  const [throttled, setThrottled] = useState(value);
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const show = (): void => {
      shownAt.current = performance.now();
      setThrottled(value);
    };
    const waitMs = shownAt.current + pauseMs - performance.now();
    if (waitMs <= 0) return show();
    const timer = setTimeout(show, waitMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return throttled;
}
