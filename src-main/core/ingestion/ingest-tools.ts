import type { ConfigCache } from '../config/config-cache.ts';
import type { ConnectionCounter } from '../connections.ts';
import type { Clock, Random } from '../ports.ts';
import type { DeliveryWithBody } from '../store/deliveries.ts';
import type { Store } from '../store/store.ts';
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
  /** Header value that identifies messages from the Send page. */
  readonly sendToken: string;
  /** Whether the write key of a source is not read yet, since the workspace is not trusted. */
  readonly hasUnreadKeys: () => boolean;
  /** Called after a commit with the new due deliveries. */
  readonly accepted: (deliveries: readonly DeliveryWithBody[]) => void;
}
