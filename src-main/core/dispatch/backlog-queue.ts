/**
 * Queues due deliveries for webhooks whose connections are all busy. Holds only IDs: a million take
 * a few megabytes, and other webhooks of the destination continue (D24).
 */
export interface BacklogQueue {
  add(url: string, deliveryId: number): void;
  /** The IDs that have waited longest, at most `limit`. */
  first(url: string, limit: number): readonly number[];
  /** Removes the first `count` IDs. */
  leave(url: string, count: number): void;
  isEmpty(url: string): boolean;
  /** URLs with queued deliveries. */
  urls(): readonly string[];
  clear(): void;
}

/** Removes processed IDs in batches, because shifting a long array each time would be slow. */
const compactAfter = 10_000;

interface Line {
  ids: number[];
  taken: number;
}

const emptyLine: Readonly<Line> = { ids: [], taken: 0 };

export function createBacklogQueue(): BacklogQueue {
  const lines = new Map<string, Line>();
  return {
    add(url, deliveryId) {
      const line = lines.get(url) ?? { ids: [], taken: 0 };
      line.ids.push(deliveryId);
      lines.set(url, line);
    },
    first(url, limit) {
      const { ids, taken } = lines.get(url) ?? emptyLine;
      return ids.slice(taken, taken + limit);
    },
    leave(url, count) {
      const line = lines.get(url);
      if (line === undefined) return;
      line.taken += count;
      if (line.taken >= line.ids.length) lines.delete(url);
      else if (line.taken >= compactAfter) {
        line.ids = line.ids.slice(line.taken);
        line.taken = 0;
      }
    },
    isEmpty: (url) => !lines.has(url),
    urls: () => [...lines.keys()],
    clear: () => lines.clear(),
  };
}
