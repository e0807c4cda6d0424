import type { Core } from '#core/create-core.ts';
import type { StartSyncAnswer, StartSyncRequest } from '#shared/schemas/sync.ts';

/** Begins a sync of what `find` gives, or plans it. */
export async function startSync(
  syncs: Core['syncs'],
  find: Core['audiences']['find'],
  { params: { id }, query, body }: StartSyncRequest,
): Promise<StartSyncAnswer> {
  if (query.plan) return { kind: 'plan', plan: syncs.plan(find(id), body?.full) };
  return {
    kind: 'sync',
    sync: await syncs.start(() => find(id), body?.perSecond ?? null, body?.full),
  };
}
