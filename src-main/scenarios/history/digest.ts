/** The digest of a run: SHA-256 over its history, one line of JSON per event. */
import { createHash } from 'node:crypto';
import { HistoryEvent } from '#shared/schemas/scenario/history.ts';

/** In the order of the schema, whatever the order in which an event was put together. */
const keysOfKind = new Map<string, string[]>(
  HistoryEvent.options.map(({ shape }) => [shape.kind.value, Object.keys(shape)]),
);

export const canonicalLine = (event: HistoryEvent): string =>
  JSON.stringify(event, keysOfKind.get(event.kind));

export function digestOf(events: Iterable<HistoryEvent>): string {
  const hash = createHash('sha256');
  for (const event of events) hash.update(`${canonicalLine(event)}\n`);
  return hash.digest('hex');
}

/** The first event in which two histories differ, as lines; null if they are the same. */
export function firstDifference(
  a: readonly HistoryEvent[],
  b: readonly HistoryEvent[],
): { readonly a: string | null; readonly b: string | null } | null {
  const lineOf = (event: HistoryEvent | undefined): string | null =>
    event === undefined ? null : canonicalLine(event);
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const lines = { a: lineOf(a[index]), b: lineOf(b[index]) };
    if (lines.a !== lines.b) return lines;
  }
  return null;
}
