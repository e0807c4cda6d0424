import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { toneSurface } from './tone.ts';

export interface BannerProps {
  tone: 'info' | 'ok' | 'warn' | 'bad';
  title?: string | undefined;
  children?: ReactNode;
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
}

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

/** A message about a pane; `bad` is announced immediately. */
export function Banner({ tone, title, children, action, onDismiss }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx(
        'flex gap-2 rounded-control px-2.5 py-1.5',
        action ? 'flex-wrap items-center' : 'items-start',
        toneSurface[tone],
      )}
    >
      <Icon
        className={cx('icon-small', !action && 'mt-0.75')}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <div
        className={cx('min-w-0 flex-1 [overflow-wrap:anywhere]', action ? 'basis-48' : undefined)}
      >
        {title && <span className="font-medium">{title} </span>}
        <span className={title ? 'text-fg' : 'font-medium'}>{children}</span>
      </div>
      {action}
      {onDismiss && (
        <IconButton size="small" icon={X} label="Dismiss" onClick={onDismiss} className="-my-0.5" />
      )}
    </div>
  );
}
