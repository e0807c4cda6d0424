/** Receives the sender's requests and responds to them by their cases. */
import type { ServerResponse } from 'node:http';
import { type Connection, type Exchange, reset } from '#main/mocks/connection.ts';
import type { Listening } from '#main/mocks/listener.ts';
import { readWholeBody, signedRequest } from '#main/mocks/read-request.ts';
import { casesOf, type SenderCertificationRequest } from '#shared/certification/sender.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { OwnDelay } from '../own-delay.ts';
import { createCauses } from './causes.ts';
import { type CaseResponse, latestTimeout, longestTimeLimitMs } from './expected.ts';
import type { Markers } from './identify.ts';
import { createListeners } from './listeners.ts';
import { type Observation, paths } from './observation.ts';
import { createRecorder, type Recorded } from './recorder.ts';
import { factsOf } from './request-facts.ts';
import { acceptedStatus } from './responses.ts';

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
  readonly listening: Listening;
  readonly request: SenderCertificationRequest;
  readonly markers: Markers;
  /** Time of the sender's clock. */
  readonly now: () => number;
  readonly realNow: () => number;
  readonly ownDelay: OwnDelay;
  readonly changed: () => void;
  readonly signal: AbortSignal | undefined;
}

export type Endpoint = Awaited<ReturnType<typeof startEndpoint>>;

const pathOf = (url: string): string => url.split('?')[0] ?? url;

/** Probes by browsers and scripts are no messages. */
const ignoredMethods = ['GET', 'HEAD', 'OPTIONS'];

function respond(planned: CaseResponse, { connection, response }: Exchange, now: number): void {
  if (planned.kind === 'reset') return void reset(connection);
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

/** Responds to the requests of messages, and records them. */
function createMessages(tools: EndpointTools, hasGone: boolean) {
  const { request, markers, now, realNow, ownDelay, changed, signal } = tools;
  const profile = profileOf(request);
  const limitMs = latestTimeout(longestTimeLimitMs(profile));
  const recorder = createRecorder(request, changed);
  const causeOf = createCauses(request, signal);
  /** Attempts without a response. */
  const held = new Map<Recorded, Connection>();
  let busy = 0;

  function end(recorded: Recorded, wasClosedBySender: boolean, endDelayMs: number): void {
    const times = { endedAt: now(), realEndedAt: realNow(), endDelayMs };
    recorder.update(recorded, { ...times, wasClosedBySender });
  }

  function hold(recorded: Recorded, connection: Connection): void {
    const release = () => {
      if (held.delete(recorded)) end(recorded, true, ownDelay.recent());
    };
    held.set(recorded, connection);
    connection.socket.once('close', release);
    if (connection.socket.destroyed) release();
  }

  /** Less by how late this process is: that the sender closed the connection may still be unread. */
  const isOverdue = ({ attempt }: Recorded): boolean =>
    realNow() - ownDelay.recent() - attempt.realStartedAt > limitMs;

  async function receive(exchange: Exchange): Promise<void> {
    const startedAt = now();
    const realStartedAt = realNow();
    const startDelayMs = ownDelay.recent();
    const isGone = hasGone && exchange.request.url?.startsWith(pathOf(paths.gone)) === true;
    const body = await readWholeBody(exchange.request);
    const facts = factsOf(request, exchange, body);
    const marker = markers.in(body.bytes);
    const start = { startedAt, realStartedAt, startDelayMs };
    const recorded = recorder.record({ facts, marker, isGone, ...start });
    if (recorded === null) return void exchange.response.writeHead(acceptedStatus(profile)).end();
    const planned = recorded.attempt.response;
    if (planned.kind === 'no_response') hold(recorded, exchange.connection);
    else {
      respond(planned, exchange, now());
      end(recorded, false, ownDelay.since(realStartedAt));
    }
    if (facts.signature === null || facts.signature.raw === 'match') return;
    const cause = await causeOf({ ...signedRequest(exchange, body), receivedAt: startedAt });
    recorder.update(recorded, { cause });
  }

  return {
    messages: recorder.messages,
    receive(exchange: Exchange): void {
      busy += 1;
      void receive(exchange).finally(() => {
        busy -= 1;
        changed();
      });
    },
    /** Whether a response disabled the endpoint. */
    isDisabled: () =>
      recorder
        .messages()
        .some(({ case: name, attempts }) => name === 'gone' && attempts[0]?.endedAt != null),
    /** Whether a request is being read or diagnosed, or a response is being sent. */
    isBusy: () => busy > 0,
    /** The latest time to which the sender's clock may be set while an attempt waits in real time. */
    maxClockAt: () =>
      Math.min(
        ...[...held.keys()]
          .filter((recorded) => !isOverdue(recorded))
          .map(({ attempt }) => attempt.startedAt + limitMs),
      ),
    /** Ends attempts without a response that the sender should have ended long ago. */
    closeOverdue() {
      for (const [recorded, connection] of held) {
        if (now() - recorded.attempt.startedAt <= limitMs || !isOverdue(recorded)) continue;
        held.delete(recorded);
        reset(connection);
        end(recorded, false, ownDelay.recent());
      }
    },
  };
}

/** Throws an AppError if a port is taken. */
export async function startEndpoint(tools: EndpointTools) {
  const { listening, request, now, realNow, ownDelay, changed } = tools;
  const profile = profileOf(request);
  const hasClock = request.clockUrl !== undefined;
  const hasGone = casesOf(profile).includes('gone');
  const { receive, messages, ...attempts } = createMessages(tools, hasGone);
  const followedRedirects = new Map<number, number>();
  const listeners = createListeners(listening, request, realNow, changed);

  /** Probes, and redirects that are followed. */
  function respondToOther(redirect: Redirect | null, response: ServerResponse): void {
    if (redirect !== null && redirect.number <= (profile.maxRedirects ?? 0)) {
      const next = { ...redirect, number: redirect.number + 1 };
      response.writeHead(redirect.status, { Location: redirectUrl(next) }).end();
    } else response.writeHead(redirect === null ? 404 : acceptedStatus(profile)).end();
  }

  function onRequest(exchange: Exchange): void {
    const { url = '', method = '' } = exchange.request;
    const redirect = redirectOf(url);
    if (redirect !== null) {
      const { status, number } = redirect;
      followedRedirects.set(status, Math.max(followedRedirects.get(status) ?? 0, number));
    }
    const isMessage =
      !ignoredMethods.includes(method) &&
      (url.startsWith(pathOf(paths.webhook)) || (hasGone && url.startsWith(pathOf(paths.gone))));
    if (isMessage) return void receive(exchange);
    exchange.request.resume();
    respondToOther(redirect, exchange.response);
    changed();
  }

  try {
    const origin = await listeners.openHttp(onRequest);
    const tls = await listeners.openTls();
    return {
      ...attempts,
      url: `${origin}${paths.webhook}`,
      /** Null if the profile has no disabling. The second message for it must not arrive. */
      goneUrl: hasGone ? `${origin}${paths.gone}` : null,
      /** None without a usable CA. */
      tlsTargets: typeof tls === 'string' ? [] : tls,
      observation(): Omit<Observation, 'secondGone'> {
        const lateMs = ownDelay.recent();
        return {
          now: now() - (hasClock ? 0 : lateMs),
          realNow: realNow() - lateMs,
          hasClock,
          messages: messages(),
          followedRedirects,
          tls: listeners.tlsConnections(),
          tlsProblem: typeof tls === 'string' ? tls : null,
        };
      },
      close: listeners.close,
    };
  } catch (error) {
    await listeners.close();
    throw error;
  }
}
