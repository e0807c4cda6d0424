/** Listens for the sender's requests and responds to them by their cases. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { fieldError } from '#main/kit/app-error.ts';
import { listenOn, reachableHost } from '#main/kit/listen.ts';
import { readWholeBody } from '#main/mocks/read-request.ts';
import type { MockCertificates } from '#main/settings/certificates/mock-certificates.ts';
import {
  casesOf,
  type SenderCertificate,
  type SenderCertificationRequest,
  senderCertificates,
} from '#shared/certification/sender.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { OwnDelay } from '../own-delay.ts';
import { createCauses } from './causes.ts';
import { type CaseResponse, latestTimeout, longestTimeLimitMs } from './expected.ts';
import type { Markers } from './identify.ts';
import { type Observation, paths } from './observation.ts';
import { createRecorder, type Recorded } from './recorder.ts';
import { factsOf } from './request-facts.ts';
import { acceptedStatus } from './responses.ts';
import { createTlsListeners } from './tls-listeners.ts';

/** Where a redirect with this status points, and which one in a row it is, from 1. */
interface Redirect {
  readonly status: number;
  readonly number: number;
}

const redirectUrl = ({ status, number }: Redirect): string => `/redirected/${status}/${number}`;

function redirectOf(url: string): Redirect | null {
  const [, status, number] = /^\/redirected\/(\d{3})\/(\d{1,3})$/.exec(url) ?? [];
  return number === undefined ? null : { status: Number(status), number: Number(number) };
}

interface EndpointTools {
  readonly host: string;
  readonly request: SenderCertificationRequest;
  readonly markers: Markers;
  /** A message that says why there is no usable CA. */
  readonly certificates: MockCertificates | string;
  /** Time of the sender's clock. */
  readonly now: () => number;
  readonly realNow: () => number;
  readonly ownDelay: OwnDelay;
  readonly changed: () => void;
  readonly signal: AbortSignal | undefined;
}

export interface Endpoint {
  readonly url: string;
  /** Null if the profile has no disabling. The second message for it must not arrive. */
  readonly goneUrl: string | null;
  readonly tlsUrls: Readonly<Record<SenderCertificate, string>> | null;
  /** Why there are no `tlsUrls`. */
  readonly tlsProblem: string | null;
  observation(): Omit<Observation, 'secondGone'>;
  /** Whether a response disabled the endpoint. */
  isDisabled(): boolean;
  /** Whether a request is being read or diagnosed, or a response is being sent. */
  isBusy(): boolean;
  /** The latest time to which the sender's clock may be set while an attempt waits in real time. */
  maxClockAt(): number;
  /** Ends attempts without a response that the sender should have ended long ago. */
  closeOverdue(): void;
  close(): Promise<void>;
}

const pathOf = (url: string): string => url.split('?')[0] ?? url;

/** Probes by browsers and scripts are no messages. */
const ignoredMethods = ['GET', 'HEAD', 'OPTIONS'];

function respond(planned: CaseResponse, response: ServerResponse, now: number): void {
  if (planned.kind === 'reset') return void response.socket?.resetAndDestroy();
  if (planned.kind === 'no_response') return;
  if (planned.isRedirect)
    response.setHeader('Location', redirectUrl({ status: planned.status, number: 1 }));
  if (planned.retryAfterMs !== null) {
    // A date has whole seconds. Date is the time that it is compared with (RFC 9110 10.2.3).
    const at = Math.ceil((now + planned.retryAfterMs) / 1_000) * 1_000;
    if (planned.isDate) response.setHeader('Date', new Date(now).toUTCString());
    response.setHeader(
      'Retry-After',
      planned.isDate ? new Date(at).toUTCString() : String(planned.retryAfterMs / 1_000),
    );
  }
  response.writeHead(planned.status).end();
}

export async function startEndpoint(tools: EndpointTools): Promise<Endpoint> {
  const { host, request, markers, certificates, now, realNow, ownDelay, changed, signal } = tools;
  const profile = profileOf(request);
  const hasClock = request.clockUrl !== undefined;
  const hasGone = casesOf(profile).includes('gone');
  const limitMs = latestTimeout(longestTimeLimitMs(profile));
  const recorder = createRecorder(request, changed);
  const causeOf = createCauses(request, signal);
  const tls = createTlsListeners(realNow, changed);
  /** Attempts without a response. */
  const held = new Map<Recorded, Socket>();
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const followedRedirects = new Map<number, number>();
  let busy = 0;

  async function listen(field: 'port' | 'tlsPort', server: Server, port: number) {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    });
    try {
      return await listenOn(server, host, [port]);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
      throw fieldError(
        [field],
        code === 'EACCES' ? `Not permitted to listen on port ${port}.` : `Port ${port} is in use.`,
        'Choose another port.',
      );
    }
  }

  function end(recorded: Recorded, wasClosedBySender: boolean, endDelayMs: number): void {
    const times = { endedAt: now(), realEndedAt: realNow(), endDelayMs };
    recorder.update(recorded, { ...times, wasClosedBySender });
  }

  function hold(recorded: Recorded, socket: Socket): void {
    const release = () => {
      if (held.delete(recorded)) end(recorded, true, ownDelay.recent());
    };
    held.set(recorded, socket);
    socket.once('close', release);
    if (socket.destroyed) release();
  }

  /** Less by how late this process is: that the sender closed the connection may still be unread. */
  const isOverdue = ({ attempt }: Recorded): boolean =>
    realNow() - ownDelay.recent() - attempt.realStartedAt > limitMs;

  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = now();
    const realStartedAt = realNow();
    const startDelayMs = ownDelay.recent();
    const isGone = hasGone && incoming.url?.startsWith(pathOf(paths.gone)) === true;
    const body = await readWholeBody(incoming);
    const facts = factsOf(request, incoming, body);
    const marker = markers.in(body.bytes);
    const start = { startedAt, realStartedAt, startDelayMs };
    const recorded = recorder.record({ facts, marker, isGone, ...start });
    if (recorded === null) return void response.writeHead(acceptedStatus(profile)).end();
    if (recorded.attempt.response.kind === 'no_response') hold(recorded, incoming.socket);
    else {
      respond(recorded.attempt.response, response, now());
      end(recorded, false, ownDelay.since(realStartedAt));
    }
    const { method, url, headers, signature } = facts;
    if (signature === null || signature.raw === 'match') return;
    const signed = { method, url: `http://${headers.host ?? ''}${url}`, headers };
    const cause = await causeOf({ ...signed, body: body.bytes, receivedAt: startedAt });
    recorder.update(recorded, { cause });
  }

  const server = http.createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => {
    const { url = '', method = '' } = incoming;
    const redirect = redirectOf(url);
    if (redirect !== null) {
      const { status, number } = redirect;
      followedRedirects.set(status, Math.max(followedRedirects.get(status) ?? 0, number));
    }
    const isMessage =
      !ignoredMethods.includes(method) &&
      (url.startsWith(pathOf(paths.webhook)) || (hasGone && url.startsWith(pathOf(paths.gone))));
    if (!isMessage) {
      incoming.resume();
      if (redirect !== null && redirect.number <= (profile.maxRedirects ?? 0)) {
        const next = { ...redirect, number: redirect.number + 1 };
        response.writeHead(redirect.status, { Location: redirectUrl(next) }).end();
      } else response.writeHead(redirect === null ? 404 : acceptedStatus(profile)).end();
      return changed();
    }
    busy += 1;
    void receive(incoming, response).finally(() => {
      busy -= 1;
      changed();
    });
  });

  async function close(): Promise<void> {
    const closed = servers.map(
      (listening) => new Promise<void>((resolve) => void listening.close(() => resolve())),
    );
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  }

  const port = await listen('port', server, request.port);
  const hostText = reachableHost(host);

  async function openTls(from: MockCertificates): Promise<Endpoint['tlsUrls']> {
    const ports = await tls.open(from, (secured, name) =>
      listen(
        'tlsPort',
        secured,
        request.tlsPort === 0 ? 0 : request.tlsPort + senderCertificates.indexOf(name),
      ),
    );
    const urlAt = (name: SenderCertificate) => `https://${hostText}:${ports[name]}${paths.webhook}`;
    return {
      good: urlAt('good'),
      expired: urlAt('expired'),
      wrong_host: urlAt('wrong_host'),
      self_signed: urlAt('self_signed'),
    };
  }

  try {
    const tlsProblem = typeof certificates === 'string' ? certificates : null;
    return {
      url: `http://${hostText}:${port}${paths.webhook}`,
      goneUrl: hasGone ? `http://${hostText}:${port}${paths.gone}` : null,
      tlsUrls: typeof certificates === 'string' ? null : await openTls(certificates),
      tlsProblem,
      observation() {
        const lateMs = ownDelay.recent();
        return {
          now: now() - (hasClock ? 0 : lateMs),
          realNow: realNow() - lateMs,
          hasClock,
          messages: recorder.messages(),
          followedRedirects,
          tls: tls.seen(),
          tlsProblem,
        };
      },
      isDisabled: () =>
        recorder
          .messages()
          .some(({ case: name, attempts }) => name === 'gone' && attempts[0]?.endedAt != null),
      isBusy: () => busy > 0,
      maxClockAt: () =>
        Math.min(
          ...[...held.keys()]
            .filter((recorded) => !isOverdue(recorded))
            .map(({ attempt }) => attempt.startedAt + limitMs),
        ),
      closeOverdue() {
        for (const [recorded, socket] of held) {
          if (now() - recorded.attempt.startedAt <= limitMs || !isOverdue(recorded)) continue;
          held.delete(recorded);
          socket.resetAndDestroy();
          end(recorded, false, ownDelay.recent());
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
