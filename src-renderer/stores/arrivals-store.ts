/** What came in last, accepted or refused, from each source: whether code that was pasted works. */
import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import type { MessageSummary, RejectedSummary } from '#shared/schemas/message.ts';

export interface Arrivals {
  /** By the id of the source. */
  readonly messages: Readonly<Record<string, MessageSummary>>;
  readonly rejected: Readonly<Record<string, RejectedSummary>>;
  /** Whether the last thing of the source was refused: times may go back with the clock. */
  readonly endsRefused: Readonly<Record<string, boolean>>;
  /** Rejected for a write key that belongs to no source, or an unknown path. */
  readonly unknown: RejectedSummary | null;
  readonly isLoaded: boolean;
}

/** How far back the last one of a source is looked for among those of all sources. */
const lookBack = 100;

export const useArrivals = create<Arrivals>()(() => ({
  messages: {},
  rejected: {},
  endsRefused: {},
  unknown: null,
  isLoaded: false,
}));

function later<Row extends { readonly id: number }>(known: Row | null | undefined, row: Row): Row {
  return known != null && known.id >= row.id ? known : row;
}

/** With what came in since; pure. */
export function withArrivals(
  before: Arrivals,
  came: readonly MessageSummary[],
  refused: readonly RejectedSummary[],
): Arrivals {
  const messages = { ...before.messages };
  const rejected = { ...before.rejected };
  const endsRefused = { ...before.endsRefused };
  let { unknown } = before;
  for (const row of came) messages[row.sourceId] = later(messages[row.sourceId], row);
  for (const row of refused) {
    if (row.sourceId !== null) rejected[row.sourceId] = later(rejected[row.sourceId], row);
    else if (row.code === 'unknown_source' || row.code === 'not_found')
      unknown = later(unknown, row);
  }
  const sourceIds = [...came, ...refused].flatMap(({ sourceId }) => sourceId ?? []);
  for (const id of new Set(sourceIds)) {
    const [message, refusal] = [messages[id], rejected[id]];
    const isNewMessage = message !== before.messages[id];
    const isNewRefusal = refusal !== before.rejected[id];
    // Of those that came together, the times tell.
    if (isNewMessage && isNewRefusal)
      endsRefused[id] = (refusal?.receivedAt ?? 0) >= (message?.receivedAt ?? 0);
    else if (isNewMessage || isNewRefusal) endsRefused[id] = isNewRefusal;
  }
  return { ...before, messages, rejected, endsRefused, unknown };
}

let came: MessageSummary[] = [];
let refused: RejectedSummary[] = [];

function takeIn(): void {
  const [messages, rejected] = [came, refused];
  came = [];
  refused = [];
  useArrivals.setState((before) => withArrivals(before, messages, rejected));
}

/** Of one frame, messages and rejected ones are taken in together: which came last is told by both. */
export function noteArrivals(
  messages: readonly MessageSummary[],
  rejected: readonly RejectedSummary[],
): void {
  if (came.length + refused.length === 0) queueMicrotask(takeIn);
  came.push(...messages);
  refused.push(...rejected);
}

let wasAsked = false;

/** Looks for those that came before this page was there. */
export async function loadArrivals(): Promise<void> {
  wasAsked = true;
  try {
    const page = { limit: lookBack };
    const [messages, rejected] = await Promise.all([
      core.messages.list(page),
      core.rejected.list(page),
    ]);
    useArrivals.setState((before) => ({
      ...withArrivals(before, messages.items, rejected.items),
      isLoaded: true,
    }));
  } catch {
    // Asked again with the next connection, whose state is on the screen.
  }
}

export function reloadArrivals(): void {
  if (wasAsked) void loadArrivals();
}
