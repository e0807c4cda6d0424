import { ageText, exactTime } from '#renderer/ui/relative-time.ts';
import { useReadNow } from '#renderer/ui/time.tsx';

function agoText(age: string): string {
  return age === 'now' ? 'just now' : `${age} ago`;
}

/** Relative time within a sentence; the exact time on hover. */
export function Ago({ at }: { at: number }) {
  const text = useReadNow((now) => (now === undefined ? '' : agoText(ageText(at, now))));
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)} className="tabular-nums">
      {text}
    </time>
  );
}
