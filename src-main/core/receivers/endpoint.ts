/** Handles connections and requests to a receiver: decides, logs and responds. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReceiverEntryKind, SignatureDetail } from '#shared/schemas/receiver-request.ts';
import type { Clock } from '../ports.ts';
import type { StoredReceiver } from '../store/receivers.ts';
import { type Connection, reset, toConnectionDetails } from './connection.ts';
import {
  type Decision,
  outageDecision,
  rateDecision,
  signatureDecision,
  stepDecision,
} from './decide.ts';
import {
  checkSignature,
  headerLines,
  noBody,
  type ReceivedBody,
  readWholeBody,
} from './read-request.ts';
import type { Registry } from './registry.ts';
import type { RequestLog } from './request-log.ts';
import { bodyOf, type Exchange, responseHeaders, sendResponse, statusOf } from './response.ts';

export interface EndpointTools {
  readonly registry: Registry;
  /** Virtual clock, used for outages. */
  readonly clock: Clock;
  /** Real time, used for delays and rate limits because they affect real sockets. */
  readonly machine: Clock;
  readonly requestLog: RequestLog;
  /** Called for every request of a receiver, before the response is sent. */
  readonly requestReceived: (receiverId: string) => void;
}

const secondMs = 1_000;

/** Maximum bytes of a response body shown in the log. */
const shownBodyBytes = 2_048;

/** Counts this request and returns whether it exceeds the rate limit. */
function isOverRate({ registry, machine }: EndpointTools, receiver: StoredReceiver): boolean {
  if (receiver.rateLimit === null) return false;
  const { second } = registry.progress(receiver.id);
  const now = machine.now();
  if (now - second.startedAt >= secondMs || now < second.startedAt) {
    second.startedAt = now;
    second.requests = 0;
  }
  second.requests += 1;
  return second.requests > receiver.rateLimit.perSecond;
}

/** Returns the current step and counts it as responded. */
function takeStep({ registry }: EndpointTools, receiver: StoredReceiver): Decision {
  const progress = registry.progress(receiver.id);
  const decision = stepDecision(receiver, progress.responded);
  progress.responded += 1;
  return decision;
}

/** Overrides that depend on the headers only. */
function decideBeforeBody(tools: EndpointTools, receiver: StoredReceiver): Decision | null {
  const outage = outageDecision(receiver, tools.clock.now());
  if (outage !== null) return outage;
  return isOverRate(tools, receiver)
    ? rateDecision(receiver.rateLimit?.retryAfterSeconds ?? 1)
    : null;
}

const signatureOf = (
  receiver: StoredReceiver,
  request: IncomingMessage,
  body: ReceivedBody,
): SignatureDetail | null =>
  receiver.secret === ''
    ? null
    : checkSignature(receiver.secret, headerOf(request, 'x-signature'), body.bytes);

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function loggedResponse(decision: Decision, request: IncomingMessage) {
  const body = bodyOf(decision);
  const shown = body.subarray(0, shownBodyBytes);
  return {
    status: statusOf(decision),
    headers: responseHeaders(decision, request),
    body: {
      text: new TextDecoder().decode(shown, { stream: shown.length < body.length }),
      base64: null,
      byteLength: body.length,
      truncated: shown.length < body.length,
    },
    delayMs: decision.delayMs,
    step: decision.step,
  };
}

/** Faults that send no status line. */
const withoutStatus: ReadonlySet<string> = new Set([
  'hang',
  'close',
  'refuse_connection',
  'reset_before_request',
  'reset_during_request',
  'reset_after_request',
  'malformed_status_line',
]);

function logRequest(
  tools: EndpointTools,
  receiver: StoredReceiver,
  { connection, request }: Exchange,
  decision: Decision,
  body: ReceivedBody,
  signature: SignatureDetail | null,
): void {
  const now = tools.clock.now();
  tools.registry.progress(receiver.id).lastRequestAt = now;
  const hasStatus = body.isComplete && !withoutStatus.has(decision.fault);
  tools.requestLog.add({
    receiverId: receiver.id,
    receivedAt: now,
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
    response: hasStatus ? loggedResponse(decision, request) : null,
    connection: toConnectionDetails(connection, connection.secured !== null),
  });
}

/** Logs a connection whose requests got and will get no response. */
export function logConnection(
  tools: EndpointTools,
  receiver: StoredReceiver,
  connection: Connection,
  kind: Exclude<ReceiverEntryKind, 'request'>,
): void {
  connection.isLogged = true;
  const now = tools.clock.now();
  tools.registry.progress(receiver.id).lastRequestAt = now;
  tools.requestLog.add({
    receiverId: receiver.id,
    receivedAt: now,
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
    connection: toConnectionDetails(connection, receiver.tls !== 'none'),
  });
  tools.requestReceived(receiver.id);
}

/** Resets a new connection if the current step says so, and returns whether it did. */
export function resetAtOpening(
  tools: EndpointTools,
  receiver: StoredReceiver,
  connection: Connection,
): boolean {
  const { responded } = tools.registry.progress(receiver.id);
  const outage = outageDecision(receiver, tools.clock.now());
  const { fault } = outage ?? stepDecision(receiver, responded);
  if (fault !== 'reset_before_request') return false;
  if (outage === null) takeStep(tools, receiver);
  logConnection(tools, receiver, connection, 'reset_before_request');
  reset(connection);
  return true;
}

/** Reads a request, logs it with its response, and sends the response. */
export async function serveRequest(
  tools: EndpointTools,
  receiver: StoredReceiver,
  exchange: Exchange,
): Promise<void> {
  const { request } = exchange;
  const early =
    decideBeforeBody(tools, receiver) ?? (receiver.strict ? null : takeStep(tools, receiver));
  const isCut = early?.fault === 'reset_during_request';
  const body = isCut ? noBody : await readWholeBody(request);
  const signature = isCut ? null : signatureOf(receiver, request, body);
  const decision =
    early ??
    (signature?.raw === 'match'
      ? takeStep(tools, receiver)
      : signatureDecision(signature?.raw ?? 'unchecked', signature?.expectedRaw));
  logRequest(tools, receiver, exchange, decision, body, signature);
  tools.requestReceived(receiver.id);
  if (body.isComplete) await sendResponse(tools.machine, decision, exchange);
}

/** Responds to requests for an unknown receiver. */
export function respondNotFound(response: ServerResponse, sentence: string): void {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${sentence}\n`);
}
