import { Card } from '#renderer/ui/card.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { attemptText, caseTitle, requestText } from '#shared/report/sender-labels.ts';
import type { SenderMessage } from '#shared/schemas/sender-certification.ts';

/** What the receiver returned to each attempt, with the requests. */
export function SenderMessages({ messages }: { messages: readonly SenderMessage[] }) {
  return (
    <Card title="Received messages" meta={`${messages.length}`} padded={false}>
      <ul>
        {messages.map((message) => (
          <li key={message.number} className="border-b border-line/60 px-3 py-1 last:border-b-0">
            <Disclosure
              className="w-full rounded-chip"
              title={
                <span className="grid grid-cols-[1.5rem_10rem_minmax(0,1fr)] gap-2">
                  <span className="text-right text-fg-2 tabular-nums">{message.number}</span>
                  <span>{caseTitle(message)}</span>
                  <span className="text-fg-2 tabular-nums">
                    {message.attempts.map((attempt) => attemptText(message, attempt)).join(', ')}
                  </span>
                </span>
              }
            >
              <Requests message={message} />
            </Disclosure>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Requests({ message }: { message: SenderMessage }) {
  return (
    <ol className="grid gap-2 py-1 pl-5">
      {message.attempts.map((attempt, index) => (
        <li key={`${attempt.atMs} ${attempt.bodyBytes}`} className="grid gap-1">
          <p className="text-small text-fg-2">
            Attempt {index + 1}: {attemptText(message, attempt)}
          </p>
          <pre className="bytes rounded-control bg-bg-2 px-2.5 py-1.5 [overflow-wrap:anywhere] whitespace-pre-wrap">
            {requestText(attempt) ?? 'Not kept'}
          </pre>
        </li>
      ))}
    </ol>
  );
}
