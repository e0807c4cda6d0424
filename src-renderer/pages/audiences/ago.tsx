import { useReadNow } from '#renderer/ui/time.tsx';
import { formatAge, formatDateTime } from '#shared/lib/format.ts';

function agoText(age: string): string {
  return age === 'now' ? 'just now' : `${age} ago`;
}

/** Relative time within a sentence; the exact time on hover. */
export function Ago({ at }: { at: number }) {
  const text = useReadNow((now) => (now === undefined ? '' : agoText(formatAge(at, now))));
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)} className="tabular-nums">
      {text}
    </time>
  );
}
