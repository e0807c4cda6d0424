import { Card } from '#renderer/ui/card.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { formatDateTime } from '#shared/lib/format.ts';
import type { CertificateDetails } from '#shared/schemas/delivery.ts';

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
