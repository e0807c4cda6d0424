import { cx } from './cx.ts';

/** What an attempt came to where there was no HTTP status. */
export type NoStatus = 'tls' | 'timeout' | 'connection' | 'dns' | 'loop';

export interface StatusCodeProps {
  /** Null or left out while there has been no answer: a dash is drawn, so that columns stay put. */
  code: number | NoStatus | null | undefined;
}

const withoutStatus: Record<NoStatus, { short: string; spoken: string }> = {
  tls: { short: 'TLS', spoken: 'Refused: the certificate is not trusted' },
  timeout: { short: 't/o', spoken: 'No answer in time' },
  connection: { short: 'conn', spoken: 'The connection failed' },
  dns: { short: 'DNS', spoken: 'The host name was not found' },
  loop: { short: 'loop', spoken: "Blocked: points to Hookwright's own ingestion endpoint" },
};

function colours(code: number | NoStatus): string {
  if (typeof code !== 'number' || code >= 500) return 'bg-bad-bg text-bad';
  return code >= 200 && code < 300 ? 'bg-ok-bg text-ok' : 'bg-warn-bg text-warn';
}

/** An HTTP status: green for 2xx, amber for what counts as delivered but perhaps is not meant. */
export function StatusCode({ code }: StatusCodeProps) {
  if (code === null || code === undefined) {
    return (
      <span className="text-fg-3">
        <span aria-hidden="true">–</span>
        <span className="sr-only">no status</span>
      </span>
    );
  }
  const named = typeof code === 'number' ? undefined : withoutStatus[code];
  return (
    <span
      title={named?.spoken}
      className={cx(
        'bytes inline-flex rounded-chip px-[5px] py-px text-label font-[550]',
        colours(code),
      )}
    >
      {named ? (
        <>
          <span aria-hidden="true">{named.short}</span>
          <span className="sr-only">{named.spoken}</span>
        </>
      ) : (
        code
      )}
    </span>
  );
}
