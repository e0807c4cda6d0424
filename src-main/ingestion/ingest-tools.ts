import type { ConnectionCounter } from '#main/kit/connections.ts';
import type { Clock, Random } from '#main/kit/ports.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { DeliveryWithBody } from '#main/store/deliveries.ts';
import type { Store } from '#main/store/store.ts';
import type { BatchGate } from './batch-gate.ts';

export interface IngestTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Clock;
  readonly machineClock: Clock;
  readonly random: Random;
  /** Shared by all listeners. */
  readonly batchGate: BatchGate;
  readonly connections: ConnectionCounter;
  /** Header value that identifies messages sent from the interface. */
  readonly sendToken: string;
  /** Otherwise, the sources of the workspace are not applied. */
  readonly isTrusted: () => boolean;
  /** Called after a commit with the new due deliveries. */
  readonly accepted: (deliveries: readonly DeliveryWithBody[]) => void;
}
