/** The cache of core data. The change feed keeps it current: see `live.ts`. */
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { ConnectionProblem } from './connection.ts';
import { core } from './core.ts';

const retryMs = 250;
const maxRetries = 3;

// "Online" is the connection to the core, not to a network.
onlineManager.setEventListener(() => undefined);
onlineManager.setOnline(false);
// In the frame of the change feed, not in a later task.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < maxRetries && error instanceof ConnectionProblem,
      retryDelay: retryMs,
    },
    // A save must not run at some later time; it fails immediately instead.
    mutations: { networkMode: 'always' },
  },
});

/** Query options and keys for every operation of the contract. */
export const api = createTanstackQueryUtils(core);
