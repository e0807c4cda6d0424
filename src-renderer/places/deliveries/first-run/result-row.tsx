import { CircleAlert, CircleCheck, CircleDashed, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '#renderer/ui/progress.tsx';

type RowTone = 'idle' | 'busy' | 'ok' | 'warn' | 'bad' | 'wait';

interface ResultRowProps {
  readonly tone: RowTone;
  readonly title: string;
  readonly text: ReactNode;
  readonly action?: ReactNode;
}

const icons = {
  idle: CircleDashed,
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  wait: Clock,
} as const;

const colors: Record<RowTone, string> = {
  idle: 'text-fg-3',
  busy: 'text-fg-3',
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  wait: 'text-wait',
};

/** As high when empty as with a result, so that nothing moves when it arrives. */
export function ResultRow({ tone, title, text, action }: ResultRowProps) {
  const Icon = tone === 'busy' ? null : icons[tone];
  return (
    <div className="border-t border-line first:border-t-0">
      <div className="grid min-h-16.5 grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5">
        <span className={colors[tone]}>
          {Icon === null ? (
            <Spinner size={18} />
          ) : (
            <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
          )}
        </span>
        <div role="status" className="min-w-0 [overflow-wrap:anywhere]">
          <p className={tone === 'idle' ? 'text-fg-2' : 'font-semibold'}>{title}</p>
          <p className="text-fg-2">{text}</p>
        </div>
        {action}
      </div>
    </div>
  );
}
