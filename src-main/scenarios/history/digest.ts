/** The digest of a run: SHA-256 over its history, one line of JSON per event. */
import { createHash } from 'node:crypto';
import { HistoryEvent } from '#shared/schemas/scenario/history.ts';

/** Keys in schema order, regardless of the order in an event. */
const keysOfKind = new Map<string, string[]>(
  HistoryEvent.options.map(({ shape }) => [shape.kind.value, Object.keys(shape)]),
);

export const canonicalLine = (event: HistoryEvent): string =>
  JSON.stringify(event, keysOfKind.get(event.kind));

export function* canonicalLines(events: Iterable<HistoryEvent>): Generator<string> {
  for (const event of events) yield canonicalLine(event);
}

export function digestOf(events: Iterable<HistoryEvent>): string {
  const hash = createHash('sha256');
  for (const event of events) hash.update(`${canonicalLine(event)}\n`);
  return hash.digest('hex');
}

/** The first line in which two histories differ; null if they are equal. */
export function firstDifference(
  a: readonly string[],
  b: readonly string[],
): { readonly a: string | null; readonly b: string | null } | null {
  const index = Array.from({ length: Math.max(a.length, b.length) }).findIndex(
    (_, at) => a[at] !== b[at],
  );
  return index === -1 ? null : { a: a[index] ?? null, b: b[index] ?? null };
}
