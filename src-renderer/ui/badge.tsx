import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { type Tone, toneSurface } from './tone.ts';

interface BadgeProps {
  tone?: Tone | undefined;
  /** `pill` for states and counts, `tag` for bytes such as a filter or a content type. */
  look?: 'pill' | 'tag' | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

/** A word on a tinted background. The meaning never depends on the color alone. */
export function Badge({ tone = 'neutral', look = 'pill', icon, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 flex-none items-center gap-1.5 whitespace-nowrap',
        toneSurface[tone],
        look === 'pill' ? 'rounded-full px-2 text-small font-medium' : 'bytes rounded-chip px-1.5',
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** An outcome without an HTTP status. */
export type NoStatus =
  | 'tls'
  | 'certificate'
  | 'timeout'
  | 'no_server'
  | 'reset'
  | 'malformed'
  | 'network'
  | 'dns'
  | 'loop'
  | 'workspace';

interface StatusCodeProps {
  /** Null or undefined without a response: a dash keeps columns stable. */
  code: number | NoStatus | null | undefined;
}

const withoutStatus: Record<NoStatus, { short: string; spoken: string }> = {
  tls: { short: 'TLS', spoken: 'TLS handshake failed' },
  certificate: { short: 'TLS', spoken: 'Blocked: certificate not trusted' },
  timeout: { short: 'timeout', spoken: 'No response in time' },
  no_server: { short: 'no server', spoken: 'Connection refused' },
  reset: { short: 'reset', spoken: 'Connection reset' },
  malformed: { short: 'malformed', spoken: 'Invalid HTTP response' },
  network: { short: 'network', spoken: 'Network error' },
  dns: { short: 'DNS', spoken: 'Host not found' },
  loop: { short: 'loop', spoken: "Blocked: Hookwright's own endpoint" },
  workspace: { short: 'untrusted', spoken: 'Blocked: workspace not trusted' },
};

/** As short as a status. */
export const shortStatus = (code: number | NoStatus): string =>
  typeof code === 'number' ? String(code) : withoutStatus[code].short;

const blocked: readonly (number | NoStatus)[] = ['certificate', 'loop', 'workspace'];

function colors(code: number | NoStatus): string {
  if (blocked.includes(code)) return toneSurface.ref;
  if (typeof code !== 'number' || code >= 500) return toneSurface.bad;
  return code >= 200 && code < 300 ? toneSurface.ok : toneSurface.warn;
}

/** An HTTP status: green for 2xx, amber for 3xx and 4xx; without one, red, or purple if nothing was sent. */
export function StatusCode({ code }: StatusCodeProps) {
  if (code === null || code === undefined) {
    return (
      <span className="text-fg-3">
        <span aria-hidden="true">–</span>
        <span className="sr-only">no status</span>
      </span>
    );
  }
  const noStatus = typeof code === 'number' ? undefined : withoutStatus[code];
  return (
    <span
      title={noStatus?.spoken}
      className={cx(
        'inline-flex rounded-chip px-1.25 py-px text-label font-[550] whitespace-nowrap',
        !noStatus && 'bytes',
        colors(code),
      )}
    >
      {noStatus ? (
        <>
          <span aria-hidden="true">{shortStatus(code)}</span>
          <span className="sr-only">{noStatus.spoken}</span>
        </>
      ) : (
        code
      )}
    </span>
  );
}

export type MarkedType =
  | 'track'
  | 'identify'
  | 'page'
  | 'screen'
  | 'group'
  | 'alias'
  | 'delete'
  | 'payload';

interface TypeMarkProps {
  type: MarkedType;
}

/** An event type, without a color: color means state. */
export function TypeMark({ type }: TypeMarkProps) {
  return <span className="bytes text-label font-medium text-fg-2">{type}</span>;
}
