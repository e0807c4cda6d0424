/** Forwards requests to the target of a mock endpoint, and returns its responses (D54). */
import type { IncomingMessage } from 'node:http';
import { hostname as hostName } from 'node:os';
import { targetUrl } from '#main/kit/target-url.ts';
import { toBytes } from '#main/store/bytes.ts';
import type { StoredMock } from '#main/store/mocks.ts';
import type { AttemptResult } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import type { RequestedUrl } from '#shared/kit/webhook-url.ts';
import type { ForwardedRequest, MockResponse, ServerExchange } from '#shared/mocks/request.ts';
import type { MockForward, StepForward } from '#shared/mocks/step.ts';
import type { Exchange } from './connection.ts';
import { type Decision, plainDecision } from './decide.ts';
import { headerLines } from './read-request.ts';
import type { Registry } from './registry.ts';
import { type MockClock, sendResponse, wait, waitForDrain } from './response.ts';
import type { ResponseSink, TargetHead, Targets } from './target.ts';

export interface ForwardTools {
  readonly registry: Registry;
  /** Real time. */
  readonly machine: MockClock;
  readonly targets: Targets;
}

export interface Forwarding {
  /** The response to the sender. */
  readonly decision: Decision;
  readonly forwarded: ForwardedRequest | null;
  /** The response of the target, if it was passed on while it arrived. */
  readonly passedOn: Pick<MockResponse, 'status' | 'headers' | 'body'> | null;
  /** Sends or completes the response. */
  readonly respond: () => Promise<void>;
}

/** Below the time limit of the dispatcher, so that a request without a successor isn't lost. */
const maxHeldMs = 3_000;

/** A mock endpoint that forwards to itself through others would otherwise use up all files. */
const maxForwarding = 256;

/** Bytes of a response kept for the log. */
const shownBytes = 65_536;

/** Bytes of a response that a step may change. */
const maxChangedBytes = 16 * 1024 * 1024;

/** Fields of one connection (RFC 9110 7.6.1). Hookwright responds to Expect itself. */
const connectionFields: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings', 'expect'],
]);

function endToEnd(lines: HeaderLines): HeaderLines {
  const nominated = lines
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim());
  const dropped = new Set([...connectionFields, ...nominated]);
  return lines.filter(([name]) => !dropped.has(name.toLowerCase()));
}

const withoutLength = (lines: HeaderLines): HeaderLines =>
  lines.filter(([name]) => name.toLowerCase() !== 'content-length');

/** As bytes in UTF-8, which Node writes only as Latin-1, and without control characters (RFC 9112 4). */
const reasonPhrase = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '');

const localNames: ReadonlySet<string> = new Set(['localhost', hostName().toLowerCase()]);

/** A web page can give its own name a local address. IP addresses and local names are not names of pages. */
function isKnownHost(host: string, { allowedHosts }: MockForward): boolean {
  const parsed = URL.parse(`http://${host}`);
  if (parsed === null) return false;
  const name = parsed.hostname.replace(/\.$/, '');
  return (
    localNames.has(name) ||
    name.endsWith('.localhost') ||
    /^\[.*\]$|^[\d.]+$/.test(name) ||
    allowedHosts.includes(name)
  );
}

/** Requests that are not forwarded; null for all others. */
export function rejectionOf({ forward }: StoredMock, request: IncomingMessage): Decision | null {
  if (forward === null) return null;
  const host = request.headers.host ?? '';
  if (host !== '' && !isKnownHost(host, forward))
    return plainDecision(
      'not_forwarded',
      403,
      `The host ${JSON.stringify(host)} is not allowed. Add it to the mock endpoint's allowedHosts.\n`,
    );
  if (targetUrl(forward, request.url ?? '') === null)
    return plainDecision(
      'not_forwarded',
      403,
      'The path may be outside the path of forward.url. Send a path without ".." segments and "#".\n',
    );
  return request.headers.upgrade === undefined
    ? null
    : plainDecision('not_forwarded', 501, 'Upgrades are not forwarded.\n', {
        headers: [['Connection', 'close']],
      });
}

export const bodyTooLarge = (): Decision =>
  plainDecision('not_forwarded', 413, 'This step forwards bodies of up to 4 MB.\n');

/** Whether the request must be read as a whole before it is forwarded. */
export const needsWholeRequest = ({ times, corrupt }: StepForward): boolean =>
  times > 1 || corrupt === 'request';

/** Whether the response is passed on while it arrives. */
const isPassedOn = ({ fault, forward }: Decision): boolean =>
  fault === 'none' && forward?.response === 'server' && forward.corrupt !== 'response';

/** Changes one bit. */
function corruptBody(body: Buffer): Buffer {
  const changed = Buffer.from(body);
  const middle = changed.length >> 1;
  if (changed.length > 0) changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle);
  return changed;
}

/** Keeps the beginning of a response. */
function createBodyRecorder(maxBytes: number) {
  const chunks: Buffer[] = [];
  let byteLength = 0;
  return {
    record(chunk: Buffer): void {
      if (byteLength < maxBytes) chunks.push(chunk);
      byteLength += chunk.length;
    },
    body: (): Buffer => Buffer.concat(chunks).subarray(0, maxBytes),
    isOver: () => byteLength > maxBytes,
    byteLength: () => byteLength,
  };
}
type BodyRecorder = ReturnType<typeof createBodyRecorder>;

/** Only its beginning is needed, and a response may have no end. */
const recordOnly = (recorder: BodyRecorder): ResponseSink => ({
  start: () => undefined,
  write(chunk) {
    recorder.record(chunk);
    return recorder.isOver() ? 'enough' : undefined;
  },
});

/** Passes a response on. If the sender has left, the rest is only recorded, as far as it is needed. */
function passOn(
  machine: MockClock,
  delayMs: number,
  exchange: Exchange,
  recorder: BodyRecorder,
): ResponseSink {
  const { response, connection } = exchange;
  const isDisconnected = () => connection.socket.destroyed;
  const sendHead = ({ status, statusText, headers }: TargetHead): void => {
    if (isDisconnected()) return;
    response.sendDate = false;
    response.writeHead(status, reasonPhrase(statusText), endToEnd(headers).flat());
    // Sent with the first part of the body, unless that comes later.
    setImmediate(() => {
      if (recorder.byteLength() === 0 && !response.writableEnded) response.flushHeaders();
    });
  };
  return {
    start(head) {
      if (delayMs > 0) return wait(machine, delayMs, exchange).then(() => sendHead(head));
      sendHead(head);
      return undefined;
    },
    write(chunk) {
      recorder.record(chunk);
      if (isDisconnected()) return recorder.isOver() ? 'enough' : undefined;
      return response.write(chunk) ? undefined : waitForDrain(exchange);
    },
  };
}

function toExchange(
  head: TargetHead | null,
  error: AttemptResult | null,
  durationMs: number,
  recorder: BodyRecorder,
): ServerExchange {
  const body = recorder.body().subarray(0, shownBytes);
  const truncated = body.length < recorder.byteLength() || error !== null;
  return {
    response: head && {
      status: head.status,
      headers: head.headers,
      body: toBytes(body, recorder.byteLength(), truncated),
    },
    error,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
  };
}

const failedDecision = (
  decision: Decision,
  url: RequestedUrl,
  code: AttemptResult['code'],
): Decision => ({
  ...decision,
  cause: 'server_failed',
  status: code === 'timeout' ? 504 : 502,
  headers: [],
  body: `No response from ${url.origin}: ${code}.\n`,
});

/** Waits until the next request was forwarded, or for a limited time. */
function waitForNext(
  machine: MockClock,
  held: Set<() => void>,
  { connection }: Exchange,
): Promise<void> {
  return new Promise((resolve) => {
    const endHold = machine.hold?.(connection.socket);
    const release = () => {
      cancel();
      endHold?.();
      held.delete(release);
      resolve();
    };
    const cancel = machine.at(machine.now() + maxHeldMs, release);
    held.add(release);
  });
}

/** Also if the sender leaves: its server may be slow, but it gets the request. */
function delay(machine: MockClock, delayMs: number, { connection }: Exchange): Promise<void> {
  const endHold = machine.hold?.(connection.socket);
  return new Promise((resolve) => {
    machine.at(machine.now() + delayMs, () => {
      endHold?.();
      resolve();
    });
  });
}

/** Aborted when the sender leaves, until it is no longer watched: a connection may send any number of requests. */
function watchSender({ connection: { socket, closeListeners } }: Exchange) {
  const left = new AbortController();
  const leave = () => left.abort();
  if (socket.destroyed) leave();
  else closeListeners.add(leave);
  return { left: left.signal, unwatch: () => void closeListeners.delete(leave) };
}

/** Forwards a request. `decision.forward` must be set. */
export async function forwardRequest(
  { registry, machine, targets }: ForwardTools,
  mock: StoredMock,
  exchange: Exchange,
  decision: Decision,
  body: Buffer | AsyncIterable<Buffer> | null,
): Promise<Forwarding> {
  const { request, response } = exchange;
  const { forward: target } = mock;
  const { forward } = decision;
  if (target === null || forward === null) throw new Error('The mock endpoint does not forward.');
  const progress = registry.progress(mock.id);
  const respondWith = (final: Decision, forwarded: ForwardedRequest | null): Forwarding => ({
    decision: final,
    forwarded,
    passedOn: null,
    respond: () => sendResponse(machine, final, exchange),
  });
  if (progress.forwarding >= maxForwarding)
    return respondWith(
      plainDecision(
        'not_forwarded',
        503,
        `More than ${maxForwarding} requests are being forwarded.\n`,
      ),
      null,
    );
  progress.forwarding += 1;
  const sender = watchSender(exchange);
  try {
    if (forward.delayMs > 0) await delay(machine, forward.delayMs, exchange);
    if (forward.afterNext) await waitForNext(machine, progress.held, exchange);
    const url = targetUrl(target, request.url ?? '');
    if (url === null) throw new Error('The path was not checked.');
    const { host } = new URL(url.origin);
    const isCorrupted = forward.corrupt === 'request' && Buffer.isBuffer(body) && body.length > 0;
    const targetRequest = {
      url,
      method: request.method ?? 'GET',
      headers: endToEnd(headerLines(request)).map(([name, value]): [string, string] =>
        name.toLowerCase() === 'host' ? [name, host] : [name, value],
      ),
      body: isCorrupted ? corruptBody(body) : body,
      timeoutMs: target.timeoutMs,
      senderLeft: sender.left,
    };
    const isPassedThrough = isPassedOn(decision);
    const recorder = createBodyRecorder(isPassedThrough ? shownBytes : maxChangedBytes);
    const sendCopy = async (over?: AbortSignal): Promise<ServerExchange> => {
      const copy = createBodyRecorder(shownBytes);
      const copied = { ...targetRequest, ...(over && { over }) };
      const { head, error, durationMs } = await targets.send(copied, recordOnly(copy));
      return toExchange(head, error, durationMs, copy);
    };
    const copiesOver = new AbortController();
    const concurrentCopies = forward.concurrent
      ? Promise.all(Array.from({ length: forward.times - 1 }, () => sendCopy(copiesOver.signal)))
      : null;
    const first = await targets.send(
      targetRequest,
      isPassedThrough
        ? passOn(machine, decision.delayMs, exchange, recorder)
        : recordOnly(recorder),
    );
    const exchanges: [ServerExchange, ...ServerExchange[]] = [
      toExchange(first.head, first.error, first.durationMs, recorder),
    ];
    progress.copying += 1;
    // Virtual time stands still meanwhile, so that its limits would never end them.
    const isVirtual = machine.hold !== undefined;
    const { timeoutMs } = target;
    const timer = isVirtual ? setTimeout(() => copiesOver.abort(), timeoutMs) : undefined;
    const ofOne = () => (isVirtual ? AbortSignal.timeout(timeoutMs) : undefined);
    try {
      if (concurrentCopies !== null) exchanges.push(...(await concurrentCopies));
      else while (exchanges.length < forward.times) exchanges.push(await sendCopy(ofOne()));
    } finally {
      clearTimeout(timer);
      progress.copying -= 1;
    }
    const forwarded = {
      url: `${url.origin}${url.target}`,
      headers: targetRequest.headers,
      corrupted: isCorrupted,
      exchanges,
    };
    const { head, error } = first;
    const [{ response: firstResponse }] = exchanges;
    if (isPassedThrough && head !== null && firstResponse !== null)
      return {
        decision: { ...decision, cause: 'server', status: head.status },
        forwarded,
        passedOn: { ...firstResponse, headers: endToEnd(head.headers) },
        // The sender must see that the rest of the response is missing.
        respond: async () =>
          void (error === null ? response.end() : exchange.connection.socket.destroy()),
      };
    if (head === null || error !== null)
      return respondWith(failedDecision(decision, url, error?.code ?? 'network_error'), forwarded);
    if (forward.response === 'step') return respondWith(decision, forwarded);
    const changed: Decision = {
      ...decision,
      cause: 'server',
      status: head.status,
      headers: withoutLength(endToEnd(head.headers)),
      body: forward.corrupt === 'response' ? corruptBody(recorder.body()) : recorder.body(),
    };
    return respondWith(changed, forwarded);
  } finally {
    sender.unwatch();
    progress.forwarding -= 1;
    for (const release of [...progress.held]) release();
  }
}
