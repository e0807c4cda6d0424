/** What made a message that no SDK sent. Pure. */
import type { RouteTo } from '#renderer/stores/route-store.ts';
import type { Computation } from '#shared/schemas/computation.ts';
import type { MessageSummary, ReceivedRequest } from '#shared/schemas/message.ts';

export interface Origin {
  readonly text: string;
  readonly to: RouteTo;
}

/** The id of a sync's message begins with the audience or trait and the number of the sync. */
const ofSync = /^((aud|trt)_[^-]+)-(\d+)-/;
/** That of a notice with the deletion request. */
const ofDeletion = /^(del_[^-]+)-/;

/** The sync or deletion request that made it; null for one that came in. */
export function originOf(
  { messageId }: Pick<MessageSummary, 'messageId'>,
  { method }: Pick<ReceivedRequest, 'method'>,
  computations: readonly Pick<Computation, 'id' | 'name'>[],
): Origin | null {
  if (method === 'SYNC') {
    const [, id, prefix, number] = ofSync.exec(messageId) ?? [];
    if (id === undefined) return null;
    const name = computations.find((one) => one.id === id)?.name;
    const list = prefix === 'trt' ? 'traits' : 'audiences';
    const gone = prefix === 'trt' ? 'a computed trait' : 'an audience';
    return {
      text: `Sync ${number} of ${name ?? `${gone} that was deleted`}`,
      to: { page: 'audiences', path: name === undefined ? [list] : [list, id, 'sync'] },
    };
  }
  const [, id] = (method === 'DELETION' && ofDeletion.exec(messageId)) || [];
  return id === undefined
    ? null
    : { text: 'Deletion request', to: { page: 'audiences', path: ['deletions', id] } };
}
