import type { ReactNode } from 'react';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { useLastSync } from '#renderer/stores/syncs-store.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { span } from '#renderer/ui/relative-time.ts';
import { useReadNow } from '#renderer/ui/time.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { Ago } from '../ago.tsx';
import { usersText } from '../audience-labels.ts';
import { sentOf, totalOf } from '../syncs/sync-labels.ts';

interface ComputationMetaProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

/** Whose it is, how many are in it, and when receivers were told last and will be next. */
export function ComputationMeta({ kind, computation }: ComputationMetaProps) {
  const { key, sourceId, userCount, nextSyncAt, schedule } = computation;
  const source = useItems(collections.sources).find(({ id }) => id === sourceId);
  const next = useReadNow((now) =>
    now === undefined || nextSyncAt === null ? undefined : nextText(nextSyncAt - now),
  );
  return (
    <div className="-my-1 flex min-w-0 flex-wrap overflow-hidden py-1">
      <Part>
        <code className="bytes max-w-64 truncate" title={key}>
          {key}
        </code>
        <CopyButton value={key} label="Copy key" />
      </Part>
      <Part>
        <span className="tabular-nums">{usersText(kind, userCount)}</span>
      </Part>
      <Part>
        <span className="flex-none">from&nbsp;</span>
        {source === undefined ? (
          'a source that was deleted'
        ) : (
          <RouteLink to={{ page: 'sources', path: [source.id] }} className="max-w-56 truncate">
            {visibleLine(source.name)}
          </RouteLink>
        )}
      </Part>
      <Part>
        <LastSync computation={computation} />
      </Part>
      {schedule !== null && (
        <Part>
          <span className="tabular-nums">
            every {schedule.everyMinutes.toLocaleString('en')} min{next && `, next ${next}`}
          </span>
        </Part>
      )}
    </div>
  );
}

/** With a dot before it, which lies outside of what is seen where a line begins. */
function Part({ children }: { children: ReactNode }) {
  return (
    <span className="relative -left-4 flex min-w-0 items-center pl-4 before:absolute before:left-1.5 before:text-fg-3 before:content-['·']">
      {children}
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
