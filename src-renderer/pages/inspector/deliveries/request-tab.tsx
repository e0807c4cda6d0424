import { textBytes } from '#renderer/components/body-bytes.ts';
import { BodyCard } from '#renderer/components/body-card.tsx';
import { Columns } from '#renderer/components/columns.tsx';
import { HeadersCard } from '#renderer/components/headers-card.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import { SignatureCard } from './signature-card.tsx';

interface RequestTabProps {
  readonly delivery: DeliveryDetail;
  readonly attempt: Attempt | null;
}

/** What was sent, byte for byte; before the first attempt, what will be. */
export function RequestTab({ delivery, attempt }: RequestTabProps) {
  const { bodyText, bodyBytes } = delivery;
  if (bodyText === null) {
    return (
      <Card title="Request" meta="none">
        No request was made. The overview above says why.
      </Card>
    );
  }
  return (
    <Columns
      start={
        <BodyCard title="Body" body={textBytes(bodyText, bodyBytes)} empty="The body is empty." />
      }
      end={
        <>
          <RequestHeaders delivery={delivery} attempt={attempt} />
          <SignatureCard delivery={delivery} attempt={attempt} />
        </>
      }
    />
  );
}

function RequestHeaders({ delivery, attempt }: RequestTabProps) {
  const request = attempt?.request ?? delivery.nextRequest;
  if (request === null) {
    return (
      <Card title="Headers" meta="not sent yet">
        They are those of the destination at the moment of the attempt.
      </Card>
    );
  }
  const { method, url, headers } = request;
  return (
    <HeadersCard
      title={headersTitle(attempt)}
      first={{ key: method, value: url }}
      headers={headers}
    />
  );
}

function headersTitle(attempt: Attempt | null): string {
  if (attempt === null) return 'Headers, not sent yet';
  return attempt.result.outcome === 'blocked' ? 'Headers, not sent' : 'Headers';
}
