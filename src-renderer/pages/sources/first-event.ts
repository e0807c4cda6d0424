/** Whether events of a source arrive. */
import type { Arrivals } from '#renderer/data/arrivals.ts';
import type { MessageSummary, RejectedSummary } from '#shared/schemas/message.ts';

export type FirstEvent =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'received'; readonly message: MessageSummary }
  /** Older than the latest messages of all sources. */
  | { readonly kind: 'earlier'; readonly total: number };

export interface SourceArrivals {
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
