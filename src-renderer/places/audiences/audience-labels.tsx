/** Text for audiences and computed traits. */

import { useReadNow } from '#renderer/ui/time.tsx';
import type { ComputationClass, MembershipChange } from '#shared/audiences/computation.ts';
import { counted, formatAge, formatCount, formatDateTime } from '#shared/kit/format.ts';

export const nouns: Readonly<Record<ComputationClass, string>> = {
  audience: 'audience',
  trait: 'computed trait',
};

export function usersText(kind: ComputationClass, count: number): string {
  return kind === 'audience' ? counted(count, 'member') : counted(count, 'value');
}

/** Values synced for current and former users. */
export const syncedValues: Readonly<
  Record<ComputationClass, { readonly addition: string; readonly removal: string }>
> = {
  audience: { addition: 'true', removal: 'false' },
  trait: { addition: 'a value', removal: 'null' },
};

/** `3 added, 1 unchanged`. */
export function changeText({ added, changed, removed, unchanged }: MembershipChange): string {
  const parts = [
    added > 0 && `${formatCount(added)} added`,
    changed > 0 && `${formatCount(changed)} changed`,
    removed > 0 && `${formatCount(removed)} removed`,
    unchanged > 0 && `${formatCount(unchanged)} unchanged`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'No changes' : parts.join(', ');
}

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
