import type { MouseEvent, ReactNode } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import type { RouteTo } from './route.ts';
import { addressOf, navigate } from './route-store.ts';

interface RouteLinkProps {
  readonly to: RouteTo;
  readonly children: ReactNode;
  /** Without link styling, for rows and names. */
  readonly plain?: boolean;
  /** Whether it leads to what is open. */
  readonly current?: boolean;
  readonly className?: string;
}

/** A link to a page or row; with a modifier key, the browser opens a new tab. */
export function RouteLink({ to, children, plain = false, current, className }: RouteLinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      href={addressOf(to)}
      aria-current={current ? 'page' : undefined}
      onClick={follow}
      className={cx('rounded-chip', !plain && 'font-medium text-accent hover:underline', className)}
    >
      {children}
    </a>
  );
}
