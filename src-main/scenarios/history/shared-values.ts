/**
 * Shares what events have in common. They arrive from other processes and from SQLite, each with
 * copies of the same names, header lines and bodies, which are most of the memory of a large run.
 */
import type { HeaderLines } from '#shared/ingestion/message.ts';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';

/** Names are in each event, and what is about a message comes at about the same time. */
const maxKept = 10_000;
/** Those of requests and of their attempts, which come in the same moment. */
const maxKeptHeaders = 1_000;

/** The first of equal values, by their text. Forgets those that did not come again among as many others. */
function createPool<Value>(max: number) {
  let recent = new Map<string, Value>();
  let earlier = recent;
  return (text: string, create: () => Value): Value => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const value = earlier.get(text) ?? create();
    if (recent.size === max) {
      earlier = recent;
      recent = new Map();
    }
    recent.set(text, value);
    return value;
  };
}

export function createSharedValues() {
  const texts = createPool<string>(maxKept);
  const lines = createPool<HeaderLines[number]>(maxKept);
  const lists = createPool<HeaderLines>(maxKeptHeaders);

  const sharedText = (text: string): string => texts(text, () => text);

  const sharedHeaders = (headers: HeaderLines): HeaderLines =>
    lists(JSON.stringify(headers), () =>
      headers.map(([name, value]) =>
        lines(`${name}\n${value}`, () => [sharedText(name), sharedText(value)]),
      ),
    );

  return {
    sharedText,
    sharedEvent<Event extends HistoryEvent>(event: Event): Event {
      const shared: Record<string, unknown> = { ...event };
      for (const name in shared) {
        const value = shared[name];
        if (typeof value === 'string') shared[name] = sharedText(value);
      }
      if ('headers' in event) shared.headers = sharedHeaders(event.headers);
      return shared as Event;
    },
  };
}
