/** Faults that can be put on a mock endpoint, and the settings that make them. Pure. */
import {
  Ban,
  CircleX,
  CopyCheck,
  DoorClosed,
  FileWarning,
  FileX,
  Gauge,
  Hourglass,
  Infinity as InfinityIcon,
  type LucideIcon,
  PlugZap,
  Repeat,
  Ruler,
  Scissors,
  ShieldAlert,
  Shuffle,
  Snail,
  Timer,
  Unlink,
  Unplug,
} from 'lucide-react';
import { formatDuration, formatSpan } from '#shared/kit/duration.ts';
import { capitalized } from '#shared/kit/format.ts';
import { mockCertificates } from '#shared/mocks/certificates.ts';
import { type MockFault, mockFaultNames, mockFaults } from '#shared/mocks/faults.ts';
import type { Mock, MockSettings } from '#shared/mocks/mock.ts';
import { outageAround } from '#shared/mocks/outage-times.ts';
import { isDown, isWindow, MockStep, type Outage } from '#shared/mocks/step.ts';

/** Some of the settings of a mock endpoint. */
export type SomeSettings = { readonly [Key in keyof MockSettings]?: MockSettings[Key] };

type Behavior = Pick<MockSettings, 'steps' | 'forward'>;

export interface Fault {
  readonly id: string;
  readonly icon: LucideIcon;
  /** Whether it ends by itself. */
  readonly isTimed: boolean;
  readonly label: (durationMs: number) => string;
  readonly about: string;
  readonly patch: (mock: Behavior, durationMs: number) => SomeSettings;
}

const outage = (fault: MockFault, durationMs: number, status = 503): SomeSettings => ({
  outage: { durationMs, status, fault },
});

/** On the shelf, in its order. */
export const shelfFaults: readonly Fault[] = [
  {
    id: 'outage',
    icon: CircleX,
    isTimed: true,
    label: (durationMs) => `503 for ${formatDuration(durationMs)}`,
    about: 'Returns 503 to every request',
    patch: (_, durationMs) => outage('none', durationMs),
  },
  {
    id: 'slow',
    icon: Timer,
    isTimed: false,
    label: () => 'Slow, 8 s',
    about: "Responds after 8 s, which is longer than the sender's timeout",
    patch: ({ steps }) => ({
      steps: steps.map(({ delayMaxMs: _, ...step }) => ({ ...step, delayMs: 8_000 })),
    }),
  },
  {
    id: 'reset',
    icon: Unplug,
    isTimed: true,
    label: () => 'Reset',
    about: mockFaults.reset_during_request.about,
    patch: (_, durationMs) => outage('reset_during_request', durationMs),
  },
  {
    id: 'expired',
    icon: ShieldAlert,
    isTimed: false,
    label: () => 'Expired certificate',
    about: 'HTTPS with a certificate that expired last night',
    patch: () => ({ tls: 'expired' }),
  },
  {
    id: 'rate_limit',
    icon: Gauge,
    isTimed: false,
    label: () => '429 over 10/s',
    about: 'Returns 429 with Retry-After above 10 requests per second',
    patch: () => ({ rateLimit: { perSecond: 10, retryAfterSeconds: 1 } }),
  },
  {
    id: 'flaky',
    icon: Shuffle,
    isTimed: false,
    label: () => '1 in 4 fails',
    about: 'Returns 503 to a random quarter of requests',
    patch: ({ steps: [first = MockStep.parse({})], forward }) => ({
      steps: [
        MockStep.parse({ status: 503, ...(forward === null ? {} : { forward: null }) }),
        { ...first, times: 3 },
      ],
      then: 'random',
    }),
  },
  {
    id: 'response_lost',
    icon: CopyCheck,
    isTimed: false,
    label: () => 'Accepts, response lost',
    about: 'Processes the request, then resets the connection without a response',
    patch: ({ steps }) => ({
      steps: steps.map((step) => ({ ...step, fault: 'reset_after_request' as const })),
    }),
  },
];

const icons: Readonly<Record<MockFault, LucideIcon>> = {
  none: CircleX,
  hang: Hourglass,
  close: DoorClosed,
  refuse_connection: Ban,
  reset_before_request: PlugZap,
  reset_during_request: Unplug,
  reset_after_request: Unlink,
  malformed_status_line: FileX,
  malformed_headers: FileWarning,
  truncated_body: Scissors,
  wrong_content_length: Ruler,
  slow_body: Snail,
  endless_body: InfinityIcon,
  redirect_loop: Repeat,
};

/** Beyond the shelf; each for a time. */
export const moreFaults: readonly Fault[] = mockFaultNames
  .filter((name) => name !== 'none' && name !== 'reset_during_request')
  .map((name) => ({
    id: name,
    icon: icons[name],
    isTimed: true,
    label: (durationMs) => `${mockFaults[name].title} for ${formatDuration(durationMs)}`,
    about: mockFaults[name].about,
    patch: (_, durationMs) => outage(name, durationMs, 200),
  }));

export const faultWith = (id: string): Fault | undefined =>
  [...shelfFaults, ...moreFaults].find((fault) => fault.id === id);

const hourMs = 3_600_000;

export const faultDurations: readonly number[] = [
  10 * 60_000,
  30 * 60_000,
  2 * hourMs,
  8 * hourMs,
  24 * hourMs,
];

export const defaultFaultMs = 2 * hourMs;

/** Settings that a fault replaced, to restore them when it ends. */
export interface ReplacedSettings {
  readonly faultId: string;
  /** As the fault set them; after another edit, there is nothing to restore. */
  readonly during: SomeSettings;
  readonly before: SomeSettings;
}

const keysOf = (patch: SomeSettings): (keyof SomeSettings)[] =>
  Object.keys(patch) as (keyof SomeSettings)[];

const pick = (settings: MockSettings, keys: readonly (keyof SomeSettings)[]): SomeSettings =>
  Object.fromEntries(keys.map((key) => [key, settings[key]]));

/** `mock` is from before the fault, `changed` from after it. */
export const replacedBy = (
  { id }: Fault,
  patch: SomeSettings,
  mock: MockSettings,
  changed: MockSettings,
): ReplacedSettings => ({
  faultId: id,
  during: pick(changed, keysOf(patch)),
  before: pick(mock, keysOf(patch)),
});

export interface ActiveFault {
  readonly label: string;
  /** On the virtual clock; null if it doesn't end by itself. */
  readonly span: { readonly from: number; readonly to: number } | null;
  /** Which chip is on. */
  readonly faultId: string | null;
  /** Settings without it. */
  readonly ended: SomeSettings;
}

function outageLabel({ fault, status }: Outage): string {
  return mockFaults[fault].sentence.replace('{status}', String(status));
}

function activeOutage({ outage: current }: Mock, now: number): ActiveFault | null {
  if (current === null || !isDown(current, now)) return null;
  const id = current.fault === 'none' ? 'outage' : current.fault;
  return {
    label: outageLabel(current),
    span: outageAround(current, now),
    faultId: id === 'reset_during_request' ? 'reset' : id,
    ended: { outage: isWindow(current) ? { ...current, startsAt: null } : null },
  };
}

/** The fault of a mock endpoint that is on now; null if there is none. A rate limit in its settings is none. */
export function activeFault(
  mock: Mock,
  replaced: ReplacedSettings | undefined,
  now: number,
): ActiveFault | null {
  const current = activeOutage(mock, now);
  if (current !== null) return current;
  const { tls } = mock;
  if (replaced !== undefined && faultWith(replaced.faultId)?.isTimed === false) {
    const isUnchanged =
      JSON.stringify(pick(mock, keysOf(replaced.during))) === JSON.stringify(replaced.during);
    const fault = faultWith(replaced.faultId);
    if (isUnchanged && fault !== undefined)
      return {
        label: fault.label(0).toLowerCase(),
        span: null,
        faultId: fault.id,
        ended: replaced.before,
      };
  }
  if (tls !== 'none' && tls !== 'good')
    return {
      label: mockCertificates[tls].summary,
      span: null,
      faultId: tls === 'expired' ? 'expired' : null,
      ended: { tls: 'good' },
    };
  return null;
}

/** `1 h 19 min left` */
export const leftText = ({ span }: ActiveFault, now: number): string =>
  span === null ? 'Until you end it' : `${formatSpan(Math.max(0, span.to - now))} left`;

export const faultTitle = ({ label }: ActiveFault): string => `Fault: ${label}`;

export const aboutFault = (fault: Fault, durationMs: number): string =>
  fault.isTimed ? `${fault.about}, for ${formatDuration(durationMs)}` : capitalized(fault.about);
