/** What made a message that no SDK sent. Pure. */
import type { RouteTo } from '#renderer/stores/route-store.ts';
import type { Computation } from '#shared/schemas/computation.ts';
import type { MessageOrigin, OriginSync } from '#shared/schemas/message.ts';

type Named = Pick<Computation, 'id' | 'name'>;

export interface OriginLink {
  readonly text: string;
  readonly to: RouteTo;
}

/** What of the product made it; null for one of an SDK. */
export function originLink(
  { kind, id }: MessageOrigin,
  sync: OriginSync | null,
  known: { readonly audiences: readonly Named[]; readonly traits: readonly Named[] },
): OriginLink | null {
  if (kind === 'send') return { text: 'Send page', to: { page: 'send' } };
  if (kind === 'deletion')
    return { text: 'Deletion request', to: { page: 'audiences', path: ['deletions', String(id)] } };
  if (kind !== 'sync') return null;
  for (const list of ['audiences', 'traits'] as const) {
    const computation = known[list].find((one) => one.id === sync?.computationId);
    if (sync !== null && computation !== undefined)
      return {
        text: `Sync ${sync.number} of ${computation.name}`,
        to: { page: 'audiences', path: [list, computation.id, 'sync'] },
      };
  }
  return {
    text: 'Sync of a deleted audience or trait',
    to: { page: 'inspector', query: { filter: `origin:sync:${id}` } },
  };
}
