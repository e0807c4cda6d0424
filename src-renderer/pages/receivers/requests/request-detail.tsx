import { BodyCard } from '#renderer/components/body-card.tsx';
import { byteText } from '#renderer/components/byte-text.ts';
import { Columns } from '#renderer/components/columns.tsx';
import { detailMark } from '#renderer/components/focus-detail.ts';
import { HeadersCard } from '#renderer/components/headers-card.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { type KeyValue, KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { exactTime } from '#renderer/ui/relative-time.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';
import type { ReceiverConnection, ReceiverEntryDetail } from '#shared/schemas/receiver-request.ts';
import { answerSentence, answerTone, kindTitles } from './entry-labels.ts';
import { ResponseMark } from './response-mark.tsx';
import { SignatureVerdicts } from './signature-verdicts.tsx';

interface RequestDetailProps {
  readonly entry: ReceiverEntryDetail;
  readonly receiver: Receiver;
}

/** One entry of the log: what came, what it was worth, what was answered, over which connection. */
export function RequestDetail({ entry, receiver }: RequestDetailProps) {
  const { kind, method, path, status, fault, receivedAt, answer, connection } = entry;
  const tone = answerTone(entry);
  const title = method === null ? kindTitles[kind] : `${method} ${path}`;
  return (
    <article {...detailMark} aria-label={title} className="h-full overflow-y-auto">
      <header className="border-b border-line bg-bg-1 px-4 pt-3 pb-2.5">
        <h2 className="flex min-w-0 items-center gap-2 font-semibold">
          <span className={method === null ? 'truncate' : 'bytes truncate'} title={title}>
            {title}
          </span>
          <ResponseMark status={status} fault={fault} />
        </h2>
        <div className="mt-0.5 flex flex-wrap gap-x-2 text-small text-fg-2">
          <span>received {exactTime(receivedAt)}</span>
          <span>
            from {connection.remoteAddress}:{connection.remotePort}
          </span>
        </div>
      </header>
      <div className="grid gap-3 p-4">
        <Banner tone={tone === 'ok' || tone === 'warn' ? tone : 'bad'}>
          {answerSentence(entry)}
        </Banner>
        {method === null ? (
          <ConnectionCard connection={connection} />
        ) : (
          <Columns
            start={
              <>
                <SignatureVerdicts signature={entry.signature} hasSecret={receiver.secret !== ''} />
                <BodyCard title="Body" body={entry.body} empty="The request had no body." />
              </>
            }
            end={
              <>
                <HeadersCard
                  title="Received"
                  first={{ key: method, value: path ?? '' }}
                  headers={entry.headers}
                />
                {answer !== null && (
                  <HeadersCard
                    title="Answered"
                    first={{ key: 'Status', value: String(answer.status) }}
                    headers={answer.headers}
                  />
                )}
                {answer !== null && answer.body.byteLength > 0 && (
                  <BodyCard title="Answer’s body" body={answer.body} empty="" />
                )}
                <ConnectionCard connection={connection} />
              </>
            }
          />
        )}
      </div>
    </article>
  );
}

function connectionFacts(connection: ReceiverConnection): readonly KeyValue[] {
  const { remoteAddress, remotePort, requestNumber, tls, httpBytes, error } = connection;
  return [
    { key: 'From', value: `${remoteAddress}:${remotePort}` },
    ...(requestNumber > 0
      ? [{ key: 'Request', value: `number ${requestNumber} of this connection` }]
      : []),
    ...(tls === null
      ? []
      : [
          { key: 'TLS', value: `${tls.version}, ${tls.cipher}` },
          { key: 'Server name', value: tls.serverName ?? 'none was asked for' },
        ]),
    {
      key: 'HTTP bytes',
      value: httpBytes === 0 ? 'none arrived' : byteText(httpBytes),
    },
    ...(error === null ? [] : [{ key: 'Error', value: error }]),
  ];
}

function ConnectionCard({ connection }: { connection: ReceiverConnection }) {
  return (
    <Card title="Connection" meta={connection.tls === null ? 'TCP' : 'TLS'} padded={false}>
      <KeyValueList label="Connection" keyWidth={104} items={connectionFacts(connection)} />
    </Card>
  );
}
