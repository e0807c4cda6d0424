import { PenLine } from 'lucide-react';
import { useCopiesOf } from '#renderer/kit/data/pages.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { judgmentOf } from '#renderer/requests/copy/copy-judgment.ts';
import { signingLabels } from '#renderer/requests/copy/signings.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Time } from '#renderer/ui/time.tsx';
import { toneText } from '#renderer/ui/tone.ts';
import type { CopySummary } from '#shared/deliveries/copy.ts';
import { webhookName } from '#shared/deliveries/text.ts';
import { copyRoute } from './copy-route.ts';

interface CopyListProps {
  readonly deliveryId: number;
  /** Undefined if there is no request to edit. */
  readonly onEdit: (() => void) | undefined;
}

/** The copies of a delivery, each a link. */
export function CopyList({ deliveryId, onEdit }: CopyListProps) {
  const { items, status, problem, reload, hasMore, isLoadingMore, loadMore } =
    useCopiesOf(deliveryId);
  if (status === 'loading') return <LateSpinner label="Loading copies" />;
  if (status === 'failed') return <ErrorState onRetry={reload}>{problem}</ErrorState>;
  if (items.length === 0)
    return (
      <div className="flex flex-wrap items-center gap-3 text-fg-2">
        <p>
          {onEdit === undefined
            ? 'No request to edit.'
            : 'No copies yet. The original stays unchanged.'}
        </p>
        {onEdit && (
          <Button icon={PenLine} shortcut="e" onClick={onEdit}>
            Edit and send a copy
          </Button>
        )}
      </div>
    );
  return (
    <div className="overflow-hidden rounded-card border border-line bg-bg-1 shadow-rest">
      <ul aria-label="Copies" className="divide-y divide-line/60">
        {items.map((copy) => (
          <CopyRow key={copy.id} copy={copy} deliveryId={deliveryId} />
        ))}
      </ul>
      {hasMore && (
        <div className="border-t border-line p-2">
          <Button busy={isLoadingMore} onClick={loadMore}>
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}

function CopyRow({ copy, deliveryId }: { copy: CopySummary; deliveryId: number }) {
  const { id, status, signing, signatureFit, url, sentAt } = copy;
  const route = useRoute((state) => state.route);
  const { tone, title } = judgmentOf(copy);
  return (
    <li>
      <RouteLink
        to={copyRoute(route, deliveryId, id)}
        plain
        className="flex min-h-11.5 items-center gap-3 px-3 py-1.5 -outline-offset-2 hover:bg-bg-2"
      >
        <span className="flex w-9 flex-none">
          <StatusCode code={status} />
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx('block truncate font-medium', toneText[tone])}>{title}</span>
          <span className="block truncate text-small text-fg-2">
            {signatureFit === 'unsigned' ? 'Not signed' : signingLabels[signing]}
            {' · '}
            <span className="bytes">{webhookName(url)}</span>
          </span>
        </span>
        <span className="flex-none text-small text-fg-2">
          <Time at={sentAt} />
        </span>
      </RouteLink>
    </li>
  );
}
