/** Receives the sender's requests and responds to them by their cases. */
import type { ServerResponse } from 'node:http';
import type { SteadyClock } from '#main/kit/steady-clock.ts';
import { type Exchange, reset } from '#main/mocks/connection.ts';
import type { Listening } from '#main/mocks/listener.ts';
import { readWholeBody, signedRequest } from '#main/mocks/read-request.ts';
import type { SenderCertificationRequest } from '#shared/certification/sender.ts';
import { casesOf, type SenderCase } from '#shared/certification/sender-checks.ts';
import type { Redaction } from '#shared/deliveries/redaction.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { acceptedStatus } from '#shared/profiles/status.ts';
import type { OwnDelay } from '../own-delay.ts';
import { createCauses } from './causes.ts';
import { earliestTimeout, latestTimeout, longestTimeLimitMs } from './expected.ts';
import type { Markers } from './identify.ts';
import { createListeners } from './listeners.ts';
import { firstComplete, type Observation, paths } from './observation.ts';
import { createRecorder, type Recorded } from './recorder.ts';
import { factsOf } from './request-facts.ts';
import { redirectOf, redirectUrl } from './responses.ts';

interface EndpointTools {
  readonly listening: Listening;
  readonly request: SenderCertificationRequest;
  readonly markers: Markers;
  /** Whether the sender is restarted after a message was accepted and the next one failed. */
  readonly hasRestart: boolean;
  /** Time of the sender's clock if it is set, or else steady time. */
  readonly now: () => number;
  /** What the sender's clock shows, in milliseconds since the epoch. */
  readonly wallNow: () => number;
  /** How far the sender's clock was set ahead the last time. */
  readonly clockStepMs: () => number;
  /** Real time. */
  readonly clock: Pick<SteadyClock, 'now' | 'at'>;
  readonly ownDelay: OwnDelay;
  readonly newRedaction: () => Redaction;
  readonly changed: () => void;
  readonly signal: AbortSignal | undefined;
}

export type Endpoint = Awaited<ReturnType<typeof startEndpoint>>;

const pathOf = (url: string): string => url.split('?')[0] ?? url;

/** Real time that a sender gets, before its restart, to store that a message was delivered. */
const storingMs = 400;

/** Probes by browsers and scripts are no messages. */
const ignoredMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Responds to the requests of messages, and records them. */
function createMessages(tools: EndpointTools, hasGone: boolean) {
  const { request, markers, hasRestart, now, wallNow, clockStepMs, clock, ownDelay, newRedaction } =
    tools;
  const { changed, signal } = tools;
  const { now: realNow } = clock;
  const profile = profileOf(request);
  const limitMs = latestTimeout(longestTimeLimitMs(profile));
  const recorder = createRecorder({ request, hasRestart, changed });
  const causeOf = createCauses(request, signal);
  /** Attempts without a response so far, with what ends them. */
  const held = new Map<Recorded, () => void>();
  let busy = 0;

  function end(recorded: Recorded, wasClosedBySender: boolean, endDelayMs: number): void {
    const times = { endedAt: now(), realEndedAt: realNow(), endDelayMs };
    recorder.update(recorded, { ...times, wasClosedBySender });
  }

  /** Until when an attempt without a response waits for one, or for the sender to close the connection. */
  const heldMs = ({ attempt: { response } }: Recorded): number =>
    response.kind === 'status' ? response.afterMs : limitMs;

  /** With a set clock, a sender may still time out in real time: it gets its response just before that. */
  const realAfterMs = (afterMs: number): number =>
    request.clockUrl === undefined
      ? afterMs
      : Math.max(afterMs, earliestTimeout(profile.timeLimitMs));

  /** Until the sender closes the connection, or `finish` is due. */
  function hold(recorded: Recorded, { connection }: Exchange, finish: () => void): void {
    const { realStartedAt, response } = recorded.attempt;
    const release = (wasClosedBySender: boolean): void => {
      if (!held.delete(recorded)) return;
      cancel();
      if (!wasClosedBySender) finish();
      end(recorded, wasClosedBySender, ownDelay.recent());
    };
    const cancel =
      response.kind === 'status'
        ? clock.at(realStartedAt + realAfterMs(response.afterMs), () => release(false))
        : () => undefined;
    held.set(recorded, () => release(false));
    connection.socket.once('close', () => release(true));
    if (connection.socket.destroyed) release(true);
  }

  function respond(recorded: Recorded, exchange: Exchange, isBodyComplete: boolean): void {
    const { realStartedAt, response: planned } = recorded.attempt;
    const finish = (): void => {
      if (planned.kind !== 'status') reset(exchange.connection);
      else exchange.response.writeHead(planned.status, planned.headers(wallNow())).end();
    };
    const isHeld =
      planned.kind === 'no_response' || (planned.kind === 'status' && planned.afterMs > 0);
    if (isHeld) return void hold(recorded, exchange, finish);
    finish();
    end(recorded, !isBodyComplete, ownDelay.since(realStartedAt));
  }

  /** How many messages of a case got a response to their first attempt at least `agoMs` ago. */
  const endedCount = (name: SenderCase, agoMs = 0): number =>
    recorder.messages().filter((message) => {
      const realEndedAt = firstComplete(message)?.realEndedAt ?? Number.POSITIVE_INFINITY;
      return message.case === name && realNow() - realEndedAt >= agoMs;
    }).length;

  /** Less by how late this process is: that the sender closed the connection may still be unread. */
  const isOverdue = ({ attempt }: Recorded): boolean =>
    realNow() - ownDelay.recent() - attempt.realStartedAt > limitMs;

  async function receive(exchange: Exchange): Promise<void> {
    const startedAt = now();
    const receivedAt = wallNow();
    const realStartedAt = realNow();
    const startDelayMs = ownDelay.recent();
    const isGone = hasGone && exchange.request.url?.startsWith(pathOf(paths.gone)) === true;
    const body = await readWholeBody(exchange.request);
    if (markers.isOther(body.bytes))
      return void exchange.response.writeHead(acceptedStatus(profile)).end();
    const facts = factsOf(request, newRedaction(), exchange, body);
    const marker = markers.in(body.bytes);
    const start = {
      startedAt,
      receivedAt,
      clockStepMs: clockStepMs(),
      realStartedAt,
      startDelayMs,
    };
    const recorded = recorder.record({ facts, marker, isGone, ...start });
    if (recorded === null) return void exchange.response.writeHead(acceptedStatus(profile)).end();
    respond(recorded, exchange, body.isComplete);
    if (facts.signature === null || facts.signature.raw === 'match') return;
    const cause = await causeOf({ ...signedRequest(exchange, body), receivedAt });
    recorder.update(recorded, { cause });
  }

  return {
    messages: recorder.messages,
    restart: recorder.restart,
    /** Whether the sender runs again. */
    hasRestarted: () => recorder.restart()?.endedAt != null,
    /** How many messages the sender has had time to store as delivered. */
    deliveredCount: (agoMs = storingMs) => endedCount('accept', agoMs),
    /** Whether the message of the restart has failed. */
    isRestartDue: () => recorder.restart() === null && endedCount('restart') > 0,
    /** `work` ends when the sender runs again, and calls back when its old process has ended. */
    async runRestart(work: (ended: () => void) => Promise<void>): Promise<void> {
      let realStartedAt: number | null = null;
      recorder.setRestart({ realStartedAt, endedAt: null });
      await work(() => {
        realStartedAt = realNow();
        recorder.setRestart({ realStartedAt, endedAt: null });
      });
      recorder.setRestart({ realStartedAt, endedAt: now() });
    },
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
        .some((message) => message.isGone && firstComplete(message)?.endedAt != null),
    /** Whether a request is being read or diagnosed, or a response is being sent. */
    isBusy: () => busy > 0,
    /** The latest time to which the sender's clock may be set while an attempt waits in real time. */
    maxClockAt: () =>
      Math.min(
        ...[...held.keys()]
          .filter((recorded) => !isOverdue(recorded))
          .map((recorded) => recorded.attempt.startedAt + heldMs(recorded)),
      ),
    /** Ends attempts without a response that the sender should have ended long ago, and sends slow responses. */
    endHeld() {
      for (const [recorded, finish] of held) {
        const isSlow = recorded.attempt.response.kind === 'status';
        const isDue = now() - recorded.attempt.startedAt >= heldMs(recorded);
        if (isDue && (isSlow || isOverdue(recorded))) finish();
      }
    },
  };
}

/** Throws an AppError if a port is taken. */
export async function startEndpoint(tools: EndpointTools) {
  const { listening, request, now, clock, ownDelay, changed } = tools;
  const { now: realNow } = clock;
  const profile = profileOf(request);
  const hasClock = request.clockUrl !== undefined;
  const hasGone = casesOf(profile).includes('gone');
  const { receive, messages, restart, ...attempts } = createMessages(tools, hasGone);
  const followedRedirects = new Map<number, number>();
  const listeners = createListeners(listening, request, realNow, changed);

  /** Of redirects that are followed, and of probes. */
  function respondToOther(url: string, response: ServerResponse): void {
    const redirect = redirectOf(url);
    if (redirect === null) return void response.writeHead(404).end();
    const { status, number } = redirect;
    followedRedirects.set(status, Math.max(followedRedirects.get(status) ?? 0, number));
    if (number > (profile.maxRedirects ?? 0))
      return void response.writeHead(acceptedStatus(profile)).end();
    response.writeHead(status, { Location: redirectUrl({ status, number: number + 1 }) }).end();
  }

  function onRequest(exchange: Exchange): void {
    const { url = '', method = '' } = exchange.request;
    const isMessage =
      !ignoredMethods.includes(method) &&
      (url.startsWith(pathOf(paths.webhook)) || (hasGone && url.startsWith(pathOf(paths.gone))));
    if (isMessage) return void receive(exchange);
    exchange.request.resume();
    respondToOther(url, exchange.response);
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
          restart: restart(),
          followedRedirects,
          browserRequests: listeners.browserRequests(),
          tls: listeners.tlsConnections(),
          tlsProblem: typeof tls === 'string' ? tls : null,
        };
      },
      /** How many messages and connections for certificates arrived. */
      arrived: () =>
        Object.values(listeners.tlsConnections()).reduce(
          (sum, { handshakes, open }) => sum + handshakes + open,
          messages().length,
        ),
      close: listeners.close,
    };
  } catch (error) {
    await listeners.close();
    throw error;
  }
}
