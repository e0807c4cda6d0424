import type { ReactNode } from 'react';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { type KeyValue, KeyValueList } from '#renderer/ui/key-value-list.tsx';
import type { CertificateDetails } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { formatDateTime } from '#shared/kit/format.ts';

interface HeadersCardProps {
  readonly title: string;
  /** First row: method and URL, or the status. */
  readonly first?: KeyValue;
  readonly headers: HeaderLines;
  /** Why some headers are missing. */
  readonly cutOff?: string | undefined;
}

export function HeadersCard({ title, first, headers, cutOff }: HeadersCardProps) {
  const items = headers.map(([key, value]) => ({ key, value }));
  const text = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Card
      title={title}
      meta={headers.length}
      padded={false}
      actions={headers.length > 0 && <CopyButton value={text} label="Copy all headers" />}
    >
      <KeyValueList
        label={title}
        keyWidth={126}
        items={first === undefined ? items : [first, ...items]}
      />
      {cutOff !== undefined && (
        <p className="border-t border-line px-3 py-2 text-small text-fg-2">{cutOff}</p>
      )}
    </Card>
  );
}

interface CertificatesCardProps {
  /** The server's own first. */
  readonly certificates: readonly CertificateDetails[];
}

/** The certificates of a server that failed verification. */
export function CertificatesCard({ certificates }: CertificatesCardProps) {
  return (
    <Card
      title="Certificate"
      meta={certificates.length > 1 ? `chain of ${certificates.length}` : 'without a chain'}
      padded={false}
    >
      {certificates.map(({ subject, issuer, validFrom, validTo, names, fingerprint }, index) => (
        <div key={fingerprint} className={index > 0 ? 'border-t border-line' : undefined}>
          <KeyValueList
            label={index === 0 ? "Server's certificate" : `Issuer ${index}`}
            keyWidth={104}
            items={[
              { key: 'Subject', value: subject },
              { key: 'Issuer', value: subject === issuer ? `${issuer} (self-signed)` : issuer },
              { key: 'Valid from', value: formatDateTime(validFrom) },
              { key: 'Valid to', value: formatDateTime(validTo) },
              ...(names === '' ? [] : [{ key: 'Hosts', value: names }]),
              { key: 'SHA-256', value: fingerprint },
            ]}
          />
        </div>
      ))}
    </Card>
  );
}

interface ColumnsProps {
  readonly start: ReactNode;
  readonly end: ReactNode;
  /** Both columns have equal width, for comparison. */
  readonly even?: boolean;
}

/** Two columns of cards, or one in a narrow pane. */
export function Columns({ start, end, even = false }: ColumnsProps) {
  return (
    <div className="@container">
      <div
        className={cx(
          'grid items-start gap-3',
          even ? '@xl:grid-cols-2' : '@xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]',
        )}
      >
        <div className="grid min-w-0 gap-3">{start}</div>
        <div className="grid min-w-0 gap-3">{end}</div>
      </div>
    </div>
  );
}
