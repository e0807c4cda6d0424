import { X } from 'lucide-react';
import {
  alertCause,
  alertRoute,
  alertTitle,
  dismissAlerts,
  isNarrowedTo,
  useOpenAlerts,
} from '#renderer/deliveries/alerts.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { formatCount } from '#shared/kit/format.ts';

/** The newest alert, above the list, until it is dismissed or its deliveries are listed. */
export function AlertLine({ filter }: { filter: string }) {
  const alerts = useOpenAlerts().filter((alert) => !isNarrowedTo(filter, alert));
  const [alert, ...others] = alerts;
  if (alert === undefined) return null;
  const text = `${alertTitle(alert)}: ${alertCause(alert)}`;
  return (
    <section
      aria-label="Alert"
      className={cx(
        'flex h-8 flex-none items-center gap-2 border-t border-line pr-2 pl-3 text-small',
        alert.state === 'refused' ? 'bg-warn-bg' : 'bg-bad-bg',
      )}
    >
      <StateMark state={alert.state} decorative />
      <p role="status" className="min-w-0 flex-1 truncate tabular-nums" title={text}>
        {text}
      </p>
      {others.length > 0 && <span className="flex-none">+ {formatCount(others.length)} more</span>}
      <RouteLink to={alertRoute(alert)} className="flex-none">
        View
      </RouteLink>
      <IconButton size="small" icon={X} label="Dismiss" onClick={() => dismissAlerts(alerts)} />
    </section>
  );
}
