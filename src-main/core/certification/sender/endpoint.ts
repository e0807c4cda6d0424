/** Listens for the sender's requests and responds to them by their cases. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { profileOf } from '#shared/profiles/profiles.ts';
import {
  casesOf,
  type SenderCertificate,
  type SenderCertificationRequest,
} from '#shared/schemas/sender-certification.ts';
import { fieldError } from '../../app-error.ts';
import type { ReceiverCertificates } from '../../certificates/receiver-certificates.ts';
import { isWildcard, listenOn } from '../../listen.ts';
import { readWholeBody } from '../../receivers/read-request.ts';
import { type CaseResponse, latestTimeout } from './expected.ts';
import type { Markers } from './identify.ts';
import { type Observation, paths } from './observation.ts';
import { createRecorder, type Recorded } from './recorder.ts';
import { factsOf } from './request-facts.ts';
import { createTlsListeners } from './tls-listeners.ts';

const redirectPath = '/redirected';

interface EndpointTools {
  readonly host: string;
  readonly request: SenderCertificationRequest;
  readonly markers: Markers;
  /** A message that says why there is no usable CA. */
  readonly certificates: ReceiverCertificates | string;
  /** Time of the sender's clock. */
  readonly now: () => number;
  readonly realNow: () => number;
  readonly changed: () => void;
}

export interface Endpoint {
  readonly url: string;
  /** Null if the profile has no disabling. */
  readonly goneUrl: string | null;
  readonly tlsUrls: Readonly<Record<SenderCertificate, string>> | null;
  /** Why there are no `tlsUrls`. */
  readonly tlsProblem: string | null;
  observation(): Observation;
  /** Whether a request is being read or a response is being sent. */
  isBusy(): boolean;
  /** The latest time to which the sender's clock may be set while an attempt waits in real time. */
  maxClockAt(): number;
  /** Ends attempts without a response that the sender should have ended long ago. */
  closeOverdue(): void;
  close(): Promise<void>;
}

/** Probes by browsers and scripts are no messages. */
const ignoredMethods = ['GET', 'HEAD', 'OPTIONS'];

function respond(planned: CaseResponse, response: ServerResponse): void {
  if (planned.kind === 'reset') return void response.socket?.resetAndDestroy();
  if (planned.kind === 'no_response') return;
  if (planned.isRedirect) response.setHeader('Location', redirectPath);
  if (planned.retryAfterMs !== null)
    response.setHeader('Retry-After', String(planned.retryAfterMs / 1_000));
  response.writeHead(planned.status).end();
}

export async function startEndpoint(tools: EndpointTools): Promise<Endpoint> {
  const { host, request, markers, certificates, now, realNow, changed } = tools;
  const profile = profileOf(request);
  const hasGone = casesOf(profile).includes('gone');
  const limitMs = latestTimeout(profile.timeLimitMs);
  const recorder = createRecorder(request, changed);
  const tls = createTlsListeners(realNow, changed);
  /** Attempts without a response. */
  const held = new Map<Recorded, Socket>();
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let followedRedirects = 0;
  let busy = 0;

  function listen(server: Server, port: number): Promise<number> {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    });
    return listenOn(server, host, [port]);
  }

  function end(recorded: Recorded, wasClosedBySender: boolean): void {
    recorder.end(recorded, { endedAt: now(), realEndedAt: realNow(), wasClosedBySender });
  }

  function hold(recorded: Recorded, socket: Socket): void {
    const release = () => {
      if (held.delete(recorded)) end(recorded, true);
    };
    held.set(recorded, socket);
    socket.once('close', release);
    if (socket.destroyed) release();
  }

  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = now();
    const realStartedAt = realNow();
    const isGone = hasGone && incoming.url?.startsWith(paths.gone) === true;
    const body = await readWholeBody(incoming);
    const facts = factsOf(request, incoming, body);
    const marker = markers.in(body.bytes);
    const recorded = recorder.record({ facts, marker, isGone, startedAt, realStartedAt });
    if (recorded === null) return void response.writeHead(200).end();
    if (recorded.attempt.response.kind === 'no_response') return hold(recorded, incoming.socket);
    respond(recorded.attempt.response, response);
    end(recorded, false);
  }

  const server = http.createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => {
    const { url = '', method = '' } = incoming;
    if (url.startsWith(redirectPath)) followedRedirects += 1;
    const isMessage =
      !ignoredMethods.includes(method) &&
      (url.startsWith(paths.webhook) || (hasGone && url.startsWith(paths.gone)));
    if (!isMessage) {
      incoming.resume();
      response.writeHead(url.startsWith(redirectPath) ? 200 : 404).end();
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

  const port = await listen(server, request.port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    throw fieldError(
      ['port'],
      error.code === 'EACCES'
        ? `Not permitted to listen on port ${request.port}.`
        : `Port ${request.port} is in use.`,
      'Choose another port.',
    );
  });
  const reachable = isWildcard(host) ? '127.0.0.1' : host;
  const hostText = reachable.includes(':') ? `[${reachable}]` : reachable;

  async function openTls(from: ReceiverCertificates): Promise<Endpoint['tlsUrls']> {
    const ports = await tls.open(from, (secured) => listen(secured, 0));
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
      observation: () => ({
        now: now(),
        realNow: realNow(),
        messages: recorder.messages(),
        followedRedirects,
        tls: tls.seen(),
        tlsProblem,
      }),
      isBusy: () => busy > 0,
      maxClockAt: () =>
        Math.min(
          ...[...held.keys()]
            .filter(({ attempt }) => realNow() - attempt.realStartedAt <= limitMs)
            .map(({ attempt }) => attempt.startedAt + limitMs),
        ),
      closeOverdue() {
        for (const [recorded, socket] of held) {
          const { startedAt, realStartedAt } = recorded.attempt;
          if (now() - startedAt <= limitMs || realNow() - realStartedAt <= limitMs) continue;
          held.delete(recorded);
          socket.resetAndDestroy();
          end(recorded, false);
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
