/** Listens for the sender's requests, assigns them to cases and responds. */
import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Server, Socket } from 'node:net';
import { profileOf } from '#shared/profiles/profiles.ts';
import {
  casesOf,
  type SenderCertificate,
  type SenderCertificationRequest,
  senderCertificates,
} from '#shared/schemas/sender-certification.ts';
import { fieldError } from '../../app-error.ts';
import type { ReceiverCertificates } from '../../certificates/receiver-certificates.ts';
import { listenOn } from '../../listen.ts';
import { headerLines, readWholeBody } from '../../receivers/read-request.ts';
import { claimedId, claimedTime } from '../../routing/received-signature.ts';
import { checkSignature, isSignedBy } from '../../routing/verify-signature.ts';
import { bodyProblem, secretIn } from './body.ts';
import { latestAllowed, type Reply } from './expected.ts';
import { findMessage, type Markers } from './identify.ts';
import {
  type Attempt,
  type Message,
  type Observation,
  paths,
  type TlsConnections,
} from './observation.ts';
import { replyTo } from './replies.ts';

const redirectPath = '/redirected';

/** A sender that never gives up must not fill the memory. */
const maxAttempts = 500;
const maxMessages = 1_000;

interface EndpointTools {
  readonly host: string;
  readonly request: SenderCertificationRequest;
  readonly markers: Markers;
  /** Null if there is no usable CA. */
  readonly certificates: ReceiverCertificates | null;
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
  observation(): Observation;
  /** Whether a request is being read or a response is being sent. */
  isBusy(): boolean;
  /** Ends attempts without a response that the sender should have ended long ago. */
  closeOverdue(): void;
  close(): Promise<void>;
}

const noConnections: TlsConnections = { connections: 0, requests: 0, lastAt: null };

export async function startEndpoint(tools: EndpointTools): Promise<Endpoint> {
  const { host, request, markers, certificates, now, realNow, changed } = tools;
  const profile = profileOf(request);
  const cases = casesOf(profile).filter((name) => name !== 'gone');
  let messages: readonly Message[] = [];
  let followedRedirects = 0;
  let busy = 0;
  const tls = Object.fromEntries(senderCertificates.map((name) => [name, noConnections])) as Record<
    SenderCertificate,
    TlsConnections
  >;
  /** Attempts without a response, by their message and number. */
  const held = new Map<Attempt, ServerResponse>();
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  async function listen(server: Server, port: number): Promise<number> {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    });
    return listenOn(server, host, [port]);
  }

  const unassigned = () =>
    cases.filter((name) => messages.every((message) => message.case !== name));

  function put(message: Message): void {
    messages = [...messages.filter(({ number }) => number !== message.number), message].sort(
      (a, b) => a.number - b.number,
    );
    changed();
  }

  function endAttempt(number: number, attempt: Attempt, wasClosedBySender: boolean): void {
    const message = messages.find((of) => of.number === number);
    if (message === undefined) return;
    const ended = { ...attempt, endedAt: now(), realEndedAt: realNow(), wasClosedBySender };
    put({
      ...message,
      attempts: message.attempts.map((of) => (of.number === attempt.number ? ended : of)),
    });
  }

  function respond(reply: Reply, response: ServerResponse): void {
    if (reply.kind === 'reset') return void response.socket?.resetAndDestroy();
    if (reply.kind === 'no_response') return;
    if (reply.isRedirect) response.setHeader('Location', redirectPath);
    if (reply.retryAfterMs !== null)
      response.setHeader('Retry-After', String(reply.retryAfterMs / 1_000));
    response.writeHead(reply.status).end();
  }

  /** Facts of a request that don't depend on its message. */
  function factsOf(incoming: IncomingMessage, body: Buffer, isComplete: boolean) {
    const signed = {
      method: incoming.method ?? '',
      url: `http://${authority}${incoming.url ?? ''}`,
      headers: incoming.headers,
      body,
    };
    const { secret, previousSecret } = request;
    return {
      method: signed.method,
      url: incoming.url ?? '',
      headers: incoming.headers,
      headerLines: headerLines(incoming),
      bodyBytes: body.length,
      bodyDigest: createHash('sha256').update(body).digest('hex'),
      bodyProblem: bodyProblem(profile, incoming.headers, body, isComplete),
      secretIn: secretIn(profile, request.secret, incoming.rawHeaders, body),
      id: claimedId(profile, incoming.headers),
      timestamp: claimedTime(profile, incoming.headers),
      signature: checkSignature([profile], secret, signed),
      isSignedWithPrevious:
        previousSecret === undefined ? null : isSignedBy(profile, previousSecret, signed),
    };
  }

  async function receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = now();
    const realStartedAt = realNow();
    const { bytes, isComplete } = await readWholeBody(incoming);
    const facts = factsOf(incoming, bytes, isComplete);
    const marker = markers.in(bytes);
    const isGone = incoming.url?.startsWith(paths.gone) === true;
    const known = findMessage(messages, { ...facts, marker });
    if ((known?.attempts.length ?? 0) >= maxAttempts || messages.length >= maxMessages)
      return void response.writeHead(200).end();
    const message: Message = known ?? {
      number: messages.length + 1,
      case: isGone ? 'gone' : (unassigned()[0] ?? null),
      marker,
      attempts: [],
    };
    const number = message.attempts.length + 1;
    const attempt: Attempt = {
      ...{ number, startedAt, realStartedAt, endedAt: null, realEndedAt: null },
      ...{ wasClosedBySender: false, ...facts, reply: replyTo(message.case, profile, number) },
    };
    put({ ...message, attempts: [...message.attempts, attempt] });
    const socket = incoming.socket;
    if (attempt.reply.kind === 'no_response') {
      held.set(attempt, response);
      socket.once('close', () => {
        if (held.delete(attempt)) endAttempt(message.number, attempt, true);
      });
      if (socket.destroyed && held.delete(attempt)) endAttempt(message.number, attempt, true);
      return;
    }
    respond(attempt.reply, response);
    endAttempt(message.number, attempt, false);
  }

  const server = http.createServer({ keepAliveTimeout: 65_000 }, (incoming, response) => {
    if (incoming.url?.startsWith(redirectPath)) {
      followedRedirects += 1;
      incoming.resume();
      response.writeHead(200).end();
      return changed();
    }
    busy += 1;
    void receive(incoming, response).finally(() => {
      busy -= 1;
      changed();
    });
  });
  const port = await listen(server, request.port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    throw fieldError(['port'], `Can't listen on port ${request.port}.`, 'Choose another port.');
  });
  const hostText = host.includes(':') ? `[${host}]` : host;
  const authority = `${hostText}:${port}`;

  async function listenWith(name: SenderCertificate, from: ReceiverCertificates): Promise<string> {
    const { certificate: cert, privateKey: key } = await from.get(name);
    const secured = https.createServer({ cert, key }, (incoming, response) => {
      tls[name] = { ...tls[name], requests: tls[name].requests + 1 };
      incoming.resume();
      response.writeHead(200).end();
      changed();
    });
    secured.on('connection', (socket) => {
      const seen = () => {
        tls[name] = { ...tls[name], lastAt: realNow() };
        changed();
      };
      tls[name] = { ...tls[name], connections: tls[name].connections + 1 };
      seen();
      socket.once('close', seen);
    });
    secured.on('tlsClientError', () => undefined);
    return `https://${hostText}:${await listen(secured, 0)}${paths.webhook}`;
  }

  async function listenWithAll(from: ReceiverCertificates) {
    const pairs = [];
    for (const name of senderCertificates) pairs.push([name, await listenWith(name, from)]);
    return Object.fromEntries(pairs) as Record<SenderCertificate, string>;
  }

  async function close(): Promise<void> {
    const closed = servers.map(
      (listening) => new Promise<void>((resolve) => void listening.close(() => resolve())),
    );
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  }

  let tlsUrls: Endpoint['tlsUrls'];
  try {
    tlsUrls = certificates === null ? null : await listenWithAll(certificates);
  } catch (error) {
    await close();
    throw error;
  }

  return {
    url: `http://${authority}${paths.webhook}`,
    goneUrl: casesOf(profile).includes('gone') ? `http://${authority}${paths.gone}` : null,
    tlsUrls,
    observation: () => ({
      ...{ now: now(), realNow: realNow(), messages, followedRedirects },
      tls: { ...tls },
    }),
    isBusy: () => busy > 0,
    closeOverdue() {
      for (const [attempt, response] of held) {
        const limitMs = latestAllowed(profile.timeLimitMs);
        const isOverdue =
          now() - attempt.startedAt > limitMs && realNow() - attempt.realStartedAt > limitMs;
        if (!isOverdue) continue;
        held.delete(attempt);
        const message = messages.find(({ attempts }) => attempts.includes(attempt));
        response.socket?.resetAndDestroy();
        if (message !== undefined) endAttempt(message.number, attempt, false);
      }
    },
    close,
  };
}
