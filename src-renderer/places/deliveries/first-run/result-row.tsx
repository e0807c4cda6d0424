import { CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '#renderer/ui/progress.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';

/** Nothing yet, a request that runs, or a result, as the state of a delivery that ends with it. */
export type RowMark = 'idle' | 'busy' | DeliveryState;

interface ResultRowProps {
  readonly mark: RowMark;
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
}

const markPx = 18;

function Mark({ mark }: { readonly mark: RowMark }) {
  if (mark === 'busy') return <Spinner size={markPx} />;
  if (mark !== 'idle') return <StateMark state={mark} size={markPx} decorative />;
  return <CircleDashed className="text-fg-3" size={markPx} strokeWidth={1.6} aria-hidden="true" />;
}

/** As high when empty as with a result, so that nothing moves when it arrives. */
export function ResultRow({ mark, title, text, action }: ResultRowProps) {
  return (
    <div className="border-t border-line first:border-t-0">
      <div className="grid min-h-16.5 grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5">
        <Mark mark={mark} />
        <div role="status" className="min-w-0 [overflow-wrap:anywhere]">
          <p className={mark === 'idle' ? 'text-fg-2' : 'font-semibold'}>{title}</p>
          {text !== undefined && <p className="text-fg-2">{text}</p>}
        </div>
        {action}
      </div>
    </div>
  );
}
