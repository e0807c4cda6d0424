/** The nodes and lines of the board. Pure. */
import type { MarkedState } from '#renderer/ui/state-mark.tsx';
import { type Destination, webhooksOf } from '#shared/connections/destination.ts';
import type { Source, SourceUsage } from '#shared/connections/source.ts';
import type { AttemptOutcome } from '#shared/deliveries/delivery.ts';
import { webhookName } from '#shared/deliveries/text.ts';
import { counted, formatCount, formatRate } from '#shared/kit/format.ts';
import { destinationProblemText, mockProblemText } from '#shared/kit/problem.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import type { Statistics, WebhookStatistics } from '#shared/statistics/statistics.ts';
import type { Selection } from '../connections-route.ts';
import { behaviorLine } from '../mocks/editor/behavior-labels.ts';
import { type EndpointNow, endpointNow, outcomeNow, worstOutcome } from './endpoint-now.ts';
import type { Column, PlacedLine, PlacedNode } from './layout.ts';

export interface BoardNode extends PlacedNode {
  readonly name: string;
  readonly state: MarkedState | null;
  readonly text: string;
  /** Off, or without anything to do. */
  readonly isOff: boolean;
  /** Of an endpoint: whether an enabled destination sends there. */
  readonly isInUse: boolean;
  readonly isFailing: boolean;
  readonly isMock: boolean;
  readonly perMinute: number;
  readonly selection: Selection;
  /** Of an endpoint. */
  readonly url: string | null;
  /** Its state in one or two words; null if there is none. */
  readonly word: string | null;
  /** Deliveries that wait to be sent there. */
  readonly waiting: number;
}

export interface BoardLine extends PlacedLine {
  /** Null: no requests. */
  readonly outcome: AttemptOutcome | null;
  /** Its node is off. */
  readonly isOff: boolean;
  readonly perMinute: number;
  /** Whether requests were sent within the last minute. */
  readonly isMoving: boolean;
  /** Why it fails now, and since when. */
  readonly label: string | null;
  /** Whether an event filter of the destination applies. */
  readonly hasFilter: boolean;
}

export interface Board {
  readonly nodes: readonly BoardNode[];
  readonly lines: readonly BoardLine[];
  /** Those in use. */
  readonly endpoints: readonly (EndpointNow & { readonly key: string })[];
}

export interface BoardData {
  readonly sources: readonly Source[];
  readonly destinations: readonly Destination[];
  readonly mocks: readonly Mock[];
  readonly statistics: Statistics | null;
  /** By source ID. */
  readonly usages: ReadonlyMap<string, SourceUsage>;
  /** When each source's latest message arrived. */
  readonly lastMessageAt: ReadonlyMap<string, number>;
  readonly now: number;
}

export const sourceKey = (id: string): string => `source ${id}`;
export const destinationKey = (id: string): string => `destination ${id}`;
export const endpointKey = (url: string | null, mockId?: string): string =>
  url === null ? `endpoint ${mockId}` : `endpoint ${url}`;

const hourMs = 3_600_000;
const movingMs = 60_000;

/** Accepted messages per minute over the last hour. */
export function messagesPerMinute({ hours }: SourceUsage, now: number): number {
  const hourAt = now - (now % hourMs);
  const accepted = (at: number): number => hours.find((hour) => hour.hourAt === at)?.accepted ?? 0;
  const share = 1 - (now - hourAt) / hourMs;
  return (accepted(hourAt) + accepted(hourAt - hourMs) * share) / 60;
}

function sourceText({ enabled }: Source, usage: SourceUsage | undefined, now: number): string {
  if (!enabled) return 'Off, responds with 403';
  if (usage === undefined) return '';
  const perMinute = messagesPerMinute(usage, now);
  if (perMinute >= 0.95) return `${formatRate(Math.round(perMinute))} per min`;
  const lastHour = Math.round(perMinute * 60);
  if (lastHour > 0) return `${formatCount(lastHour)} in the last hour`;
  return usage.total === 0 ? 'No events yet' : `${counted(usage.total, 'earlier event')}`;
}

function sourceNode(source: Source, data: BoardData): BoardNode {
  const usage = data.usages.get(source.id);
  return {
    key: sourceKey(source.id),
    column: 0,
    name: source.name,
    state: source.enabled ? null : 'paused',
    text: sourceText(source, usage, data.now),
    isOff: !source.enabled,
    isInUse: source.enabled,
    isFailing: false,
    isMock: false,
    perMinute: usage === undefined ? 0 : messagesPerMinute(usage, data.now),
    selection: { kind: 'source', id: source.id },
    url: null,
    word: source.enabled ? null : 'off',
    waiting: 0,
  };
}

const states: Record<AttemptOutcome, MarkedState> = {
  accepted: 'delivered',
  refused: 'refused',
  failed: 'gave_up',
  blocked: 'blocked',
};

const words: Record<AttemptOutcome, string> = {
  accepted: 'accepts',
  refused: 'refuses',
  failed: 'down',
  blocked: 'blocked',
};

const wordOf = (outcome: AttemptOutcome | null, label: string | null): string | null => {
  const status = /^\d{3}/.exec(label ?? '')?.[0];
  if (outcome === 'failed' && status !== undefined) return `returns ${status}`;
  return outcome === null ? null : words[outcome];
};

const stateOf = (outcome: AttemptOutcome | null): MarkedState =>
  outcome === null ? 'planned' : states[outcome];

const urlCount = (destination: Destination): string =>
  counted(webhooksOf(destination).length, 'URL');

function urlsText(destination: Destination): string {
  const count = webhooksOf(destination).length;
  const accepting =
    count < 2 ? '' : destination.fanOut === 'each' ? ', each must accept' : ', any may accept';
  const payloads = takesPayloads(destination) ? `${profileOf(destination).name}, ` : '';
  return `${payloads}${urlCount(destination)}${accepting}`;
}

/** What the statistics say of each destination, by ID: a board may have hundreds. */
interface Figures {
  readonly webhooks: ReadonlyMap<string, readonly WebhookStatistics[]>;
  /** Deliveries that wait for an attempt. */
  readonly waiting: ReadonlyMap<string, number>;
}

const figuresOf = (statistics: Statistics | null): Figures => ({
  webhooks: Map.groupBy(statistics?.webhooks ?? [], ({ destinationId }) => destinationId),
  waiting: new Map(
    statistics?.waiting.destinations.map((waiting) => [waiting.destinationId, waiting.deliveries]),
  ),
});

const waitingFor = (destinations: readonly Destination[], { waiting }: Figures): number =>
  destinations.reduce((sum, { id }) => sum + (waiting.get(id) ?? 0), 0);

function destinationNode(
  destination: Destination,
  outcomes: readonly (AttemptOutcome | null)[],
  figures: Figures,
): BoardNode {
  const { id, name, enabled, problem } = destination;
  const waiting = waitingFor([destination], figures);
  const webhooks = figures.webhooks.get(id) ?? [];
  const outcome = worstOutcome(outcomes);
  const isWaiting = waiting > 0 && outcome === 'failed';
  const text =
    problem === null
      ? isWaiting
        ? `${formatCount(waiting)} waiting, ${urlCount(destination)}`
        : urlsText(destination)
      : destinationProblemText(problem);
  return {
    key: destinationKey(id),
    column: 1,
    name,
    state: !enabled || problem !== null ? 'paused' : isWaiting ? 'waiting' : stateOf(outcome),
    text: enabled ? text : 'Off',
    isOff: !enabled,
    isInUse: enabled,
    isFailing: enabled && problem !== null,
    isMock: false,
    perMinute: webhooks.reduce((sum, { perMinute }) => sum + perMinute, 0),
    selection: { kind: 'destination', id },
    url: null,
    word: !enabled ? 'off' : isWaiting ? `${formatCount(waiting)} waiting` : wordOf(outcome, null),
    waiting,
  };
}

interface Endpoint {
  readonly key: string;
  readonly url: string | null;
  readonly mock: Mock | undefined;
  readonly destinations: readonly Destination[];
}

/** Each URL once: those of destinations, and mock endpoints that none uses. */
function endpointsOf({ destinations, mocks }: BoardData): readonly Endpoint[] {
  const uses = destinations.flatMap((destination) =>
    webhooksOf(destination).map(({ url }) => ({ url, destination })),
  );
  const used = Map.groupBy(uses, ({ url }) => url);
  const unused = mocks.filter(({ url }) => url === null || !used.has(url));
  const mockByUrl = new Map(mocks.map((mock) => [mock.url, mock]));
  return [
    ...[...used].map(([url, of]) => ({
      key: endpointKey(url),
      url,
      mock: mockByUrl.get(url),
      destinations: of.map(({ destination }) => destination),
    })),
    ...unused.map((mock) => ({
      key: endpointKey(mock.url, mock.id),
      url: mock.url,
      mock,
      destinations: [],
    })),
  ];
}

function endpointNode(
  { key, url, mock, destinations }: Endpoint,
  now: EndpointNow,
  webhooks: readonly WebhookStatistics[],
  waiting: number,
): BoardNode {
  const isInUse = destinations.some(({ enabled }) => enabled);
  const problem = mock?.problem == null ? null : mockProblemText(mock.problem);
  const isListening = mock?.url !== null;
  // What nothing is sent to is neither up nor down.
  const outcome = isInUse ? now.outcome : null;
  const unused = mock === undefined ? 'Nothing is sent here' : behaviorLine(mock);
  return {
    key,
    column: 2,
    name: mock?.name ?? webhookName(url ?? ''),
    state: stateOf(outcome),
    text: isListening ? (isInUse ? now.text : unused) : (problem ?? now.text),
    isOff: destinations.length > 0 && !isInUse,
    isInUse,
    isFailing: outcome === 'failed' || !isListening,
    isMock: mock !== undefined,
    perMinute: webhooks.reduce((sum, { perMinute }) => sum + perMinute, 0),
    selection:
      mock === undefined
        ? { kind: 'url', url: url ?? '' }
        : { kind: 'mock', id: mock.id, view: 'settings', requestId: null },
    url,
    word: wordOf(outcome, now.label),
    waiting,
  };
}

function sourceLines(destination: Destination, data: BoardData): readonly BoardLine[] {
  const { trackFilter } = destination;
  if (takesPayloads(destination)) return [];
  const sourceIds = new Set(destination.sourceIds);
  return data.sources
    .filter(({ id }) => sourceIds.has(id))
    .map((source): BoardLine => {
      const usage = data.usages.get(source.id);
      const isOff = !destination.enabled || !source.enabled;
      const lastAt = data.lastMessageAt.get(source.id);
      const perMinute = usage === undefined ? 0 : messagesPerMinute(usage, data.now);
      return {
        key: `${sourceKey(source.id)} ${destination.id}`,
        from: sourceKey(source.id),
        to: destinationKey(destination.id),
        outcome: usage === undefined || usage.total === 0 ? null : 'accepted',
        isOff,
        perMinute,
        isMoving: !isOff && lastAt !== undefined && data.now - lastAt < movingMs,
        label: null,
        hasFilter: trackFilter.mode === 'allow' || trackFilter.events.length > 0,
      };
    });
}

function urlLines(
  destination: Destination,
  endpoints: ReadonlyMap<string, EndpointNow>,
  figures: Figures,
  now: number,
): readonly BoardLine[] {
  return webhooksOf(destination).map(({ url }): BoardLine => {
    const webhook = figures.webhooks.get(destination.id)?.find((of) => of.url === url);
    const endpoint = endpoints.get(endpointKey(url));
    const own = webhook === undefined ? null : outcomeNow(webhook, now);
    // An outage of the endpoint is known before an attempt shows it.
    const outcome = endpoint?.outcome === 'failed' && own !== 'blocked' ? 'failed' : own;
    const lastAt = webhook?.lastAttemptAt ?? null;
    return {
      key: `${destinationKey(destination.id)} ${url}`,
      from: destinationKey(destination.id),
      to: endpointKey(url),
      outcome,
      isOff: !destination.enabled,
      perMinute: webhook?.perMinute ?? 0,
      isMoving: destination.enabled && lastAt !== null && now - lastAt < movingMs,
      label: outcome === endpoint?.outcome && destination.enabled ? endpoint.label : null,
      hasFilter: false,
    };
  });
}

export function boardOf(data: BoardData): Board {
  const { sources, destinations, statistics, now } = data;
  const figures = figuresOf(statistics);
  const activeByUrl = Map.groupBy(
    statistics?.webhooks.filter(({ active }) => active) ?? [],
    ({ url }) => url,
  );
  const endpoints = endpointsOf(data).map((endpoint) => {
    const webhooks = (endpoint.url === null ? undefined : activeByUrl.get(endpoint.url)) ?? [];
    return { endpoint, webhooks, state: endpointNow(webhooks, endpoint.mock, statistics, now) };
  });
  const byKey = new Map(endpoints.map(({ endpoint, state }) => [endpoint.key, state]));
  const lines = destinations.flatMap((destination) => [
    ...sourceLines(destination, data),
    ...urlLines(destination, byKey, figures, now),
  ]);
  const linesFrom = Map.groupBy(lines, ({ from }) => from);
  return {
    nodes: [
      ...sources.map((source) => sourceNode(source, data)),
      ...destinations.map((destination) => {
        const key = destinationKey(destination.id);
        const outcomes = (linesFrom.get(key) ?? []).map(({ outcome }) => outcome);
        return destinationNode(destination, outcomes, figures);
      }),
      ...endpoints.map(({ endpoint, state, webhooks }) =>
        endpointNode(endpoint, state, webhooks, waitingFor(endpoint.destinations, figures)),
      ),
    ],
    lines,
    endpoints: endpoints
      .filter(({ endpoint }) => endpoint.destinations.some(({ enabled }) => enabled))
      .map(({ endpoint, state }) => ({ ...state, key: endpoint.key })),
  };
}

/** All lines together, per second. */
const maxPulsesPerSecond = 20;
const pulseSteps = [5, 2, 1, 0.5, 0.2];
const minPulses = 0.1;

/**
 * Pulses per second by line, in few steps, so that they don't restart with every request; of the busiest
 * lines if there are hundreds.
 */
export function pulsesOf(lines: readonly BoardLine[]): ReadonlyMap<string, number> {
  const moving = lines
    .filter(({ isMoving }) => isMoving)
    .toSorted((a, b) => b.perMinute - a.perMinute)
    .slice(0, maxPulsesPerSecond / minPulses);
  const wanted = moving.map(({ perMinute }) => Math.max(minPulses, perMinute / 60));
  const total = wanted.reduce((sum, rate) => sum + rate, 0);
  const scale = Math.min(1, maxPulsesPerSecond / total);
  return new Map(
    moving.map(({ key }, index) => {
      const rate = (wanted[index] ?? 0) * scale;
      return [key, pulseSteps.find((step) => step <= rate) ?? Math.min(minPulses, rate)] as const;
    }),
  );
}

/** Of a line, by its rate: a factor of ten is a pixel. */
export const widthOf = ({ perMinute }: Pick<BoardLine, 'perMinute'>): number =>
  Math.min(4, 1.25 + Math.log10(1 + perMinute));

/** Asked for each node of a board that may have 20,000 lines. */
const linesByEnd = new WeakMap<Board, Record<'from' | 'to', Map<string, BoardLine[]>>>();

function linesAt(board: Board, end: 'from' | 'to', key: string): readonly BoardLine[] {
  const known = linesByEnd.get(board);
  const lines = known ?? {
    from: Map.groupBy(board.lines, ({ from }) => from),
    to: Map.groupBy(board.lines, ({ to }) => to),
  };
  if (known === undefined) linesByEnd.set(board, lines);
  return lines[end].get(key) ?? [];
}

/** The nodes at the other ends of its lines, in one direction. */
export const connectedTo = (board: Board, key: string, direction: 1 | -1): readonly string[] =>
  direction === 1
    ? linesAt(board, 'from', key).map(({ to }) => to)
    : linesAt(board, 'to', key).map(({ from }) => from);

export const columnOf = (board: Board, column: Column): readonly BoardNode[] =>
  board.nodes.filter((node) => node.column === column);
