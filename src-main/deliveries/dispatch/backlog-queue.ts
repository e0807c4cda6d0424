/**
 * Queues due deliveries for webhooks whose connections are all busy. Holds only IDs: a million take
 * a few megabytes, and other webhooks of the destination continue (D24).
 */
export interface BacklogQueue {
  add(url: string, deliveryId: number): void;
  /** The IDs that have waited longest, at most `limit`. */
  first(url: string, limit: number): readonly number[];
  /** Removes the first `count` IDs. */
  removeFirst(url: string, count: number): void;
  isEmpty(url: string): boolean;
  /** URLs with queued deliveries. */
  urls(): readonly string[];
  clear(): void;
}

/** Removes processed IDs in batches, because shifting a long array each time would be slow. */
const compactAfter = 10_000;

interface UrlQueue {
  ids: number[];
  removed: number;
}

const emptyQueue: Readonly<UrlQueue> = { ids: [], removed: 0 };

export function createBacklogQueue(): BacklogQueue {
  const queues = new Map<string, UrlQueue>();
  return {
    add(url, deliveryId) {
      const queue = queues.get(url) ?? { ids: [], removed: 0 };
      queue.ids.push(deliveryId);
      queues.set(url, queue);
    },
    first(url, limit) {
      const { ids, removed } = queues.get(url) ?? emptyQueue;
      return ids.slice(removed, removed + limit);
    },
    removeFirst(url, count) {
      const queue = queues.get(url);
      if (queue === undefined) return;
      queue.removed += count;
      if (queue.removed >= queue.ids.length) queues.delete(url);
      else if (queue.removed >= compactAfter) {
        queue.ids = queue.ids.slice(queue.removed);
        queue.removed = 0;
      }
    },
    isEmpty: (url) => !queues.has(url),
    urls: () => [...queues.keys()],
    clear: () => queues.clear(),
  };
}
