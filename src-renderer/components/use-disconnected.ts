import { useConnection } from '#renderer/stores/connection-store.ts';
import { useDelayedTrue } from './use-delayed-true.ts';

/** A restart of the core is shorter than this, and not worth a word. */
const patienceMs = 800;

/** Whether the core has been out of reach for so long that what is shown may be out of date. */
export function useDisconnected(): boolean {
  const state = useConnection((connection) => connection.state);
  return useDelayedTrue(state === 'lost' || state === 'connecting', patienceMs);
}
