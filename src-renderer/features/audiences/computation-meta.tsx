import { RouteLink } from '#renderer/parts/route-link.tsx';
import { useSources } from '#renderer/stores/sources-store.ts';
import { useLastSync } from '#renderer/stores/syncs-store.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { span } from '#renderer/ui/relative-time.ts';
import { useReadNow } from '#renderer/ui/time.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { Ago } from './ago.tsx';
import { sentOf, totalOf } from './sync-words.ts';
import { usersText } from './words.ts';

interface ComputationMetaProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

/** Whose it is, how many are in it, and when receivers were told last and will be next. */
export function ComputationMeta({ kind, computation }: ComputationMetaProps) {
  const { key, sourceId, userCount, nextSyncAt, schedule } = computation;
  const source = useSources(({ items }) => items.find(({ id }) => id === sourceId));
  const next = useReadNow((now) =>
    now === undefined || nextSyncAt === null ? undefined : nextText(nextSyncAt - now),
  );
  return (
    <>
      <span className="flex min-w-0 items-center">
        <code className="bytes max-w-64 truncate" title={key}>
          {key}
        </code>
        <CopyButton value={key} label="Copy key" />
      </span>
      <span className="tabular-nums">{usersText(kind, userCount)}</span>
      <Dot />
      <span className="flex min-w-0">
        <span className="flex-none">from&nbsp;</span>
        {source === undefined ? (
          'a source that was deleted'
        ) : (
          <RouteLink to={{ place: 'sources', path: [source.id] }} className="max-w-56 truncate">
            {source.name}
          </RouteLink>
        )}
      </span>
      <Dot />
      <LastSync computation={computation} />
      {schedule !== null && (
        <>
          <Dot />
          <span className="tabular-nums">
            every {schedule.everyMinutes.toLocaleString('en')} min{next && `, next ${next}`}
          </span>
        </>
      )}
    </>
  );
}

function Dot() {
  return (
    <span aria-hidden="true" className="text-fg-3">
      ·
    </span>
  );
}

function nextText(inMs: number): string {
  return inMs <= 0 ? 'now' : `in ${span(inMs)}`;
}

function LastSync({ computation }: { computation: Computation }) {
  const sync = useLastSync(computation);
  if (sync === null) return <span>never synced</span>;
  if (sync.state === 'running') {
    const share = Math.floor((100 * sentOf(sync)) / Math.max(1, totalOf(sync)));
    return <span className="tabular-nums">syncing, {share} %</span>;
  }
  return (
    <span>
      {sync.state === 'cancelled' ? 'sync stopped ' : 'synced '}
      <Ago at={sync.endedAt ?? sync.startedAt} />
    </span>
  );
}
