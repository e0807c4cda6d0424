import { useEffect } from 'react';
import { syncHistory } from '#renderer/stores/syncs-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Sparkline } from '#renderer/ui/sparkline.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import type { Sync } from '#shared/schemas/sync.ts';
import { HistoryTable } from './history-table.tsx';
import { useUserCounts } from './use-user-counts.ts';

interface HistoryCardProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
  /** The newest one, as it is now. */
  readonly sync: Sync | null;
}

/** The syncs there were, each with what it sent. */
export function HistoryCard({ kind, computation, sync }: HistoryCardProps) {
  const { id } = computation;
  const { items, nextCursor, status, problem, query, loadingMore } = syncHistory.useList();
  const counts = useUserCounts(kind, computation);
  const syncId = sync?.id;
  const state = sync?.state;
  useEffect(() => syncHistory.show({ kind, id }), [kind, id]);
  useEffect(() => {
    // Named here so that a sync that begins or ends reads the list anew.
    void [syncId, state];
    syncHistory.refresh();
  }, [syncId, state]);
  const syncs =
    query.id === id ? items.map((one) => (one.id === syncId ? (sync ?? one) : one)) : [];
  const first = counts[0];
  const last = counts.at(-1);
  return (
    <Card
      title="History"
      meta={sync !== null && `${sync.number.toLocaleString('en')} so far`}
      padded={false}
    >
      {problem !== null && (
        <div className="p-2">
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      {counts.length > 1 && first !== undefined && last !== undefined && (
        <div className="border-b border-line/60 px-3 pt-3 pb-2">
          <Sparkline
            values={counts}
            width={400}
            height={44}
            className="h-11 w-full"
            label={`Users at each of the last ${counts.length} syncs: from ${first.toLocaleString('en')} to ${last.toLocaleString('en')}`}
          />
          <p
            aria-hidden="true"
            className="mt-1 flex justify-between text-label text-fg-3 tabular-nums"
          >
            <span>{first.toLocaleString('en')} users</span>
            <span>{last.toLocaleString('en')} at the last sync</span>
          </p>
        </div>
      )}
      {syncs.length === 0 ? (
        <p className="px-3 py-2.5 text-fg-2">
          {status === 'ready' ? 'It has never been synced.' : ' '}
        </p>
      ) : (
        <ScrollRegion label="Syncs" className="max-h-[420px] overflow-auto">
          <HistoryTable kind={kind} syncs={syncs} />
          {nextCursor !== null && (
            <div className="p-2">
              <Button variant="quiet" busy={loadingMore} onClick={syncHistory.loadMore}>
                Show older ones
              </Button>
            </div>
          )}
        </ScrollRegion>
      )}
    </Card>
  );
}
