import { PenLine, Redo2 } from 'lucide-react';
import { webhookName } from '#renderer/components/delivery-labels.ts';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { signingLabels } from '#renderer/components/resend/signings.ts';
import { judgmentOf } from '#renderer/components/resend-judgment.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useResends } from '#renderer/data/pages.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Time } from '#renderer/ui/time.tsx';
import { toneText } from '#renderer/ui/tone.ts';
import type { ResendSummary } from '#shared/schemas/resend.ts';
import { resendRoute } from './resend-route.ts';
import { ResentBadge } from './response-head.tsx';

interface ResendListProps {
  readonly deliveryId: number;
  /** Undefined if there is no request to edit. */
  readonly onEdit: (() => void) | undefined;
}

/** The resends of a delivery, each a link. */
export function ResendList({ deliveryId, onEdit }: ResendListProps) {
  const { items, status, problem, reload, hasMore, isLoadingMore, loadMore } =
    useResends(deliveryId);
  if (status === 'loading') return <LateSpinner label="Loading resends" />;
  if (status === 'failed') return <ErrorState onRetry={reload}>{problem}</ErrorState>;
  if (items.length === 0)
    return (
      <EmptyState
        icon={Redo2}
        title="No resends"
        actions={
          onEdit && (
            <Button icon={PenLine} shortcut="e" onClick={onEdit}>
              Edit & resend
            </Button>
          )
        }
      >
        {onEdit === undefined
          ? 'No request to edit.'
          : 'Edit and resend: the original stays unchanged.'}
      </EmptyState>
    );
  return (
    <Card
      title="Resends"
      meta={hasMore ? `newest ${items.length}` : items.length}
      padded={false}
      actions={<ResentBadge />}
    >
      <ul aria-label="Resends" className="divide-y divide-line/60">
        {items.map((resend) => (
          <ResendRow key={resend.id} resend={resend} deliveryId={deliveryId} />
        ))}
      </ul>
      {hasMore && (
        <div className="border-t border-line p-2">
          <Button busy={isLoadingMore} onClick={loadMore}>
            Show older
          </Button>
        </div>
      )}
    </Card>
  );
}

function ResendRow({ resend, deliveryId }: { resend: ResendSummary; deliveryId: number }) {
  const { id, status, signing, signatureFit, url, sentAt } = resend;
  const route = useRoute((state) => state.route);
  const { tone, title } = judgmentOf(resend);
  return (
    <li>
      <RouteLink
        to={resendRoute(route, deliveryId, id)}
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
