/** Response steps, rate limit, outage and forwarding of a mock endpoint. */
import { z } from 'zod';
import { BodyPattern } from '#shared/kit/body-pattern.ts';
import { hasBytes, noBytesProblem } from '#shared/kit/body-text.ts';
import { JsonValue } from '#shared/kit/json-value.ts';
import { limitedTexts } from '#shared/kit/limited-texts.ts';
import { Timestamp } from '#shared/kit/name.ts';
import { headerLineProblem } from '#shared/kit/static-header.ts';
import { completedUrl, webhookUrlProblem } from '#shared/kit/webhook-url.ts';
import { MockFault, mockFaults } from './faults.ts';

const maxResponseHeaders = 20;
const maxBodyLength = 100_000;
/** Longer than any client waits. */
const maxDelayMs = 3_600_000;

const Status = z
  .int({ error: 'status must be a whole number.' })
  .min(100, 'status must be at least 100.')
  .max(999, 'status must be at most 999.');

/** Response headers, except those that frame the body. */
const ResponseHeaders = limitedTexts(
  z.string({ error: 'A header value must be a string. Put it in quotes.' }),
  maxResponseHeaders,
  (count) => `A response can have at most ${maxResponseHeaders} headers; this one has ${count}.`,
  'headers must be an object of names and values.',
).superRefine((headers, ctx) => {
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerLineProblem(name, value) ?? framingProblem(name);
    if (problem !== null) ctx.addIssue({ code: 'custom', path: [name], message: problem });
  }
});

function framingProblem(name: string): string | null {
  if (/^(content-length|transfer-encoding)$/i.test(name))
    return `The mock endpoint sets the header "${name}". For a wrong length, use the fault wrong_content_length.`;
  if (/^trailer$/i.test(name))
    return `Mock endpoints don't send trailers. Remove the header "${name}".`;
  return null;
}

const delayMs = (name: string) =>
  z
    .int({ error: `${name} must be a whole number of milliseconds.` })
    .min(0, `${name} must not be negative.`)
    .max(maxDelayMs, `${name} must be at most 3,600,000 (one hour).`);

/** Where a mock endpoint forwards requests to (D54). Nothing is forwarded during an outage. */
export const MockForward = z.strictObject({
  /** URL of your server. The part of a request's path after `/mock/<name>`, and its query, are appended. */
  url: z
    .string({ error: 'forward.url is missing. Enter the URL of your server.' })
    .overwrite(completedUrl)
    .superRefine((url, ctx) => {
      const problem = webhookUrlProblem(url, 'Forward URL');
      if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
    }),
  /** Milliseconds of real time for the response headers, and between parts of its body. Default 30,000. */
  timeoutMs: z
    .int({ error: 'timeoutMs must be a whole number of milliseconds.' })
    .min(1, 'timeoutMs must be at least 1.')
    .max(maxDelayMs, 'timeoutMs must be at most 3,600,000 (one hour).')
    .default(30_000),
  /** Names in the Host header that are accepted in addition to local ones, such as that of a tunnel. */
  allowedHosts: z
    .array(
      z
        .string({ error: 'A host must be a string.' })
        .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'Enter a host name without a scheme or port.')
        .max(253, 'A host name has at most 253 characters.')
        .toLowerCase(),
      { error: 'allowedHosts must be a list of host names.' },
    )
    .max(20, 'allowedHosts can have at most 20 hosts.')
    .default([]),
});
export type MockForward = z.infer<typeof MockForward>;

/** How a step forwards a request. Its delay and fault then apply to the response. */
export const StepForward = z.strictObject({
  /**
   * `server`: your server's response is returned. `step`: it is dropped, and the step's status, headers and body
   * are returned. Default `server`.
   */
  response: z
    .enum(['server', 'step'], { error: 'response must be "server" or "step".' })
    .default('server'),
  /** Milliseconds of real time before the request is forwarded. Default 0. */
  delayMs: delayMs('delayMs').default(0),
  /** How many times the request is sent, one after another; the first response counts. Default 1. */
  times: z
    .int({ error: 'times must be a whole number.' })
    .min(1, 'times must be at least 1.')
    .max(10, 'times must be at most 10.')
    .default(1),
  /** Changes one bit in the middle of this body. Default `none`. */
  corrupt: z
    .enum(['none', 'request', 'response'], {
      error: 'corrupt must be "none", "request" or "response".',
    })
    .default('none'),
  /** Waits until the next request was forwarded, for 3 s at most. Default false. */
  afterNext: z.boolean({ error: 'afterNext must be true or false.' }).default(false),
  /** Sends the copies at the same time instead of one after another. Default false. */
  concurrent: z.boolean({ error: 'concurrent must be true or false.' }).default(false),
});
export type StepForward = z.infer<typeof StepForward>;

/** A scripted response. All fields are optional. */
export const MockStep = z.strictObject({
  /** Default 200. */
  status: Status.default(200),
  /** How many requests get it; with `then: "random"`, its weight. Default 1. */
  times: z
    .int({ error: 'times must be a whole number.' })
    .min(1, 'times must be at least 1.')
    .max(1_000_000, 'times must be at most 1,000,000.')
    .default(1),
  headers: ResponseHeaders.default({}),
  /** Text, sent as UTF-8; `text/plain` unless the headers say otherwise. */
  body: z
    .string({ error: 'body must be a string. Put JSON in quotes.' })
    .max(maxBodyLength, 'body is too long: at most 100,000 characters.')
    .refine(hasBytes, noBytesProblem)
    .default(''),
  /** Milliseconds of real time before the response. Default 0. */
  delayMs: delayMs('delayMs').default(0),
  /** If given, the delay is random between `delayMs` and this. */
  delayMaxMs: delayMs('delayMaxMs').optional(),
  fault: MockFault.default('none'),
  /** Rate of `slow_body` and `endless_body`. */
  bytesPerSecond: z
    .int({ error: 'bytesPerSecond must be a whole number.' })
    .min(1, 'bytesPerSecond must be at least 1.')
    .max(10_000_000, 'bytesPerSecond must be at most 10,000,000.')
    .optional(),
  /**
   * For mock endpoints that forward. Absent: forwards and returns the response of your server. Null: doesn't forward.
   */
  forward: StepForward.nullable().optional(),
});
export type MockStep = z.infer<typeof MockStep>;

/** A response to requests whose JSON or form matches, instead of a step. The first rule that is not used up counts. */
export const MockRule = z.strictObject({
  /** Part of the JSON body, or fields of the form, such as `{ "messageId": "order-17" }`, as in scenarios. */
  match: BodyPattern,
  ...MockStep.shape,
  fault: MockStep.shape.fault.refine((fault) => mockFaults[fault].occurs === 'in_response', {
    error: 'This fault occurs before the body is known. Use it in a step.',
  }),
});
export type MockRule = z.infer<typeof MockRule>;

/** In a response: its patterns were checked when it was written, and there may be thousands. */
export const WrittenRule = MockRule.extend({ match: z.record(z.string(), JsonValue) });

/** Beyond `perSecond` requests in a second, returns 429 with Retry-After. */
export const RateLimit = z.strictObject({
  perSecond: z
    .int({ error: 'perSecond must be a whole number.' })
    .min(1, 'perSecond must be at least 1.')
    .max(100_000, 'perSecond must be at most 100,000.'),
  /** Default 1. */
  retryAfterSeconds: z
    .int({ error: 'retryAfterSeconds must be a whole number.' })
    .min(0, 'retryAfterSeconds must not be negative.')
    .max(86_400, 'retryAfterSeconds must be at most 86,400 (one day).')
    .default(1),
});
export type RateLimit = z.infer<typeof RateLimit>;

const timeOfDay = (name: string) =>
  z
    .string({ error: `${name} must be a time of day such as "00:10".` })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${name} must be a time of day such as "00:10".`);

/** Error for the kind of outage that the given fields suggest. */
function problemOfKind({ input, code, ...issue }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_union' || typeof input !== 'object' || input === null) return undefined;
  const { errors } = issue as Pick<z.core.$ZodIssueInvalidUnion, 'errors'>;
  const [daily, window] = errors;
  if ('durationMs' in input) return window?.[0]?.message;
  return 'from' in input || 'to' in input ? daily?.[0]?.message : undefined;
}

const outageResponse = {
  /** Default 503. */
  status: Status.default(503),
  /** With `refuse_connection`, the port is closed during the outage. */
  fault: MockFault.default('none'),
};

/** Daily between two local times of day on the virtual clock; may cross midnight. */
export const DailyOutage = z.strictObject({
  from: timeOfDay('from'),
  to: timeOfDay('to'),
  ...outageResponse,
});
export type DailyOutage = z.infer<typeof DailyOutage>;

const maxOutageMs = 366 * 86_400_000;

/** Once, for a duration on the virtual clock (D56). */
export const OutageWindow = z.strictObject({
  durationMs: z
    .int({ error: 'durationMs must be a whole number of milliseconds.' })
    .min(1, 'durationMs must be at least 1.')
    .max(maxOutageMs, 'durationMs must be at most 366 days.'),
  /** Absent: starts when it is saved. Null: not started. */
  startsAt: Timestamp.nullable().optional(),
  ...outageResponse,
});
export type OutageWindow = z.infer<typeof OutageWindow>;

export const Outage = z.union([DailyOutage, OutageWindow], {
  error: (issue) =>
    problemOfKind(issue) ??
    'outage must have a durationMs, or from and to as times of day such as "00:10".',
});
export type Outage = z.infer<typeof Outage>;

// Outages with a duration on the virtual clock, measured from their start (D56).

export const isWindow = (outage: Outage): outage is OutageWindow => 'durationMs' in outage;

/** Null before the start is set. */
export function windowEnd({ startsAt, durationMs }: OutageWindow): number | null {
  return typeof startsAt === 'number' ? startsAt + durationMs : null;
}

export type WindowState = 'scheduled' | 'down' | 'over';

export function windowState(outage: OutageWindow, now: number): WindowState {
  const { startsAt } = outage;
  const end = windowEnd(outage);
  if (typeof startsAt !== 'number' || end === null || now >= end) return 'over';
  return now < startsAt ? 'scheduled' : 'down';
}

/** The same outage starting at `now`. Daily outages are unchanged. */
export function startedAt(outage: Outage | null, now: number): Outage | null {
  return outage !== null && isWindow(outage) ? { ...outage, startsAt: now } : outage;
}

/** Minutes since midnight of a time of day such as "00:10". */
export const minutesOf = (timeOfDay: string): number => {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return 60 * hours + minutes;
};

/** Whether a mock endpoint with this outage is down at `now`. */
export function isDown(outage: Outage, now: number): boolean {
  return isWindow(outage) ? windowState(outage, now) === 'down' : isDownDaily(outage, now);
}

function isDownDaily({ from, to }: DailyOutage, now: number): boolean {
  const date = new Date(now);
  const minute = 60 * date.getHours() + date.getMinutes();
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return start < end ? start <= minute && minute < end : minute >= start || minute < end;
}
