/** Groups of deliveries by cause, in words. Pure. */
import {
  type Cause,
  type CauseKey,
  type CountsByCause,
  causeOf,
  causeStates,
} from '#shared/deliveries/cause.ts';
import type {
  AttemptCode,
  DeliveryState,
  DeliverySummary,
  ResultParams,
} from '#shared/deliveries/delivery.ts';
import { resultFix } from '#shared/deliveries/text.ts';
import { allOf, anyOf, type Filter, inState, numberIs, textIs } from '#shared/filter/filter.ts';
import { formatDuration, formatLatency, formatSpan } from '#shared/kit/duration.ts';
import { counted, formatDay, formatMoment } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Latency } from '#shared/statistics/statistics.ts';
import type { Show } from '../deliveries-route.ts';

export interface DeliveryGroup {
  /** Stays the same while its deliveries change. */
  readonly key: string;
  readonly state: DeliveryState;
  readonly title: string;
  /** What the title is about, at its start; empty if it is about no URL. */
  readonly name: string;
  /** Empty if the title says everything. */
  readonly detail: string;
  readonly count: number;
  /** One per destination; empty if its deliveries have none. */
  readonly causes: readonly CauseKey[];
  /** Of the deliveries in it. */
  readonly filter: Filter;
  /** As a user would write it. */
  readonly namedFilter: Filter;
}

/** What is known besides the counts. */
export interface GroupFacts {
  readonly now: number;
  /** Whether the destination has no other URL. */
  readonly hasOneUrl: (cause: Cause) => boolean;
  readonly nameOf: (url: string) => string;
  /** Whether a mock endpoint has the URL. */
  readonly isMock: (url: string) => boolean;
  /** When the outage of the mock endpoint at the URL ends; null if there is none. */
  readonly outageEndOf: (url: string) => number | null;
  /** Whether delivered means that every URL accepted. */
  readonly isEveryUrl: boolean;
  /** Of accepted attempts; null if unknown. */
  readonly latency: Latency;
}

type Verb = (params: ResultParams, status: number | null) => string;

const returns: Verb = (_, status) => `returns ${status ?? 'no status'}`;

/** What a URL does, after its name. */
const verbs: Readonly<Record<AttemptCode, Verb>> = {
  redirect: returns,
  client_error: returns,
  server_error: returns,
  unexpected_status: returns,
  timeout: ({ limitMs }) =>
    limitMs === undefined
      ? "doesn't respond in time"
      : `doesn't respond within ${formatDuration(limitMs)}`,
  connection_refused: () => 'refuses connections',
  connection_reset: () => 'closes the connection',
  host_not_found: () => "isn't a known host",
  client_certificate_required: () => 'asks for a client certificate',
  not_https: () => "doesn't use HTTPS on this port",
  https_expected: () => 'expects HTTPS on this port',
  tls_failed: () => 'fails the TLS handshake',
  malformed_response: () => 'returns invalid HTTP',
  ambiguous_length: () => 'returns an ambiguous length',
  headers_too_large: () => 'returns too large headers',
  network_error: () => "can't be reached",
  self_signed: () => 'has a self-signed certificate',
  expired: () => 'has an expired certificate',
  not_yet_valid: () => "has a certificate that isn't valid yet",
  wrong_host: () => 'has a certificate for another host',
  unknown_issuer: () => 'has a certificate from an unknown issuer',
  untrusted: () => "has a certificate that isn't trusted",
  own_endpoint: () => "is Hookwright's own ingestion endpoint",
  untrusted_workspace: () => 'needs a trusted workspace',
};

/** `legacy-erp returns 503`. */
export function causeTitle({ code, status, latest }: Cause, name: string): string {
  if (code !== null) return `${name} ${verbs[code](latest.result?.params ?? {}, status)}`;
  return latest.attempts === 0
    ? `${name} got no attempt in time`
    : `${name} accepted, others failed`;
}

const sentences = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' ');

/** What follows from a cause. */
export function causeDetail(
  { state, status, latest }: Cause,
  {
    now,
    isMock,
    outageEnd,
  }: { readonly now: number; readonly isMock: boolean; readonly outageEnd: number | null },
): string {
  const { result, attempts, firstAttemptAt, updatedAt, windowEndsAt } = latest;
  const ofServer = result === null ? null : resultFix(result);
  const fix = isMock && state !== 'blocked' ? 'The mock endpoint is set to do so.' : ofServer;
  switch (state) {
    case 'waiting':
      return sentences(
        windowEndsAt === null ? 'Retried.' : `Retried until ${formatMoment(windowEndsAt, now)}.`,
        outageEnd === null ? fix : `The outage ends at ${formatMoment(outageEnd, now)}.`,
      );
    case 'refused':
      return sentences('Not retried.', status === 429 ? 'It limits the rate of requests.' : fix);
    case 'gave_up': {
      const tries = counted(attempts, 'attempt');
      return firstAttemptAt === null || attempts < 2
        ? `Gave up after ${tries}.`
        : `Gave up after ${formatSpan(updatedAt - firstAttemptAt)} and ${tries}.`;
    }
    case 'blocked': {
      const [certificate] = result?.params.certificates ?? [];
      const expired = result?.code === 'expired' && certificate !== undefined;
      return sentences(
        'No request was sent.',
        expired ? `It expired on ${formatDay(certificate.validTo)}.` : fix,
      );
    }
  }
}

const withoutCode: Filter = allOf(
  (['failed', 'refused', 'blocked'] as const).map((value) => ({
    kind: 'not',
    part: { kind: 'choice', field: 'outcome', value },
  })),
);

/** `destinations` are their names or their IDs. */
export const causeFilter = (
  { state, code, status }: Pick<Cause, 'state' | 'code' | 'status'>,
  destinations: readonly string[],
): Filter =>
  allOf([
    inState(state),
    anyOf(destinations.map((destination) => textIs('destination', destination))),
    code === null ? withoutCode : { kind: 'choice', field: 'code', value: code },
    status === null ? null : numberIs('status', '=', status),
  ]);

/** Counts are per destination. Only the newest delivery says which of several URLs failed, so then there is none. */
const urlOf = (cause: Cause, { hasOneUrl }: Pick<GroupFacts, 'hasOneUrl'>): string | null =>
  hasOneUrl(cause) ? cause.latest.url : null;

/** What fails at one URL stands once, whichever destinations send to it alone. */
const causeKey = (cause: Cause, facts: GroupFacts): string =>
  `${urlOf(cause, facts) ?? cause.destinationId} ${cause.state} ${cause.code} ${cause.status}`;

function causeGroup(key: string, causes: readonly Cause[], facts: GroupFacts): DeliveryGroup {
  const [latest, ...others] = causes.toSorted((a, b) => b.latest.id - a.latest.id);
  if (latest === undefined) throw new Error('a group without a cause');
  const url = urlOf(latest, facts);
  const name = url === null ? visibleLine(latest.destinationName) : facts.nameOf(url);
  return {
    ...{ key, causes, state: latest.state, name },
    title: causeTitle(latest, name),
    detail: causeDetail(latest, {
      now: facts.now,
      isMock: url !== null && facts.isMock(url),
      outageEnd: url === null ? null : facts.outageEndOf(url),
    }),
    count: others.reduce((sum, { deliveries }) => sum + deliveries, latest.deliveries),
    filter: causeFilter(
      latest,
      causes.map(({ destinationId }) => destinationId),
    ),
    namedFilter: causeFilter(latest, [
      ...new Set(causes.map(({ destinationName }) => destinationName)),
    ]),
  };
}

function latencyText(latency: Latency): string {
  if (latency === null) return '';
  return `Median ${formatLatency(latency.p50)}, 99 % within ${formatLatency(latency.p99)}.`;
}

/** Deliveries without a cause, by state. */
function stateGroups(
  { states, causes }: CountsByCause,
  { isEveryUrl, latency }: GroupFacts,
): readonly DeliveryGroup[] {
  const waitingFirst = causes
    .filter(({ state }) => state === 'waiting')
    .reduce((count, { deliveries }) => count - deliveries, states.waiting);
  const group = (
    state: DeliveryState,
    title: string,
    detail: string,
    count = states[state],
    filter = inState(state),
  ): DeliveryGroup => ({
    ...{ key: state, state, title, name: '', detail, count, filter, causes: [] },
    namedFilter: filter,
  });
  return [
    group(
      'waiting',
      'Waiting for an attempt',
      '',
      waitingFirst,
      allOf([inState('waiting'), withoutCode]),
    ),
    group('paused', 'Paused', 'The destination is off or has no URL.'),
    group('cancelled', 'Cancelled', 'No more attempts follow.'),
    group('not_sent', 'Not sent', 'Filtered or excluded.'),
    group('delivered', isEveryUrl ? 'Accepted by every URL' : 'Delivered', latencyText(latency)),
  ].filter(({ count }) => count > 0);
}

const causeOrder: readonly DeliveryState[] = causeStates;

/** Whether a delivery failed, or was refused. */
export const hasFailures = ({ causes }: CountsByCause): boolean => causes.length > 0;

/** What fails, by count; then what waits, and the others. */
export function groupsOf(
  counts: CountsByCause,
  show: Show,
  facts: GroupFacts,
): readonly DeliveryGroup[] {
  const shown = counts.causes.filter(
    ({ state }) => show === 'all' || (show === 'refused') === (state === 'refused'),
  );
  const causes = [...Map.groupBy(shown, (cause) => causeKey(cause, facts))]
    .map(([key, those]) => causeGroup(key, those, facts))
    .toSorted(
      (a, b) => b.count - a.count || causeOrder.indexOf(a.state) - causeOrder.indexOf(b.state),
    );
  return show === 'all' ? [...causes, ...stateGroups(counts, facts)] : causes;
}

/** The group of a delivery; undefined if it isn't among those shown. */
export function groupOf(
  groups: readonly DeliveryGroup[],
  delivery: Pick<DeliverySummary, 'destinationId' | 'state' | 'lastCode' | 'lastStatus'>,
): DeliveryGroup | undefined {
  const cause = causeOf(delivery);
  return groups.find(({ key, causes }) =>
    cause === null
      ? key === delivery.state
      : causes.some(
          ({ destinationId, state, code, status }) =>
            destinationId === cause.destinationId &&
            state === cause.state &&
            code === cause.code &&
            status === cause.status,
        ),
  );
}

/** What each chip counts. */
export function chipCounts({ states, causes }: CountsByCause) {
  const failing = causes
    .filter(({ state }) => state !== 'refused')
    .reduce((sum, { deliveries }) => sum + deliveries, 0);
  const all = Object.values(states).reduce((sum, count) => sum + count, 0);
  return { all, failing, refused: states.refused };
}

/** Keeps groups in the places where they were, so that nothing jumps while counts change. Newcomers follow the group before them. */
export function inPlace(
  groups: readonly DeliveryGroup[],
  before: readonly string[],
): readonly DeliveryGroup[] {
  const known = groups
    .filter(({ key }) => before.includes(key))
    .toSorted((a, b) => before.indexOf(a.key) - before.indexOf(b.key));
  const placed = [...known];
  groups.forEach((group, index) => {
    if (before.includes(group.key)) return;
    const previous = groups[index - 1];
    const at = previous === undefined ? 0 : placed.findIndex(({ key }) => key === previous.key) + 1;
    placed.splice(at, 0, group);
  });
  return placed;
}
