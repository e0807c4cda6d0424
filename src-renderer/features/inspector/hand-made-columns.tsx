import { webhookName } from '#renderer/parts/delivery-words.ts';
import { cx } from '#renderer/ui/cx.ts';
import { HostPath } from '#renderer/ui/host-path.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import { toneText } from '#renderer/ui/tone.ts';
import type { VirtualListColumn } from '#renderer/ui/virtual-list.tsx';
import type { ResendSummary } from '#shared/schemas/resend.ts';
import { judgementOf } from './resend/judgement.ts';
import { ageColumn, quietColumn } from './shared-columns.tsx';

/** What it was made from, in a few words. */
export const originWords = ({ deliveryId, imported }: ResendSummary): string =>
  imported === null ? `delivery ${deliveryId}` : `${imported.file}, ${imported.entry}`;

function Outcome({ resend }: { resend: ResendSummary }) {
  const { tone, title } = judgementOf(resend);
  return (
    <span className={cx('truncate font-medium', toneText[tone])} title={title}>
      {title}
    </span>
  );
}

export const handMadeColumns: readonly VirtualListColumn<ResendSummary>[] = [
  {
    id: 'status',
    heading: 'Answer',
    width: '44px',
    cell: ({ status }) => <StatusCode code={status} />,
  },
  {
    id: 'outcome',
    heading: 'Came to',
    width: 'minmax(0,2.7fr)',
    cell: (resend) => <Outcome resend={resend} />,
  },
  {
    id: 'webhook',
    heading: 'To',
    width: 'minmax(0,1fr)',
    hideBelow: 360,
    cell: ({ url }) => <HostPath title={url}>{webhookName(url)}</HostPath>,
  },
  // What it came to and where it went tell rows apart: those are not cut for it.
  quietColumn('From', 'minmax(0,1fr)', originWords, 560),
  ageColumn(({ sentAt }) => sentAt),
];
