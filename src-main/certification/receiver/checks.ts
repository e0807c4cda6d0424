/** The certification checks: what each one sends and how it judges the responses. */

import { setTimeout as pause } from 'node:timers/promises';
import { withOneByteChanged } from '#main/deliveries/sign-as.ts';
import {
  otherSecret,
  withEmptySecret,
  withOtherHash,
  withoutSecret,
  withZeros,
} from '#main/signatures/signing/other-signing.ts';
import type { Digest } from '#main/signatures/signing/profile-signature.ts';
import type { SentMessage } from '#shared/certification/message-url.ts';
import {
  type CertificationCode,
  type CertificationRequest,
  isBusy,
  verifiesJson,
} from '#shared/certification/receiver.ts';
import { formatDuration, formatLatency } from '#shared/kit/duration.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import {
  causeTexts,
  namedCause,
  type RejectionCause,
} from '#shared/signatures/rejection-causes.ts';
import type { Bodies } from './bodies.ts';
import {
  acceptedText,
  consequence,
  type Forged,
  isSuccess,
  type Judgment,
  judge,
  judgeAccepted,
  judgeBusy,
  judgeRejected,
  statusText,
} from './judge.ts';
import type { LookUp } from './look-up.ts';
import type { Receiver, ReceiverResponse, RequestFacts } from './receiver.ts';

export interface CheckContext {
  readonly receiver: Receiver;
  readonly bodies: Bodies;
  readonly request: CertificationRequest;
  /** Null without a lookup URL. */
  readonly lookUp: LookUp | null;
}

export type Check = (context: CheckContext) => Promise<Judgment>;

const accepts =
  (body: (bodies: Bodies) => string): Check =>
  async ({ receiver, bodies, request }) =>
    judgeAccepted([await receiver.signed(body(bodies))], profileOf(request));

/** A receiver that rejects the plain event, too, says nothing about the text. */
const acceptsText =
  (body: (bodies: Bodies) => ReturnType<Bodies['unicode']>): Check =>
  async ({ receiver, bodies, request }) => {
    const { text, plain } = body(bodies);
    const response = await receiver.signed(text);
    const judgment = judgeAccepted([response], profileOf(request));
    if (isSuccess(response) || isBusy(response.status) || plain === null) return judgment;
    const other = await receiver.signed(plain);
    if (isSuccess(other)) return { ...judgment, responses: [response, other] };
    return judge('not_run', 'The receiver rejects the same event with plain text, too.', [
      response,
      other,
    ]);
  };

/** A request before it is forged. */
interface Valid {
  readonly signature: string;
  readonly body: string;
  readonly facts: RequestFacts;
}

interface Forgery {
  /** The body that is signed, if it isn't the one that `change` gets. */
  readonly signed?: (bodies: Bodies) => string;
  readonly change?: (body: string) => string;
  readonly ageMs?: (profile: ProviderProfile) => number;
  readonly risk?: string | null;
  /** Forged in the same way after the first request. */
  readonly others?: (bodies: Bodies) => readonly Original[];
}

/** A message or event, before it is forged. */
interface Original extends Pick<RequestFacts, 'event' | 'contentType'> {
  readonly text: string;
}

/** A receiver may verify only some types, or only what it parses as JSON. */
const ofOtherKinds = ({ event, events, track }: Bodies): readonly Original[] => [
  ...events().slice(1),
  { event, text: track(), contentType: 'text/plain' },
];

/** Of a receiver that was busy or didn't respond, which says nothing about the body. */
const isUnjudged = ({ status }: ReceiverResponse): boolean => status === null || isBusy(status);

/** Needs no secret. */
const byAnyone = { risk: 'Anyone could send this request.' };
/** Needs a signature, but no secret. */
const withRecorded = { risk: 'Anyone who recorded a signed request could send this one.' };

/** Expects rejection of a body with a wrong signature. */
const rejects =
  (
    forge: (valid: Valid, context: CheckContext) => string | null,
    {
      signed: otherBody,
      change = (body) => body,
      ageMs = () => 0,
      risk = null,
      others = () => [],
    }: Forgery = {},
  ): Check =>
  async (context) => {
    const { receiver, bodies, request } = context;
    const at = receiver.newFacts().at - ageMs(profileOf(request));
    async function send({ text: body, event, contentType }: Original): Promise<Forged> {
      const facts = receiver.newFacts({ at, event, contentType });
      const signed = otherBody?.(bodies) ?? body;
      const valid = { signature: receiver.signature(signed, facts), body, facts };
      return {
        name: contentType === undefined ? event : `Content-Type ${contentType}`,
        response: await receiver.forged(change(body), facts, forge(valid, context), signed),
      };
    }
    const first = await send({ event: bodies.event, text: bodies.track(at) });
    const forged: [Forged, ...Forged[]] = [first];
    for (const other of others(bodies)) forged.push(await send(other));
    return judgeRejected(forged, request.expectReject, risk);
  };

/** The signature has another digest. */
const rejectsDigest = (digest: Digest, forgery?: Forgery): Check =>
  rejects(({ body, facts }, { receiver }) => receiver.signature(body, facts, { digest }), forgery);

const withOtherSecret = ({ secret, profile }: CertificationRequest): string =>
  otherSecret(profileOf({ profile }), secret);

async function sendIdentified({ receiver, bodies }: CheckContext) {
  const { text, messageId } = bodies.identified();
  const send = () => receiver.signed(text, { id: messageId });
  const response = await send();
  const message: SentMessage = { messageId, body: text, headers: response.sentHeaders };
  return { message, response, send };
}

/** The second follows once the first is processed: a receiver that polls for work takes longest then. */
const learnedMessages = 2;

/** How long the receiver takes for a message, before others fill its queue. */
export async function learnProcessing(context: CheckContext, lookUp: LookUp): Promise<void> {
  for (let sent = 0; sent < learnedMessages; sent += 1) {
    const { message, response } = await sendIdentified(context);
    if (!isSuccess(response) || !(await lookUp.learn(message))) return;
  }
}

const sharedValueNote =
  'Not looked up: messages share the value in the lookup URL. Use a unique one.';

/** A receiver that verifies too late rejects a message that it has processed already. */
async function rejectsWrongSecret(context: CheckContext): Promise<Judgment> {
  const { receiver, bodies, request, lookUp } = context;
  const forged = (body: string, facts: RequestFacts): string =>
    receiver.signature(body, facts, { secrets: [withOtherSecret(request)] });
  const judgment = await rejects(({ body, facts }) => forged(body, facts), byAnyone)(context);
  if (judgment.outcome !== 'passed' || lookUp === null) return judgment;
  if (lookUp.hasLearned()) {
    const { message, response } = await sendIdentified(context);
    if (isSuccess(response)) await lookUp.untilProcessed(message);
  }
  const { text: body, messageId } = bodies.identified();
  const facts = receiver.newFacts({ id: messageId });
  const sent = [body, facts, forged(body, facts)] as const;
  const message = { messageId, body, headers: receiver.headersOf(...sent) };
  // Of other messages, if the value in the URL isn't that of one message.
  const before = await lookUp.count(message, 0);
  if (typeof before === 'number' && before > 0) return { ...judgment, note: sharedValueNote };
  const response = await receiver.forged(...sent);
  const count = await lookUp.count(message, 0);
  return typeof count === 'number' && count > 0
    ? judge(
        'failed',
        `${statusText(response)} But the message was processed: verify the signature first.`,
        [response],
        byAnyone.risk,
      )
    : judgment;
}

/** Clocks of sender and receiver may differ a little. */
const marginMs = 60_000;

const staleMs = ({ tolerance }: ProviderProfile): number => (tolerance.pastMs ?? 0) + marginMs;
const futureMs = ({ tolerance }: ProviderProfile): number =>
  -((tolerance.futureMs ?? 0) + marginMs);

/**
 * Sent while a secret is rotated: a receiver that knows one of them must accept. Official libraries read only the
 * last signature of some providers, so that a rejection in the other order is only a warning.
 */
async function acceptsRotated({ receiver, bodies, request }: CheckContext): Promise<Judgment> {
  const known = request.secret;
  const other = withOtherSecret(request);
  async function send(secrets: readonly string[]): Promise<ReceiverResponse> {
    const body = bodies.track();
    const facts = receiver.newFacts();
    return await receiver.forged(body, facts, receiver.signature(body, facts, { secrets }));
  }
  const last = await send([other, known]);
  const judgment = judgeAccepted([last], profileOf(request));
  if (judgment.outcome !== 'passed') return judgment;
  const first = await send([known, other]);
  const responses = [last, first];
  return isSuccess(first) || isUnjudged(first)
    ? { ...judgment, responses }
    : judge(
        'warned',
        `${statusText(first)} Only the last signature is read.`,
        responses,
        'Accept a request if any of its signatures is valid: providers may send the new one first.',
      );
}

async function acceptsEvents({ receiver, bodies, request }: CheckContext): Promise<Judgment> {
  const responses = [];
  for (const { text, event } of bodies.events())
    responses.push(await receiver.signed(text, { event }));
  return judgeAccepted(responses, profileOf(request));
}

async function respondsInTime({ receiver, bodies, request }: CheckContext): Promise<Judgment> {
  const response = await receiver.signed(bodies.track());
  const { timeLimitMs } = profileOf(request);
  if (response.status === null)
    return judge('failed', response.problem, [response], consequence(response, profileOf(request)));
  const duration = formatLatency(response.durationMs);
  // Slower responses risk a timeout under load.
  return response.durationMs > timeLimitMs / 2
    ? judge(
        'warned',
        `Responded after ${duration}, close to the ${formatDuration(timeLimitMs)} timeout.`,
        [response],
      )
    : judge('passed', `Responded after ${duration}.`, [response]);
}

async function tenConcurrent({ receiver, bodies, request }: CheckContext): Promise<Judgment> {
  const ten = Array.from({ length: 10 }, () => bodies.track());
  const responses = await receiver.together(ten);
  const slowest = Math.max(...responses.map(({ durationMs }) => durationMs));
  return judgeAccepted(
    responses,
    profileOf(request),
    `, the slowest after ${formatLatency(slowest)}`,
  );
}

async function reusesConnection({ receiver, bodies, request }: CheckContext): Promise<Judgment> {
  const responses = await receiver.onOneConnection(Array.from({ length: 4 }, () => bodies.track()));
  return responses.some(({ closedReused }) => closedReused)
    ? judge(
        'warned',
        'Closed a connection that it had kept open, before it responded.',
        responses,
        'Such a delivery fails, though it may have been processed. Respond with "Connection: close" before closing.',
      )
    : judgeAccepted(responses, profileOf(request));
}

/** Of responses that show the cause. */
const causedBy = (
  code: RejectionCause,
  text: string,
  responses: readonly ReceiverResponse[],
  outcome: 'warned' | 'failed' = 'failed',
): Judgment => ({
  ...judge(outcome, `${text} ${causeTexts[code].message}`, responses, causeTexts[code].fix),
  causes: [namedCause(code)],
});

/** Only the documentation of `segment-classic` verifies re-serialized JSON (D63). */
const reserialized = (
  text: string,
  responses: readonly ReceiverResponse[],
  { id }: ProviderProfile,
): Judgment =>
  causedBy('reserialized_json', text, responses, id === defaultProfileId ? 'warned' : 'failed');

async function acceptsLarge(context: CheckContext): Promise<Judgment> {
  const judgment = await acceptsText((bodies) => bodies.large())(context);
  const [response] = judgment.responses;
  if (judgment.outcome !== 'failed' || response === undefined) return judgment;
  // A 2xx that doesn't count as delivered is no rejection.
  if (isSuccess(response) || isUnjudged(response)) return judgment;
  const short = await context.receiver.signed(context.bodies.track());
  return isSuccess(short)
    ? causedBy('body_truncated', statusText(response), [...judgment.responses, short])
    : judgment;
}

/** Serializing the JSON again removes it; trimming does not. */
const withInnerSpace = (json: string, spaces = 1): string =>
  json.replace(/[[{]/, (bracket) => bracket + ' '.repeat(spaces));

/** At least as long as the other text. */
const lengthened = (json: string, text: string): string =>
  withInnerSpace(json, Math.max(1, Buffer.byteLength(text) - Buffer.byteLength(json)));

/** A receiver may hash the body after parsing and serializing it. */
async function acceptsRawBytes({ receiver, bodies, request }: CheckContext): Promise<Judgment> {
  const profile = profileOf(request);
  const responses: ReceiverResponse[] = [];
  const accepted: ReceiverResponse[] = [];
  for (const { text, rewritten, isRequired } of [bodies.exactNumbers(), bodies.spaced()]) {
    const response = await receiver.signed(text);
    responses.push(response);
    if (isSuccess(response)) {
      accepted.push(response);
      continue;
    }
    if (isBusy(response.status)) return judgeAccepted([response], profile);
    // Some providers end the body with a line break.
    const trimmed = text.trim();
    if (trimmed !== text && !isUnjudged(response)) {
      const other = await receiver.signed(trimmed);
      responses.push(other);
      if (isSuccess(other)) return causedBy('body_trimmed', statusText(response), responses);
    }
    // A receiver that also rejects what a library writes reveals nothing about these bytes.
    for (const form of rewritten) {
      const other = await receiver.signed(form);
      responses.push(other);
      if (!isSuccess(other)) continue;
      const spaced = await receiver.signed(withInnerSpace(form));
      responses.push(spaced);
      if (isUnjudged(spaced)) break;
      if (!isSuccess(spaced)) return reserialized(statusText(response), responses, profile);
      if (isUnjudged(response)) break;
      const long = await receiver.signed(lengthened(form, text));
      responses.push(long);
      return isSuccess(long) || isUnjudged(long)
        ? { ...judgeAccepted([response], profile), responses }
        : causedBy('body_truncated', statusText(response), responses);
    }
    if (isRequired) return judgeAccepted([response], profile);
  }
  return judgeAccepted(accepted, profile);
}

/** The signature stays that of the body without the whitespace. */
const rejectsWhiteSpace = (change: (body: string) => string): Check =>
  rejects(({ signature }) => signature, { change });

async function rejectsAddedWhiteSpace(context: CheckContext): Promise<Judgment> {
  const { receiver, bodies, request } = context;
  const profile = profileOf(request);
  const judgment = await rejectsWhiteSpace((body) => `${body}\n`)(context);
  const [response] = judgment.responses;
  if (!verifiesJson(profile) || response === undefined || !isSuccess(response)) return judgment;
  // A receiver that accepts any signature reveals nothing about whitespace, nor does a busy one.
  const body = bodies.track();
  const facts = receiver.newFacts();
  const forged = receiver.signature(body, facts, { secrets: [withOtherSecret(request)] });
  const other = await receiver.forged(body, facts, forged);
  if (isSuccess(other) || isBusy(other.status)) return judgment;
  const inner = await rejectsWhiteSpace(withInnerSpace)(context);
  if (inner.outcome === 'inconclusive') return judgment;
  const responses = [response, ...inner.responses];
  return inner.responses.some(isSuccess)
    ? reserialized(acceptedText(response), responses, profile)
    : causedBy('body_trimmed', judgment.message, responses);
}

async function sendTwice(context: CheckContext) {
  const { response, ...sent } = await sendIdentified(context);
  return { ...sent, responses: [response, await sent.send()] as const };
}

/** A copy that isn't accepted while the message is processed is sent again so often, and after so many milliseconds. */
const [maxCopies, copyAfterMs] = [5, 1_000];

async function duplicateAccepted(context: CheckContext): Promise<Judgment> {
  const { responses, send } = await sendTwice(context);
  const [first] = responses;
  let [, copy] = responses;
  for (let sent = 1; isSuccess(first) && !isSuccess(copy) && sent < maxCopies; sent += 1) {
    await pause(copyAfterMs);
    copy = await send();
  }
  if (isSuccess(first) && isBusy(copy.status))
    return judgeBusy(copy, 'get the message twice', [first, copy]);
  return judgeAccepted([first, copy], profileOf(context.request));
}

async function duplicateProcessedOnce(context: CheckContext): Promise<Judgment> {
  const { lookUp } = context;
  if (lookUp === null) return judge('not_run', 'Needs a lookup URL.');
  const { message, responses } = await sendTwice(context);
  const busy = responses.find(({ status }) => isBusy(status));
  if (busy !== undefined) return judgeBusy(busy, 'get the message twice', responses);
  const count = await lookUp.count(message, 1);
  if (typeof count === 'string') return judge('failed', count, responses);
  if (count === 1) return judge('passed', 'Processed once.', responses);
  const times =
    count === 0
      ? `Not processed within ${formatDuration(lookUp.limitMs())}`
      : `Processed ${count} times`;
  return judge('failed', `${times}; expected once.`, responses);
}

async function outOfOrder({ receiver, bodies, request }: CheckContext): Promise<Judgment> {
  return judgeAccepted(
    [await receiver.signed(bodies.track()), await receiver.signed(bodies.minuteAgo())],
    profileOf(request),
  );
}

const tamper = (body: string): string =>
  Buffer.from(withOneByteChanged(Buffer.from(body))).toString();

export const checks: Readonly<Record<CertificationCode, Check>> = {
  responds_in_time: respondsInTime,
  ten_at_once: tenConcurrent,
  reuse_connection: reusesConnection,
  accept_track: accepts((bodies) => bodies.track()),
  accept_identify: accepts((bodies) => bodies.identify()),
  accept_page: accepts((bodies) => bodies.page()),
  accept_screen: accepts((bodies) => bodies.screen()),
  accept_group: accepts((bodies) => bodies.group()),
  accept_alias: accepts((bodies) => bodies.alias()),
  accept_delete: accepts((bodies) => bodies.delete()),
  accept_unicode: acceptsText((bodies) => bodies.unicode()),
  accept_special_characters: accepts((bodies) => bodies.specialCharacters()),
  accept_empty_objects: accepts((bodies) => bodies.emptyObjects()),
  accept_numbers: accepts((bodies) => bodies.numbers()),
  accept_key_order: accepts((bodies) => bodies.keyOrder()),
  accept_32_kb: acceptsLarge,
  accept_raw_bytes: acceptsRawBytes,
  accept_events: acceptsEvents,
  accept_rotated: acceptsRotated,
  reject_unsigned: rejects(() => null, { ...byAnyone, others: ofOtherKinds }),
  reject_empty: rejects(() => '', byAnyone),
  reject_wrong_secret: rejectsWrongSecret,
  reject_empty_secret: rejectsDigest(withEmptySecret, byAnyone),
  reject_plain_hash: rejectsDigest(withoutSecret, byAnyone),
  reject_zeros: rejectsDigest(withZeros, byAnyone),
  reject_other_scheme: rejectsDigest(withOtherHash),
  reject_other_body: rejects(({ signature }) => signature, {
    signed: (bodies) => bodies.page(),
    ...withRecorded,
  }),
  reject_tampered_body: rejects(({ signature }) => signature, {
    ...{ change: tamper, ...withRecorded },
    others: ofOtherKinds,
  }),
  reject_stale: rejects(({ signature }) => signature, {
    ageMs: staleMs,
    risk: 'Anyone who recorded it could send it again.',
  }),
  reject_future: rejects(({ signature }) => signature, {
    ageMs: futureMs,
    risk: 'Anyone who recorded it could send it again until its timestamp is too old.',
  }),
  reject_added_white_space: rejectsAddedWhiteSpace,
  reject_truncated: rejects(({ signature }) => signature.slice(0, signature.length / 2)),
  duplicate_accepted: duplicateAccepted,
  duplicate_processed_once: duplicateProcessedOnce,
  out_of_order: outOfOrder,
};
