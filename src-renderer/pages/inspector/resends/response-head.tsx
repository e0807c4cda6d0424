import { HeadersCard } from '#renderer/components/headers-card.tsx';
import type { ResendDetail } from '#shared/schemas/resend.ts';
import { TimingsCard } from '../deliveries/timings-card.tsx';

/** Status, headers and times of the answer to a request made by hand. */
export function ResponseHead({ resend: { result } }: { resend: ResendDetail }) {
  if (result === null) return null;
  const { response, timings, verdict } = result;
  return (
    <>
      {response !== null && (
        <HeadersCard
          title="Headers of the answer"
          first={{ key: 'Status', value: String(response.status) }}
          headers={response.headers}
        />
      )}
      {verdict.kind !== 'refused' && <TimingsCard timings={timings} gaveUp={response === null} />}
    </>
  );
}
