import type { MouseEvent, ReactNode } from 'react';
import { addressOf, navigate, type RouteTo } from '#renderer/stores/route-store.ts';

/** A link to another place or row; with a modifier key the browser opens it beside. */
export function RouteLink({
  to,
  children,
  className = 'rounded-chip hover:text-fg hover:underline',
}: {
  to: RouteTo;
  children: ReactNode;
  className?: string;
}) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={addressOf(to)} onClick={follow} className={className}>
      {children}
    </a>
  );
}
