/** Compares two sides layer by layer. Pure. */
import { textBytes } from '#renderer/requests/body-bytes.ts';
import type { CopyDetail } from '#shared/deliveries/copy.ts';
import type {
  Attempt,
  AttemptResponse,
  AttemptResult,
  AttemptTimings,
  Bytes,
  DeliveryDetail,
  SentRequest,
} from '#shared/deliveries/delivery.ts';
import { outcomeLabel, stateLabel, webhookName } from '#shared/deliveries/text.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { capitalized, formatCount } from '#shared/kit/format.ts';
import { attemptNumber, attemptShown } from '../detail/attempts.ts';
import {
  type BodiesCompared,
  compareBodies,
  type Spelling,
  spellingLabels,
} from './body-differences.ts';
import { inOrder, type SideRef } from './compare-route.ts';
import { compareHeaders, type HeadersCompared } from './header-differences.ts';

// One side of a comparison: a past or future request and its result.

interface Result {
  readonly result: AttemptResult;
  readonly response: AttemptResponse | null;
  readonly timings: AttemptTimings;
}

export interface Side {
  readonly delivery: DeliveryDetail;
  /** Null for a request not sent yet and for a copy. */
  readonly attempt: Attempt | null;
  readonly copy: CopyDetail | null;
  /** Null if nothing is ever sent, or the webhook is unknown. */
  readonly request: SentRequest | null;
  /** Null if nothing is ever sent. */
  readonly body: Bytes | null;
  /** Null before there is a response. */
  readonly result: Result | null;
}

/** Null if the delivery has no such attempt. */
export function sideOf(
  ref: SideRef,
  delivery: DeliveryDetail,
  copy: CopyDetail | null,
): Side | null {
  if (ref.kind === 'copy') {
    if (copy === null || copy.deliveryId !== delivery.id) return null;
    const { request, body, attempt } = copy;
    return { delivery, attempt: null, copy, request, body, result: attempt };
  }
  const attempt =
    ref.kind === 'attempt' ? inOrder(delivery)[ref.position - 1] : attemptShown(delivery, null);
  if (attempt === undefined) return null;
  const { bodyText, bodyBytes } = delivery;
  return {
    delivery,
    attempt,
    copy: null,
    request: attempt?.request ?? delivery.nextRequest,
    body: bodyText === null ? null : textBytes(bodyText, bodyBytes),
    result: attempt,
  };
}

function shortName({ delivery, attempt, copy }: Side): string {
  if (copy !== null) return `copy ${copy.id}`;
  if (attempt !== null) return `attempt ${attemptNumber(delivery.attemptList, attempt)}`;
  return 'next request';
}

function nameAmongDeliveries(side: Side): string {
  const { delivery, attempt, copy } = side;
  const name = `delivery ${delivery.id}`;
  if (copy !== null) return `${shortName(side)} of ${name}`;
  if (attempt === null) return name;
  return delivery.attemptList.length === 1 ? name : `${shortName(side)} of ${name}`;
}

/** The names of the two sides. */
function sideNames(before: Side, after: Side): readonly [string, string] {
  if (before.delivery.id !== after.delivery.id)
    return [nameAmongDeliveries(before), nameAmongDeliveries(after)];
  const sameWebhook =
    before.attempt === null || after.attempt === null || before.attempt.url === after.attempt.url;
  const name = (side: Side): string =>
    sameWebhook || side.attempt === null
      ? shortName(side)
      : `${shortName(side)} to ${webhookName(side.attempt.url)}`;
  return [name(before), name(after)];
}

// Moves from attempt to attempt on one side.

const positionOf = ({ delivery, attempt }: Side): number =>
  inOrder(delivery).findIndex(({ id }) => id === attempt?.id) + 1;

/** Why there is no attempt that many steps away; undefined if there is one. */
export function stepProblem(side: Side, steps: 1 | -1): string | undefined {
  if (side.copy !== null) return 'A copy has one attempt';
  if (side.attempt === null) return 'No attempts yet';
  const index = positionOf(side) + steps;
  if (index < 1) return 'First attempt';
  return index > side.delivery.attemptList.length ? 'Latest attempt' : undefined;
}

export function stepped(side: Side, steps: 1 | -1): SideRef | null {
  if (stepProblem(side, steps) !== undefined) return null;
  return { kind: 'attempt', deliveryId: side.delivery.id, position: positionOf(side) + steps };
}

export interface Comparison {
  /** Null if a side has no request. */
  readonly url: { readonly before: string; readonly after: string } | null;
  readonly headers: HeadersCompared | null;
  readonly body: BodiesCompared | null;
  readonly response: ResponsesCompared;
}

export interface ResponsesCompared {
  /** A status or a failure: "503", "timeout", "none yet". */
  readonly outcomes: readonly [string, string];
  /** Null if either side has no response. */
  readonly headers: HeadersCompared | null;
  readonly body: BodiesCompared | null;
}

function onBothSides<Value, Result>(
  before: Value | null | undefined,
  after: Value | null | undefined,
  compare: (before: Value, after: Value) => Result,
): Result | null {
  return before == null || after == null ? null : compare(before, after);
}

const outcomeOf = ({ result }: Side): string =>
  result === null ? 'none yet' : outcomeLabel(result);

export function comparisonOf(before: Side, after: Side): Comparison {
  const [first, second] = [before.result?.response, after.result?.response];
  return {
    url: onBothSides(before.request?.url, after.request?.url, (from, to) => ({
      before: from,
      after: to,
    })),
    headers: onBothSides<HeaderLines, HeadersCompared>(
      before.request?.headers,
      after.request?.headers,
      compareHeaders,
    ),
    body: onBothSides<Bytes, BodiesCompared>(before.body, after.body, compareBodies),
    response: {
      outcomes: [outcomeOf(before), outcomeOf(after)],
      headers: onBothSides<HeaderLines, HeadersCompared>(
        first?.headers,
        second?.headers,
        compareHeaders,
      ),
      body: onBothSides<Bytes, BodiesCompared>(first?.body, second?.body, compareBodies),
    },
  };
}

// One-line summary of the differences.

/** More names are replaced by their count. */
const maxNamed = 3;

const nameList = (names: readonly string[]): string =>
  names.length > maxNamed ? `(${formatCount(names.length)})` : names.join(', ');

/** Headers that always change with something else that is reported already. */
function headerParts(
  headers: HeadersCompared | null,
  follows: ReadonlySet<string>,
  of: string,
): readonly string[] {
  if (headers === null) return [];
  const names = headers.differences
    .filter(({ kind, name }) => kind !== 'changed' || !follows.has(name.toLowerCase()))
    .map(({ kind, name }) => (kind === 'respelled' ? `${name} (capitalization)` : name));
  if (names.length > 0) return [`${of}headers ${nameList([...new Set(names)])}`];
  return headers.reordered ? [`${of}header order`] : [];
}

function bodyParts(body: BodiesCompared | null, of: string): readonly string[] {
  if (body === null || body.bytes.firstOffset === null) return [];
  const { meaning } = body;
  if (meaning.kind === 'same')
    return [`${of}body bytes, same JSON (${spellingsText(meaning.spellings)})`];
  if (meaning.kind === 'other')
    return [`${of}body ${nameList(meaning.differences.map(({ path }) => path))}`];
  return [`${of}body`];
}

export const spellingsText = (spellings: readonly Spelling[]): string =>
  spellings.map((spelling) => spellingLabels[spelling]).join(', ');

/** Every response has its own date, and its length follows from its body. */
const ofEveryResponse = new Set(['date', 'content-length']);

function differingParts({ url, headers, body, response }: Comparison): readonly string[] {
  const isOtherUrl = url !== null && url.before !== url.after;
  const isOtherBody = body !== null && body.bytes.firstOffset !== null;
  const follows = new Set([
    ...(isOtherUrl ? ['host'] : []),
    ...(isOtherBody ? ['content-length', 'x-signature'] : []),
  ]);
  const [from, to] = response.outcomes;
  const responseParts =
    from === to
      ? [
          ...headerParts(response.headers, ofEveryResponse, 'response '),
          ...bodyParts(response.body, 'response '),
        ]
      : [`response (${from}, then ${to})`];
  return [
    ...(isOtherUrl ? ['URL'] : []),
    ...headerParts(headers, follows, ''),
    ...bodyParts(body, ''),
    ...responseParts,
  ];
}

export function comparisonSummary(before: Side, after: Side, comparison: Comparison): string {
  const unsent = [before, after].filter(({ body }) => body === null);
  if (unsent.length > 0) {
    const reasons = unsent.map(
      ({ delivery }) => `delivery ${delivery.id} was ${stateLabel(delivery.state)}`,
    );
    return `No request to compare: ${reasons.join(', ')}`;
  }
  const names = sideNames(before, after);
  const parts = differingParts(comparison);
  if (parts.length > 0)
    return `${capitalized(names[1])} differs from ${names[0]}: ${parts.join('; ')}`;
  const response =
    before.result === null && after.result === null ? 'not sent yet' : 'same response';
  return `${capitalized(names[1])} and ${names[0]}: identical requests; ${response}`;
}
