import { Redo2 } from 'lucide-react';
import { HeadersCard } from '#renderer/components/headers-card.tsx';
import { judgmentOf } from '#renderer/components/resend-judgment.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useRoute } from '#renderer/stores/route-store.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { resultExplanation } from '#shared/labels/attempt-result.ts';
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import type { ResendDetail } from '#shared/schemas/resend.ts';
import { TimingsCard } from '../deliveries/timings-card.tsx';
import { resendRoute } from './resend-route.ts';

/** Status, headers and timings of a resend's response. */
export function ResponseHead({ resend: { attempt } }: { resend: ResendDetail }) {
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
export function ResendOutcome({ resend }: { resend: ResendDetail }) {
  const { tone, title, text } = judgmentOf(resend);
  const result = resend.attempt?.result;
  const hasResultText =
    result !== undefined && result.outcome !== 'delivered' && resend.status === null;
  return (
    <Banner tone={tone} title={`${title}.`}>
      {hasResultText ? resultExplanation(result) : text}
    </Banner>
  );
}

/** A link to the delivery of a resend. */
export function FromDelivery({ delivery }: { delivery: DeliverySummary }) {
  const route = useRoute((state) => state.route);
  return (
    <p className="mt-0.5 truncate text-small text-fg-2">
      from{' '}
      <RouteLink to={resendRoute(route, delivery.id, null)}>
        delivery {delivery.id}, {delivery.label}
      </RouteLink>{' '}
      to {delivery.destinationName}
    </p>
  );
}

/** Marks requests outside the ledger. */
export function ResentBadge() {
  return (
    <Badge
      tone="accent"
      icon={<Redo2 className="icon-small" strokeWidth={1.5} aria-hidden="true" />}
    >
      Resend
    </Badge>
  );
}
