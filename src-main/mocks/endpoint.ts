/** Handles connections and requests to a mock endpoint: decides, forwards, logs and responds. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '#main/kit/ports.ts';
import { type RequestsInFlight, remoteEnd } from '#main/kit/requests-in-flight.ts';
import type { ResponsesOf } from '#main/kit/sandbox.ts';
import type { SenderProfiles } from '#main/signatures/signing/sender-profiles.ts';
import { checkSignature } from '#main/signatures/signing/verify-signature.ts';
import { toBytes } from '#main/store/bytes.ts';
import type { StoredMock } from '#main/store/mocks.ts';
import { mockFaults } from '#shared/mocks/faults.ts';
import type {
  ForwardedRequest,
  MockEntryKind,
  MockResponse,
  SignatureDetail,
} from '#shared/mocks/request.ts';
import { type Connection, type Exchange, reset, toConnectionDetails } from './connection.ts';
import {
  type Decision,
  outageDecision,
  rateDecision,
  ruleDecision,
  ruleFor,
  signatureDecision,
  stepDecision,
  uncheckedDecision,
  uncheckedFormDecision,
  uncheckedRuleDecision,
} from './decide.ts';
import {
  bodyTooLarge,
  type Forwarding,
  forwardRequest,
  needsWholeRequest,
  rejectionOf,
} from './forward.ts';
import {
  headerLines,
  maxBodyBytes,
  noBody,
  type ReceivedBody,
  readWholeBody,
  signedRequest,
} from './read-request.ts';
import type { Registry } from './registry.ts';
import type { RequestLog } from './request-log.ts';
import { bodyOf, type MockClock, responseHeaders, sendResponse, statusOf } from './response.ts';
import type { Targets } from './target.ts';

export interface EndpointTools {
  readonly registry: Registry;
  /** Virtual clock, used for outages. */
  readonly clock: Clock;
  /** Real time, used for delays and rate limits because they affect real sockets. */
  readonly machine: MockClock;
  readonly requestLog: RequestLog;
  readonly targets: Targets;
  readonly senderProfiles: Pick<SenderProfiles, 'of'>;
  readonly requestsInFlight: RequestsInFlight;
  readonly responsesOf: ResponsesOf;
  /** Called for every request of a mock endpoint, before the response is sent. */
  readonly requestReceived: (mockId: string) => void;
}

const secondMs = 1_000;

/** Maximum bytes of a response body shown in the log. */
const shownBodyBytes = 2_048;

/** Counts this request and returns whether it exceeds the rate limit. */
function isOverRate({ registry, machine }: EndpointTools, mock: StoredMock): boolean {
  if (mock.rateLimit === null) return false;
  const { second } = registry.progress(mock.id);
  const now = machine.now();
  if (now - second.startedAt >= secondMs || now < second.startedAt) {
    second.startedAt = now;
    second.requests = 0;
  }
  second.requests += 1;
  return second.requests > mock.rateLimit.perSecond;
}

/** Returns the current step and counts it as responded. */
function advanceStep({ registry }: EndpointTools, mock: StoredMock): Decision {
  const progress = registry.progress(mock.id);
  const decision = stepDecision(mock, progress.responded);
  progress.responded += 1;
  return decision;
}

/** Returns the recorded response or the rule for this body, or else the current step, and counts it. */
function advanceByBody(tools: EndpointTools, mock: StoredMock, body: ReceivedBody): Decision {
  const recorded = tools.responsesOf(mock.name)?.(body.bytes) ?? null;
  if (recorded !== null) return ruleDecision(mock, recorded, 0);
  const progress = tools.registry.progress(mock.id);
  const index = ruleFor(mock, body, progress.used);
  if (typeof index === 'string') return uncheckedRuleDecision(index);
  const rule = index === null ? undefined : mock.rules[index];
  if (index === null || rule === undefined) return advanceStep(tools, mock);
  const used = progress.used[index] ?? 0;
  progress.used = mock.rules.map((_, at) => (progress.used[at] ?? 0) + (at === index ? 1 : 0));
  return ruleDecision(mock, rule, used);
}

/** Overrides that depend on the headers only. */
function decideBeforeBody(tools: EndpointTools, mock: StoredMock): Decision | null {
  const outage = outageDecision(mock, tools.clock.now());
  if (outage !== null) return outage;
  return isOverRate(tools, mock) ? rateDecision(mock.rateLimit?.retryAfterSeconds ?? 1) : null;
}

/** Null without a secret, and for a request that broke off, whose signature proves nothing. */
const signatureOf = (
  { senderProfiles }: EndpointTools,
  mock: StoredMock,
  exchange: Exchange,
  body: ReceivedBody,
): SignatureDetail | null =>
  mock.secret === '' || !body.isComplete
    ? null
    : checkSignature(senderProfiles.of(mock.name), mock.secret, signedRequest(exchange, body));

/** Of a strict mock endpoint; null if the request is accepted. */
function decideBySignature(
  { strict, secret }: StoredMock,
  signature: SignatureDetail | null,
): Decision | null {
  if (!strict || signature?.raw === 'match') return null;
  if (signature?.raw === 'not_checked') return uncheckedFormDecision;
  if (signature !== null) return signatureDecision(signature.raw, signature);
  return secret === '' ? uncheckedDecision : null;
}

/** Whether a request has a body (RFC 9112 6.3). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function loggedResponse(
  decision: Decision,
  request: IncomingMessage,
  passedOn: Forwarding['passedOn'],
): MockResponse {
  const { delayMs, step } = decision;
  if (passedOn !== null) return { ...passedOn, delayMs, step };
  const body = bodyOf(decision);
  const shown = body.subarray(0, shownBodyBytes);
  return {
    status: statusOf(decision),
    headers: responseHeaders(decision, request),
    body: toBytes(shown, body.length, shown.length < body.length),
    delayMs,
    step,
  };
}

interface Arrival {
  readonly receivedAt: number;
  /** Null if it came from elsewhere. */
  readonly deliveryId: number | null;
}

interface Served extends Arrival {
  readonly decision: Decision;
  readonly body: ReceivedBody;
  readonly signature: SignatureDetail | null;
  readonly forwarded: ForwardedRequest | null;
  readonly passedOn: Forwarding['passedOn'];
}

function logRequest(
  tools: EndpointTools,
  mock: StoredMock,
  { connection, request }: Exchange,
  { receivedAt, deliveryId, decision, body, signature, forwarded, passedOn }: Served,
): void {
  const hasStatus = body.isComplete && mockFaults[decision.fault].hasStatus;
  tools.requestLog.add({
    mockId: mock.id,
    receivedAt,
    deliveryId,
    kind: body.isComplete ? 'request' : 'broken_request',
    method: request.method ?? '',
    path: request.url ?? '',
    bodyBytes: body.byteLength,
    signature,
    status: hasStatus ? statusOf(decision) : null,
    fault: decision.fault,
    cause: decision.cause,
    headers: headerLines(request),
    body: body.bytes,
    response: hasStatus ? loggedResponse(decision, request, passedOn) : null,
    forwarded,
    connection: toConnectionDetails(connection, connection.secured !== null),
  });
}

/** Counts a request and returns its virtual time and its delivery, which may finish before it is logged. */
function recordArrival(tools: EndpointTools, mock: StoredMock, { connection }: Exchange): Arrival {
  const receivedAt = tools.clock.now();
  tools.registry.progress(mock.id).lastRequestAt = receivedAt;
  tools.requestReceived(mock.id);
  const deliveryId = tools.requestsInFlight.get(remoteEnd(connection.socket)) ?? null;
  return { receivedAt, deliveryId };
}

/** Logs a connection whose requests got and will get no response. */
export function logConnection(
  tools: EndpointTools,
  mock: StoredMock,
  connection: Connection,
  kind: Exclude<MockEntryKind, 'request'>,
): void {
  connection.isLogged = true;
  const now = tools.clock.now();
  tools.registry.progress(mock.id).lastRequestAt = now;
  tools.requestLog.add({
    mockId: mock.id,
    receivedAt: now,
    deliveryId: null,
    kind,
    method: null,
    path: null,
    bodyBytes: 0,
    signature: null,
    status: null,
    fault: kind === 'reset_before_request' ? kind : 'none',
    cause: kind === 'reset_before_request' ? 'step' : null,
    headers: [],
    body: Buffer.alloc(0),
    response: null,
    forwarded: null,
    connection: toConnectionDetails(connection, mock.tls !== 'none'),
  });
  tools.requestReceived(mock.id);
}

/** Resets a new connection if the current step says so, and returns whether it did. */
export function resetAtOpening(
  tools: EndpointTools,
  mock: StoredMock,
  connection: Connection,
): boolean {
  const { responded } = tools.registry.progress(mock.id);
  const outage = outageDecision(mock, tools.clock.now());
  const { fault } = outage ?? stepDecision(mock, responded);
  if (fault !== 'reset_before_request') return false;
  if (outage === null) advanceStep(tools, mock);
  logConnection(tools, mock, connection, 'reset_before_request');
  reset(connection);
  return true;
}

const notForwarded = { forwarded: null, passedOn: null };

/** Sends the body to the target while it arrives, unless it came together with the headers. */
async function serveStreamed(
  tools: EndpointTools,
  mock: StoredMock,
  exchange: Exchange,
  earlyDecision: Decision,
): Promise<void> {
  const { request } = exchange;
  const arrival = recordArrival(tools, mock, exchange);
  // Node has then parsed all bytes that arrived. A stream costs several times as much as bytes.
  await nextTurn();
  const hasArrived = request.complete && request.headers['content-length'] !== undefined;
  const copy = hasBody(request) && !hasArrived ? new PassThrough() : null;
  const reading = readWholeBody(request, copy);
  const { decision, forwarded, passedOn, respond } = await forwardRequest(
    tools,
    mock,
    exchange,
    earlyDecision,
    hasBody(request) ? (copy ?? (await reading).bytes) : null,
  );
  copy?.destroy();
  // A target may respond before the end of the body.
  const responding = respond();
  const body = await reading;
  const signature = signatureOf(tools, mock, exchange, body);
  logRequest(tools, mock, exchange, {
    ...arrival,
    decision,
    body,
    signature,
    forwarded,
    passedOn,
  });
  await responding;
}

/** By the signature and the body. One that broke off gets no response, and uses no step or rule. */
const decideAfterBody = (
  tools: EndpointTools,
  mock: StoredMock,
  body: ReceivedBody,
  signature: SignatureDetail | null,
): Decision =>
  body.isComplete
    ? (decideBySignature(mock, signature) ?? advanceByBody(tools, mock, body))
    : stepDecision(mock, tools.registry.progress(mock.id).responded);

const isDecidedByBody = ({ responsesOf }: EndpointTools, mock: StoredMock): boolean =>
  mock.strict || mock.rules.length > 0 || responsesOf(mock.name) !== undefined;

/** Reads a request, logs it with its response, and sends the response. */
export async function serveRequest(
  tools: EndpointTools,
  mock: StoredMock,
  exchange: Exchange,
): Promise<void> {
  const { request } = exchange;
  const earlyDecision =
    rejectionOf(mock, request) ??
    decideBeforeBody(tools, mock) ??
    (isDecidedByBody(tools, mock) ? null : advanceStep(tools, mock));
  if (
    earlyDecision !== null &&
    earlyDecision.forward !== null &&
    !needsWholeRequest(earlyDecision.forward)
  )
    return serveStreamed(tools, mock, exchange, earlyDecision);
  const isCut = earlyDecision?.fault === 'reset_during_request';
  const body = isCut ? noBody : await readWholeBody(request);
  const signature = isCut ? null : signatureOf(tools, mock, exchange, body);
  const decided = earlyDecision ?? decideAfterBody(tools, mock, body, signature);
  const arrival = recordArrival(tools, mock, exchange);
  const respondDirectly = (decision: Decision): Forwarding => ({
    decision,
    ...notForwarded,
    respond: () => sendResponse(tools.machine, decision, exchange),
  });
  const { decision, forwarded, passedOn, respond } =
    decided.forward === null || !body.isComplete
      ? respondDirectly(decided)
      : body.byteLength > maxBodyBytes
        ? respondDirectly(bodyTooLarge())
        : await forwardRequest(tools, mock, exchange, decided, body.bytes);
  logRequest(tools, mock, exchange, {
    ...arrival,
    decision,
    body,
    signature,
    forwarded,
    passedOn,
  });
  if (body.isComplete) await respond();
}

/** Responds to requests for an unknown mock endpoint. */
export function respondNotFound(response: ServerResponse, message: string): void {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${message}\n`);
}
