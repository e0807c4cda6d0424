import type { MouseEvent, ReactNode } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import type { RouteTo } from './route.ts';
import { addressOf, navigate } from './route-store.ts';

interface RouteLinkProps {
  readonly to: RouteTo;
  readonly children: ReactNode;
  /** Without link styling, for rows and names. */
  readonly plain?: boolean;
  readonly className?: string;
  readonly title?: string | undefined;
  /** Whether it leads to what is shown. */
  readonly isCurrent?: boolean;
}

/** A link to a page or row; with a modifier key, the browser opens a new tab. */
export function RouteLink(props: RouteLinkProps) {
  const { to, children, plain = false, className, title, isCurrent = false } = props;
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      href={addressOf(to)}
      onClick={follow}
      title={title}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx('rounded-chip', !plain && 'font-medium text-accent hover:underline', className)}
    >
      {children}
    </a>
  );
}
