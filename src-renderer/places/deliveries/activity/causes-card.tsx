import { planBulk } from '#renderer/jobs/job-actions.ts';
import { useDelivery } from '#renderer/kit/data/details.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import { type DeliveryState, outcomeOf } from '#shared/deliveries/delivery.ts';
import { isUnauthorized, resultFix, resultText } from '#shared/deliveries/text.ts';
import { actionText } from '#shared/jobs/text.ts';
import { formatCount } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { printedDigest } from '#shared/signatures/receiver-response.ts';
import type { FailureCause, Statistics } from '#shared/statistics/statistics.ts';
import { deliveriesOfCause, deliveryRoute } from './deliveries-links.ts';

interface CausesCardProps {
  readonly statistics: Statistics;
  readonly filter: string;
}

/** Deliveries that were not accepted by cause, with the fix of each. */
export function CausesCard({ statistics, filter }: CausesCardProps) {
  const { causes } = statistics;
  if (causes.length === 0) return null;
  return (
    <Card title="Failures by cause" meta={formatCount(causes.length)} padded={false}>
      <ScrollRegion label="Causes" className="max-h-80 overflow-y-auto">
        <ul className="@container">
          {causes.map((cause) => (
            <Cause
              key={`${cause.destinationId} ${cause.code} ${cause.status}`}
              cause={cause}
              statistics={statistics}
              filter={filter}
            />
          ))}
        </ul>
      </ScrollRegion>
    </Card>
  );
}

/** The state that the deliveries of a cause are in, or will be. */
function stateOf({ code, waiting }: FailureCause): DeliveryState {
  if (waiting > 0) return 'waiting';
  const outcome = outcomeOf(code);
  return outcome === 'refused' || outcome === 'blocked' ? outcome : 'gave_up';
}

/** The explanation of a cause, and its fix. */
function explanationOf({ code, status }: FailureCause): readonly [string, string | null] {
  if (code === null) return ['The retry window ended before the first attempt.', null];
  const reason = { code, params: status === null ? {} : { status } };
  return [resultText(reason) ?? '', resultFix(reason)];
}

/** Whether the latest response has a digest to diagnose. */
function useHasDigest({ latestId, status }: FailureCause): boolean {
  const isRejected = status !== null && status >= 400 && status <= 499;
  const { value: delivery } = useDelivery(isRejected ? latestId : null);
  const attempt = delivery?.attemptList.at(-1);
  return delivery !== null && attempt !== undefined && printedDigest(delivery, attempt) !== null;
}

interface CauseProps extends CausesCardProps {
  readonly cause: FailureCause;
}

function Cause({ cause, statistics, filter }: CauseProps) {
  const { deliveries, destinationName, waiting, status, latestId, latestAt } = cause;
  const matching = deliveriesOfCause(filter, cause, statistics);
  const count = `${formatCount(deliveries)} ${deliveries === 1 ? 'delivery' : 'deliveries'}`;
  const [happened, fix] = explanationOf(cause);
  const hasDigest = useHasDigest(cause);
  const action = stateOf(cause) === 'refused' ? 'copy' : 'retry';
  return (
    <li className="flex items-start gap-2.5 border-b border-line/55 px-3 py-2.5 last:border-b-0 @max-lg:flex-wrap">
      <span className="mt-0.5 flex flex-none">
        <StateMark state={stateOf(cause)} />
      </span>
      <div className="min-w-0 flex-1 @max-lg:basis-4/5">
        <p className="font-medium break-words">
          <RouteLink plain to={matching} className="hover:underline">
            {count} to {visibleLine(destinationName)}
          </RouteLink>
        </p>
        <p className="text-fg-2">
          {happened} {hasDigest ? 'The response contains a digest. Diagnose the signature.' : fix}
        </p>
        <p className="text-small text-fg-2">
          Latest: <RouteLink to={deliveryRoute(latestId)}>#{latestId}</RouteLink>,{' '}
          <Time at={latestAt} className="tabular-nums" />
          {waiting > 0 && ` · ${formatCount(waiting)} waiting`}
        </p>
      </div>
      <div className="flex flex-none gap-1.5 @max-lg:ml-6">
        {hasDigest || isUnauthorized(status) ? (
          <Button onClick={() => navigate(deliveryRoute(latestId))}>Diagnose</Button>
        ) : (
          <Button onClick={() => navigate(matching)}>View</Button>
        )}
        <Button
          onClick={() => {
            navigate(matching);
            planBulk(action);
          }}
        >
          {`${actionText(action, deliveries)}…`}
        </Button>
      </div>
    </li>
  );
}
