import { HeadersCard } from '#renderer/components/headers-card.tsx';
import type { ResendDetail } from '#shared/schemas/resend.ts';
import { TimingsCard } from '../deliveries/timings-card.tsx';

/** Status, headers and times of the answer to a request made by hand. */
export function ResponseHead({ resend: { attempt } }: { resend: ResendDetail }) {
  if (attempt === null) return null;
  const { response, timings, result } = attempt;
  return (
    <>
      {response !== null && (
        <HeadersCard
          title="Headers of the answer"
          first={{ key: 'Status', value: String(response.status) }}
          headers={response.headers}
        />
      )}
      {result.outcome !== 'blocked' && <TimingsCard timings={timings} gaveUp={response === null} />}
    </>
  );
}
