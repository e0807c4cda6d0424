/** Whether events of a source come in, for whoever has just pasted code. Pure. */
import type { Arrivals } from '#renderer/data/arrivals.ts';
import type { MessageSummary, RejectedSummary } from '#shared/schemas/message.ts';

export type FirstEvent =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'received'; readonly message: MessageSummary }
  /** So long ago that it is not among the last ones of all sources. */
  | { readonly kind: 'earlier'; readonly total: number };

export interface SourceArrivals {
  readonly event: FirstEvent;
  /** A refusal since the last event; while the first one is awaited also with a key nobody has. */
  readonly refusal: RejectedSummary | null;
}

/** Null while it is not known. */
export function sourceArrivals(
  arrivals: Arrivals | undefined,
  sourceId: string,
  total: number | null,
): SourceArrivals | null {
  if (arrivals === undefined) return null;
  const { messages, rejected, endsRejected, unknown } = arrivals;
  const message = messages[sourceId];
  const own = rejected[sourceId];
  if (message !== undefined) {
    const refusal = endsRejected[sourceId] && own !== undefined ? own : null;
    return { event: { kind: 'received', message }, refusal };
  }
  if (total === null) return null;
  if (total > 0) return { event: { kind: 'earlier', total }, refusal: own ?? null };
  return { event: { kind: 'waiting' }, refusal: laterOf(own ?? null, unknown) };
}

function laterOf(a: RejectedSummary | null, b: RejectedSummary | null): RejectedSummary | null {
  if (a === null || b === null) return a ?? b;
  return a.id > b.id ? a : b;
}

/** `just now`, `4m ago`; `2h ahead` is what came while the clock was further than it is now. */
export function agoText(age: string): string {
  if (age === 'now') return 'just now';
  return age.startsWith('+') ? `${age.slice(1)} ahead` : `${age} ago`;
}
