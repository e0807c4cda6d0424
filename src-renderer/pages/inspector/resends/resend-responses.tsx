import { cutOffText } from '#renderer/components/body-bytes.ts';
import { BodyCard } from '#renderer/components/body-card.tsx';
import { Columns } from '#renderer/components/columns.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { AttemptResponse } from '#shared/schemas/delivery.ts';

interface ResendResponsesProps {
  readonly original: AttemptResponse | null;
  readonly byHand: AttemptResponse | null;
}

/** What the receiver wrote in its two answers. */
export function ResendResponses({ original, byHand }: ResendResponsesProps) {
  return (
    <Columns
      even
      start={<Answer title="Answer to the delivery" response={original} />}
      end={<Answer title="Answer by hand" response={byHand} />}
    />
  );
}

function Answer({ title, response }: { title: string; response: AttemptResponse | null }) {
  if (response === null)
    return (
      <Card title={title} meta="none">
        <p className="text-fg-2">No answer is known.</p>
      </Card>
    );
  return (
    <BodyCard
      title={title}
      body={response.body}
      cutOff={cutOffText(response.body)}
      empty={`It answered ${response.status}, without a body.`}
    />
  );
}
