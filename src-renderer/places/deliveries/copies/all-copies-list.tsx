import { Redo2 } from 'lucide-react';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { copyLists, useLiveList } from '#renderer/kit/data/live-lists.ts';
import { judgmentOf } from '#renderer/requests/copy/copy-judgment.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { HostPath } from '#renderer/ui/inline-text.tsx';
import { toneText } from '#renderer/ui/tone.ts';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { CopySummary } from '#shared/deliveries/copy.ts';
import { webhookName } from '#shared/deliveries/text.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { DeliveriesView } from '../deliveries-route.ts';
import { ageColumn } from '../lists/columns.tsx';
import { RowList } from '../lists/row-list.tsx';
import { originOf, saysMoreThanStatus } from './copy-route.ts';

/** All copies, of deliveries and of received requests. */
export function AllCopiesList({ view }: { view: DeliveriesView }) {
  const list = useLiveList(copyLists);
  const kept = useLedger((ledger) => ledger?.copiesKept);
  return (
    <RowList
      label="Copies"
      view={view}
      list={list}
      columns={allCopiesColumns}
      all={kept}
      empty={
        <EmptyState icon={Redo2} title="No copies">
          Copies of deliveries and received requests appear here.
        </EmptyState>
      }
    />
  );
}

/** The origin identifies a row; an unexpected result is shown first. */
function Origin({ copy }: { copy: CopySummary }) {
  const { tone, title } = judgmentOf(copy);
  const { name: originName, number, text: originText } = originOf(copy);
  const name = visibleLine(originName);
  const hover = `${title}: ${visibleLine(originText)}`;
  if (saysMoreThanStatus(copy))
    return (
      <span className="flex min-w-0 gap-1.5 overflow-hidden" title={hover}>
        <span className={cx('max-w-full flex-none truncate font-medium', toneText[tone])}>
          {title}
        </span>
        <span className="truncate">
          {name} <span className="text-fg-3 tabular-nums">{number}</span>
        </span>
      </span>
    );
  return (
    <span className="flex min-w-0 gap-1.5" title={hover}>
      <span className="sr-only">{title}</span>
      <span className="truncate">{name}</span>
      <span className="flex-none text-fg-3 tabular-nums">{number}</span>
    </span>
  );
}

const allCopiesColumns: readonly VirtualListColumn<CopySummary>[] = [
  {
    id: 'status',
    heading: 'Status',
    width: '44px',
    cell: ({ status }) => <StatusCode code={status} />,
  },
  {
    id: 'origin',
    heading: 'From',
    width: 'minmax(0,2.7fr)',
    cell: (copy) => <Origin copy={copy} />,
  },
  {
    id: 'webhook',
    heading: 'To',
    width: 'minmax(0,1fr)',
    hideBelow: 360,
    cell: ({ url }) => <HostPath title={url}>{webhookName(url)}</HostPath>,
  },
  ageColumn(({ sentAt }) => sentAt),
];
