import { Redo2 } from 'lucide-react';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { judgmentOf } from '#renderer/requests/copy/copy-judgment.ts';
import { HeadersCard } from '#renderer/requests/detail-cards.tsx';
import { Badge } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import type { CopyDetail } from '#shared/deliveries/copy.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { resultExplanation } from '#shared/deliveries/text.ts';
import { TimingsCard } from '../detail/timings-card.tsx';
import { copyRoute } from './copy-route.ts';

/** Status, headers and timings of a copy's response. */
export function ResponseHead({ copy: { attempt } }: { copy: CopyDetail }) {
  if (attempt === null) return null;
  const { response, timings, result } = attempt;
  return (
    <>
      {response !== null && (
        <HeadersCard
          title="Response headers"
          first={{ key: 'Status', value: String(response.status) }}
          headers={response.headers}
        />
      )}
      {result.outcome !== 'blocked' && <TimingsCard timings={timings} gaveUp={response === null} />}
    </>
  );
}

/** What the response says about the request. */
export function CopyOutcome({ copy }: { copy: CopyDetail }) {
  const { tone, title, text } = judgmentOf(copy);
  const result = copy.attempt?.result;
  const hasResultText =
    result !== undefined && result.outcome !== 'accepted' && copy.status === null;
  return (
    <Banner tone={tone} title={`${title}.`}>
      {hasResultText ? resultExplanation(result) : text}
    </Banner>
  );
}

/** A link to the delivery of a copy. */
export function FromDelivery({ delivery }: { delivery: DeliverySummary }) {
  const route = useRoute((state) => state.route);
  return (
    <p className="mt-0.5 truncate text-small text-fg-2">
      from{' '}
      <RouteLink to={copyRoute(route, delivery.id, null)}>
        delivery {delivery.id}, {delivery.label}
      </RouteLink>{' '}
      to {delivery.destinationName}
    </p>
  );
}

/** Marks requests outside the ledger. */
export function CopyBadge() {
  return (
    <Badge
      tone="accent"
      icon={<Redo2 className="icon-small" strokeWidth={1.5} aria-hidden="true" />}
    >
      Copy
    </Badge>
  );
}
