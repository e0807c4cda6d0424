/** What a sender did so far: messages with their attempts, and connections with bad certificates. */

import type { SenderCertificate } from '#shared/certification/sender.ts';
import { casesOf, type SenderCase } from '#shared/certification/sender-checks.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { type Disturbance, maxTries, toleranceOf } from '../own-delay.ts';
import {
  type CaseResponse,
  type Expected,
  earliestAllowed,
  earliestTimeout,
  expectedAfter,
  latestAllowed,
  latestTimeout,
  longestTimeLimitMs,
} from './expected.ts';
import type { RequestFacts, ShownRequest } from './request-facts.ts';

/** Where the sender must send. An encoded character in the query must not change. */
export const paths = { webhook: '/webhook?id=a%2Bb', gone: '/gone?id=a%2Bb' } as const;

/** Times are milliseconds on the sender's clock if it is set, unless named `real`; else of a clock that never jumps. */
export interface Attempt extends Omit<RequestFacts, 'shown'> {
  /** From 1, within its message. */
  readonly number: number;
  readonly startedAt: number;
  /** The same in milliseconds since the epoch, to compare it with timestamps. */
  readonly receivedAt: number;
  /** How far the sender's clock was set ahead the last time: it may have sent this at any time in between. */
  readonly clockStepMs: number;
  readonly realStartedAt: number;
  /** Null until the response was sent or the connection closed. */
  readonly endedAt: number | null;
  readonly realEndedAt: number | null;
  readonly wasClosedBySender: boolean;
  /** How late this process was, in real time, when it read the request. */
  readonly startDelayMs: number;
  /** The same when it responded, or read that the connection was closed. */
  readonly endDelayMs: number;
  readonly response: CaseResponse;
  /** The likely cause of a wrong or missing signature; null if none is known. */
  readonly cause: string | null;
  /** Null beyond the first requests. */
  readonly shown: ShownRequest | null;
}

export interface Message {
  /** From 1, in order of the first attempts. */
  readonly number: number;
  /** Whether it was sent to the URL that is disabled. */
  readonly isGone: boolean;
  /** Null for messages beyond those needed, and until a request arrived as a whole. */
  readonly case: SenderCase | null;
  /** Of the trigger, if the body holds it. */
  readonly marker: string | null;
  readonly attempts: readonly Attempt[];
}

/** The first attempt whose request arrived as a whole. Broken ones get no response, and prove nothing about the body. */
export const firstComplete = ({ attempts }: Pick<Message, 'attempts'>): Attempt | undefined =>
  attempts.find(({ isComplete }) => isComplete);

/** Of one certificate. */
export interface TlsConnections {
  /** Connections that ended after the start of their handshake. */
  readonly handshakes: number;
  readonly open: number;
  readonly requests: number;
  /** Real time of the last change; null without. */
  readonly lastAt: number | null;
}

/** A second message for a URL that was disabled by the first. */
export interface SecondGone {
  /** On the sender's clock, when the trigger responded. */
  readonly at: number;
  /** Of the trigger, which may refuse to send. */
  readonly status: number;
}

/** Of the sender, once a message has failed. */
export interface Restart {
  /**
   * In real time, since its clock may show the same before: when its old process had ended, which may send until then.
   * Null until then.
   */
  readonly realStartedAt: number | null;
  /** On the sender's clock, when it was ready again; null until then. */
  readonly endedAt: number | null;
}

export interface Observation {
  /** Less by how late this process is: what arrived later may still be unread. */
  readonly now: number;
  /** The same in real time. */
  readonly realNow: number;
  /** Whether the sender's clock is set, so that its times are exact. */
  readonly hasClock: boolean;
  readonly messages: readonly Message[];
  /** How many redirects in a row the sender followed, by status. */
  readonly followedRedirects: ReadonlyMap<number, number>;
  /** Null until it started. */
  readonly restart: Restart | null;
  /** Null until it was triggered. */
  readonly secondGone: SecondGone | null;
  /** How many requests of browsers were ignored. */
  readonly browserRequests: number;
  readonly tls: Readonly<Record<SenderCertificate, TlsConnections>>;
  /** Why no certificate can be shown; null if all can. */
  readonly tlsProblem: string | null;
}

/** `stopped`: there was no further attempt, as expected. `unexpected`: there was, though none must come. */
export type TransitionState =
  | 'pending'
  | 'on_time'
  | 'early'
  | 'late'
  | 'missing'
  | 'stopped'
  | 'unexpected';

/** From one attempt to the next. */
export interface Transition {
  readonly attempt: Attempt;
  readonly expected: Expected;
  readonly state: TransitionState;
  /** From the end of the attempt to the next one; null without. */
  readonly gapMs: number | null;
  /** Why this proves nothing about times; null if it does. */
  readonly disturbance: Disturbance | null;
  /** When a pending state can change by itself. */
  readonly dueAt: readonly number[];
}

/** How long to wait for an attempt, or for there to be none. It distinguishes late retries from missing ones. */
const waitMs = ({ retry, latestMs }: Expected): number =>
  latestAllowed(latestMs) * (retry === 'required' ? 2 : 1);

function stateOf(expected: Expected, gapMs: number | null, waitedMs: number): TransitionState {
  const latestMs = latestAllowed(expected.latestMs);
  if (gapMs === null) {
    if (waitedMs <= waitMs(expected)) return 'pending';
    return expected.retry === 'required' ? 'missing' : 'stopped';
  }
  if (expected.retry === 'forbidden') return 'unexpected';
  if (gapMs < earliestAllowed(expected.earliestMs)) return 'early';
  return gapMs > latestMs ? 'late' : 'on_time';
}

/** By how much the delay before a retry may be wrong without changing its judgment. */
interface GapTolerance {
  readonly tooLongMs: number;
  readonly tooShortMs: number;
}

const anyGap: GapTolerance = {
  tooLongMs: Number.POSITIVE_INFINITY,
  tooShortMs: Number.POSITIVE_INFINITY,
};

function gapTolerance({ retry, earliestMs, latestMs }: Expected, gapMs: number): GapTolerance {
  if (retry === 'forbidden') return anyGap;
  // No gap is below 0.
  const limits = [earliestAllowed(earliestMs), latestAllowed(latestMs)].filter((ms) => ms > 0);
  return {
    tooLongMs: gapMs - Math.max(Number.NEGATIVE_INFINITY, ...limits.filter((ms) => ms <= gapMs)),
    tooShortMs: Math.min(Number.POSITIVE_INFINITY, ...limits.filter((ms) => ms > gapMs)) - gapMs,
  };
}

function disturbanceOf(
  attempt: Attempt,
  next: Attempt | undefined,
  { tooLongMs, tooShortMs }: GapTolerance,
  profile: ProviderProfile,
): Disturbance | null {
  const { response } = attempt;
  // The response came too early on the sender's clock, whose steps took longer in real time.
  const earlyMs =
    response.kind === 'status' && attempt.endedAt !== null && !attempt.wasClosedBySender
      ? response.afterMs - (attempt.endedAt - attempt.startedAt)
      : 0;
  const delays = [
    { delayMs: earlyMs, toleranceMs: toleranceOf(profile) },
    {
      delayMs: Math.max(attempt.startDelayMs, attempt.endDelayMs),
      toleranceMs: toleranceOf(profile),
    },
    { delayMs: next?.startDelayMs ?? 0, toleranceMs: tooLongMs },
    // The delay began when the sender closed the connection, not when this was read.
    { delayMs: attempt.wasClosedBySender ? attempt.endDelayMs : 0, toleranceMs: tooShortMs },
  ];
  return delays.find(({ delayMs, toleranceMs }) => delayMs > toleranceMs) ?? null;
}

/** What is due too early comes then, and not with what is due in time: the sender's clock is set from step to step. */
const justBefore = (ms: number): number => Math.max(0, ms - 1);

const responseAfterMs = (response: CaseResponse): number =>
  response.kind === 'status' ? response.afterMs : 0;

/** At most so many steps of the sender's clock, to see when it stops waiting for a response. */
const maxTimeoutSteps = 20;

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Rounds up to the end of a period, so that messages that end at similar times share a step of the sender's clock. */
const endOfPeriod = (at: number, periodMs: number): number => Math.ceil(at / periodMs) * periodMs;

/** When to check, on a set clock, that nothing came: after the profile's delay, an hour, and more than a day. */
const quietSteps = (waitsSince: number, suggestedMs: number): readonly number[] => [
  waitsSince + latestAllowed(suggestedMs) + 1,
  endOfPeriod(waitsSince + hourMs, hourMs),
  endOfPeriod(waitsSince + latestAllowed(Math.max(suggestedMs, dayMs)) + 1, dayMs),
];

/** From the start of an attempt: where a sender may stop waiting. Most time limits are whole seconds. */
function timeoutSteps(profile: ProviderProfile): readonly number[] {
  const { timeLimitMs } = profile;
  const longestMs = longestTimeLimitMs(profile);
  const latestMs = latestTimeout(longestMs);
  const stepMs = 1_000 * Math.ceil((longestMs - timeLimitMs) / 1_000 / maxTimeoutSteps);
  const count = stepMs === 0 ? 0 : Math.floor((longestMs - timeLimitMs) / stepMs);
  const between = Array.from({ length: count }, (_, index) => timeLimitMs + (index + 1) * stepMs);
  return [
    justBefore(earliestTimeout(timeLimitMs)),
    earliestTimeout(timeLimitMs),
    ...[timeLimitMs, ...between, longestMs],
    ...[latestMs, latestMs + 1],
  ];
}

/** How much earlier a sender whose clock is set may have stopped waiting than it was seen. */
function timeoutWithinMs(attempt: Attempt, profile: ProviderProfile): number {
  if (attempt.response.kind !== 'no_response' || attempt.endedAt === null) return 0;
  const waitedMs = attempt.endedAt - attempt.startedAt;
  return waitedMs - Math.max(0, ...timeoutSteps(profile).filter((ms) => ms < waitedMs));
}

export type Times = Pick<Observation, 'now' | 'hasClock' | 'restart'>;

export function transitionsOf(
  { attempts, case: name }: Message,
  profile: ProviderProfile,
  { now, hasClock, restart }: Times,
): readonly Transition[] {
  const startedAt = attempts[0]?.startedAt ?? now;
  return attempts.map((attempt, index): Transition => {
    const { number, response } = attempt;
    const endedAt = attempt.endedAt ?? now;
    const elapsedMs = endedAt - startedAt;
    const afterResponse = expectedAfter(profile, { number, response, elapsedMs });
    // Either side may have closed the connection, so nothing says that the sender must retry, or must not.
    const expected: Expected = {
      ...afterResponse,
      ...(!attempt.isComplete && { retry: 'allowed' }),
      ...(hasClock && {
        earliestMs: Math.max(0, afterResponse.earliestMs - timeoutWithinMs(attempt, profile)),
      }),
      // A forbidden retry may come at any time.
      ...(hasClock &&
        afterResponse.retry === 'forbidden' && {
          latestMs: Math.max(afterResponse.latestMs, dayMs),
        }),
      // It may retry as soon as it runs again.
      ...(name === 'restart' && { earliestMs: 0 }),
    };
    if (attempt.endedAt === null)
      return {
        attempt,
        expected,
        state: 'pending',
        gapMs: null,
        disturbance: null,
        dueAt: [
          attempt.startedAt + responseAfterMs(response),
          ...timeoutSteps(profile).map((ms) => attempt.startedAt + ms),
        ],
      };
    const waitsSince = name === 'restart' ? Math.max(endedAt, restart?.endedAt ?? now) : endedAt;
    const next = attempts[index + 1];
    const gapMs = next === undefined ? null : Math.max(0, next.startedAt - endedAt);
    return {
      attempt,
      expected,
      gapMs,
      disturbance: disturbanceOf(
        attempt,
        next,
        hasClock || gapMs === null ? anyGap : gapTolerance(expected, gapMs),
        profile,
      ),
      state: stateOf(expected, gapMs, now - waitsSince),
      dueAt:
        hasClock && expected.retry === 'forbidden'
          ? quietSteps(waitsSince, afterResponse.latestMs)
          : [
              ...(expected.retry === 'forbidden'
                ? []
                : [
                    justBefore(earliestAllowed(expected.earliestMs)),
                    earliestAllowed(expected.earliestMs),
                    expected.earliestMs,
                    ...expected.likelyMs,
                    expected.latestMs,
                  ].map((ms) => waitsSince + ms)),
              waitsSince + latestAllowed(expected.latestMs),
              waitsSince + waitMs(expected) + 1,
            ],
    };
  });
}

const endStates: readonly TransitionState[] = ['missing', 'stopped', 'unexpected'];

/** Whether nothing more can be learned from a message. */
export const isFinished = (transitions: readonly Transition[]): boolean =>
  transitions.some(({ state }) => endStates.includes(state));

/** The first reason why a message proves nothing about times; null if it does. */
export const disturbanceIn = (transitions: readonly Transition[]): Disturbance | null =>
  transitions.find(({ disturbance }) => disturbance !== null)?.disturbance ?? null;

/** The messages of one case, one per try. */
export interface Tries {
  readonly name: SenderCase;
  readonly count: number;
  /** Of the last try, if all of them were disturbed. */
  readonly disturbance: Disturbance | null;
  /** Whether another message is needed: a first one, or one more if this process was too late. */
  readonly needsMessage: boolean;
}

/** A URL that was disabled can't be tried again: a second message is no try, it must not come. */
const maxTriesOf = (name: SenderCase): number => (name === 'gone' ? 1 : maxTries);

/** How often each case was tried, and whether it must be tried again. */
export const triesOf = (
  profile: ProviderProfile,
  { messages, ...times }: Times & Pick<Observation, 'messages'>,
): readonly Tries[] =>
  casesOf(profile).map((name) => {
    const tries = messages.filter((message) => message.case === name).slice(0, maxTriesOf(name));
    const disturbances = tries.map((message) =>
      disturbanceIn(transitionsOf(message, profile, times)),
    );
    const isDisturbed = disturbances.every((disturbance) => disturbance !== null);
    return {
      name,
      count: tries.length,
      disturbance: isDisturbed ? (disturbances.at(-1) ?? null) : null,
      needsMessage: tries.length === 0 || (isDisturbed && tries.length < maxTriesOf(name)),
    };
  });
