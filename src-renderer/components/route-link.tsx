import type { MouseEvent, ReactNode } from 'react';
import { addressOf, navigate, type RouteTo } from '#renderer/stores/route-store.ts';
import { cx } from '#renderer/ui/cx.ts';

interface RouteLinkProps {
  readonly to: RouteTo;
  readonly children: ReactNode;
  /** Without the look of a link, where a whole row or a name is one. */
  readonly plain?: boolean;
  readonly className?: string;
}

/** A link to another page or row; with a modifier key the browser opens it beside. */
export function RouteLink({ to, children, plain = false, className }: RouteLinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      href={addressOf(to)}
      onClick={follow}
      className={cx('rounded-chip', !plain && 'font-medium text-accent hover:underline', className)}
    >
      {children}
    </a>
  );
}
