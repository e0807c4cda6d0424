import { useRef } from 'react';
import { markedState } from '#renderer/components/delivery-labels.ts';
import { useMockOf } from '#renderer/components/mock-of.ts';
import { useReadOnly } from '#renderer/components/read-only.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { TypeMark } from '#renderer/ui/badge.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { ArrowTo } from '#renderer/ui/inline-text.tsx';
import { StateMark, StatePill } from '#renderer/ui/state-mark.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import { visibleLine } from '#shared/lib/visible-text.ts';
import { DeliveryActions, type DeliveryActionsProps } from './delivery-actions.tsx';

const quietLink = 'hover:text-fg hover:underline';

export function DeliveryHeader(props: DeliveryActionsProps) {
  const { delivery } = props;
  const isReadOnly = useReadOnly();
  const line = useRef<HTMLDivElement>(null);
  const width = useElementWidth(line);
  const mock = useMockOf(delivery.destinationId);
  return (
    <header className="flex-none bg-bg-1 px-4 pt-3.5 pb-2">
      <div ref={line} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1 className="flex min-w-0 flex-1 basis-36 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
          <StateMark state={markedState(delivery)} size={16} decorative />
          <span className="truncate" title={delivery.label}>
            {visibleLine(delivery.label)}
          </span>
          <StatePill state={markedState(delivery)} />
        </h1>
        {!isReadOnly && <DeliveryActions {...props} width={width} />}
      </div>
      <div className="mt-0.5 flex min-w-0 items-center gap-x-2 text-small text-fg-2 max-md:mt-1.5 max-md:flex-wrap">
        <TypeMark type={delivery.type} />
        <Dot />
        {/* Has priority over the messageId, which is read less often. */}
        <span className="max-w-[58%] flex-none truncate">
          <Name page="sources" id={delivery.sourceId}>
            {delivery.sourceName}
          </Name>
          <ArrowTo />
          <Name page="destinations" id={delivery.destinationId}>
            {delivery.destinationName}
          </Name>
          {mock !== undefined && (
            <>
              <ArrowTo />
              <Name page="mocks" id={mock.id}>
                {mock.name}
              </Name>
            </>
          )}
        </span>
        <Dot />
        <span className="flex min-w-[8ch] items-center gap-0.5">
          <code className="bytes truncate" title={delivery.messageId}>
            {delivery.messageId}
          </code>
          <CopyButton value={delivery.messageId} label="Copy messageId" />
        </span>
      </div>
    </header>
  );
}

interface NameProps {
  readonly page: 'sources' | 'destinations' | 'mocks';
  readonly id: string;
  readonly children: string;
}

/** A link, unless it belongs to a run. */
function Name({ page, id, children }: NameProps) {
  if (useReadOnly()) return children;
  return (
    <RouteLink plain className={quietLink} to={{ page, path: [id] }}>
      {children}
    </RouteLink>
  );
}

function Dot() {
  return (
    <span aria-hidden="true" className="text-line-2">
      ·
    </span>
  );
}
