/** The one cache of what the core was asked for. The change feed keeps it current: see `live.ts`. */
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { ConnectionProblem } from './connection.ts';
import { core } from './core.ts';

const retryMs = 250;
const maxRetries = 3;

// "Online" is the connection to the core, not the machine's to a network: queries wait for it.
onlineManager.setEventListener(() => undefined);
onlineManager.setOnline(false);
// In the frame that the change feed waits for, not in a task after it.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < maxRetries && error instanceof ConnectionProblem,
      retryDelay: retryMs,
    },
    // A save that would run at some later time surprises; it fails at once instead.
    mutations: { networkMode: 'always' },
  },
});

/** Query options and keys for every operation of the contract. */
export const api = createTanstackQueryUtils(core);
