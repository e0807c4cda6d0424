/** Groups deliveries that failed by cause: the destination, and the code and status of the latest attempt. */
import type { FailureCause } from '#shared/schemas/statistics.ts';
import type { CountedDelivery } from '../store/statistics.ts';

/** Without the name, which is only needed once per cause. */
export type CountedCause = Omit<FailureCause, 'destinationName'>;

type MutableCause = { -readonly [Key in keyof CountedCause]: CountedCause[Key] };

/** Why it failed; null if no attempt was made. */
function codeOf([, , state, , , , failure]: CountedDelivery): FailureCause['code'] {
  return failure ?? (state === 'delivered' ? 'non_2xx' : null);
}

export function createCauses() {
  const byKey = new Map<string, MutableCause>();
  return {
    /** Ignores deliveries that did not fail. Expects them in the order of their numbers. */
    add(delivery: CountedDelivery): void {
      const [id, createdAt, state, , destinationId, lastStatus] = delivery;
      if (destinationId === null) return;
      const code = codeOf(delivery);
      // Otherwise it is the status of an earlier attempt.
      const isOfStatus =
        code === 'server_error' || code === 'unexpected_status' || code === 'non_2xx';
      const status = isOfStatus ? lastStatus : null;
      const key = `${destinationId} ${code} ${status}`;
      const cause = byKey.get(key) ?? {
        destinationId,
        code,
        status,
        deliveries: 0,
        retrying: 0,
        latestId: id,
        latestAt: createdAt,
      };
      byKey.set(key, cause);
      cause.deliveries += 1;
      cause.retrying += Number(state === 'retrying');
      cause.latestId = id;
      cause.latestAt = createdAt;
    },
    /** Most deliveries first; of equally many, the latest. */
    list: (): readonly CountedCause[] =>
      [...byKey.values()].sort((a, b) => b.deliveries - a.deliveries || b.latestId - a.latestId),
  };
}
