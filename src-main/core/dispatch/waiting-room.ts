/**
 * Deliveries that are due for a webhook which has its hands full, by their numbers alone: a million
 * of them take some megabytes, and other webhooks of their destination go on meanwhile (D24).
 */
export interface WaitingRoom {
  add(url: string, deliveryId: number): void;
  /** Takes those that have waited longest, at most `limit`. */
  take(url: string, limit: number): readonly number[];
  isEmpty(url: string): boolean;
  /** URLs that something waits for. */
  urls(): readonly string[];
  clear(): void;
}

/** Numbers taken off the front at once: moving the rest of a long list for each would be slow. */
const compactAfter = 10_000;

interface Line {
  ids: number[];
  taken: number;
}

export function createWaitingRoom(): WaitingRoom {
  const lines = new Map<string, Line>();
  return {
    add(url, deliveryId) {
      const line = lines.get(url) ?? { ids: [], taken: 0 };
      line.ids.push(deliveryId);
      lines.set(url, line);
    },
    take(url, limit) {
      const line = lines.get(url);
      if (line === undefined) return [];
      const ids = line.ids.slice(line.taken, line.taken + limit);
      line.taken += ids.length;
      if (line.taken === line.ids.length) lines.delete(url);
      else if (line.taken >= compactAfter) {
        line.ids = line.ids.slice(line.taken);
        line.taken = 0;
      }
      return ids;
    },
    isEmpty: (url) => !lines.has(url),
    urls: () => [...lines.keys()],
    clear: () => lines.clear(),
  };
}
