/** The certification checks: what each one sends and how it judges the responses. */
import { formatLatency } from '#shared/lib/duration.ts';
import type { CertificationCode, CertificationRequest } from '#shared/schemas/certification.ts';
import { specificationRules } from '../../http-client/attempt-result.ts';
import type { Trust } from '../../http-client/trust.ts';
import { sign } from '../../routing/signature.ts';
import type { Bodies } from './bodies.ts';
import { isSuccess, type Judgment, judge, judgeAccepted, judgeRejected } from './judge.ts';
import { lookUpCount } from './look-up.ts';
import type { Receiver } from './receiver.ts';

export interface CheckContext {
  readonly receiver: Receiver;
  readonly bodies: Bodies;
  readonly request: CertificationRequest;
  readonly trust: Trust;
}

export type Check = (context: CheckContext) => Promise<Judgment>;

/** Responses slower than this risk a timeout under load. */
const slowMs = specificationRules.timeLimitMs / 2;

const accepts =
  (body: (bodies: Bodies) => string): Check =>
  async ({ receiver, bodies }) =>
    judgeAccepted([await receiver.signed(body(bodies))]);

/** Expects rejection of a body with someone else's signature. */
const rejects =
  (
    forge: (validSignature: string, body: string, context: CheckContext) => string | null,
    change: (body: string) => string = (body) => body,
  ): Check =>
  async (context) => {
    const { receiver, bodies, request } = context;
    const body = bodies.track();
    const signature = forge(sign(request.secret, body), body, context);
    return judgeRejected(await receiver.forged(change(body), signature), request.expectReject);
  };

async function respondsInTime({ receiver, bodies }: CheckContext): Promise<Judgment> {
  const response = await receiver.signed(bodies.track());
  if (response.status === null)
    return judge('failed', response.problem, [response], 'This event would be retried.');
  const duration = formatLatency(response.durationMs);
  return response.durationMs > slowMs
    ? judge('warned', `Responded after ${duration}, close to the 5 s timeout.`, [response])
    : judge('passed', `Responded after ${duration}.`, [response]);
}

async function tenConcurrent({ receiver, bodies }: CheckContext): Promise<Judgment> {
  const ten = Array.from({ length: 10 }, () => bodies.track());
  const responses = await receiver.together(ten);
  const slowest = Math.max(...responses.map(({ durationMs }) => durationMs));
  return judgeAccepted(responses, `, the slowest after ${formatLatency(slowest)}`);
}

/**
 * A receiver may hash the re-serialized body. This works for everything the service sends, but for
 * little else.
 */
async function acceptsRawBytes({ receiver, bodies }: CheckContext): Promise<Judgment> {
  const response = await receiver.signed(bodies.rawBytes());
  const judgment = judgeAccepted([response]);
  // A receiver that also rejects a plain body reveals nothing about these bytes.
  if (judgment.outcome === 'passed' || !isSuccess(await receiver.signed(bodies.track())))
    return judgment;
  return judge(
    'warned',
    `${response.status === null ? response.problem : `Returned ${response.status}.`} The receiver seems to hash the re-serialized body instead of the raw bytes.`,
    [response],
    'This works only for bodies that JSON.stringify wrote. Hash the raw bytes.',
  );
}

async function rejectsAddedWhiteSpace(context: CheckContext): Promise<Judgment> {
  const { receiver, bodies, request } = context;
  const judgment = await rejects(
    (validSignature) => validSignature,
    (body) => `${body}\n`,
  )(context);
  const [response] = judgment.responses;
  if (response === undefined || !isSuccess(response)) return judgment;
  // A receiver that accepts any signature reveals nothing about whitespace.
  const body = bodies.track();
  if (isSuccess(await receiver.forged(body, sign(`${request.secret}x`, body)))) return judgment;
  const rewritten = await receiver.signed(bodies.rawBytes());
  return isSuccess(rewritten)
    ? judge(
        'failed',
        `${judgment.message} The receiver seems to trim the body before hashing it.`,
        [response, rewritten],
      )
    : judge(
        'warned',
        `Accepted with ${response.status}: the receiver seems to hash the re-serialized body, which drops whitespace.`,
        [response, rewritten],
      );
}

async function duplicateAccepted({ receiver, bodies }: CheckContext): Promise<Judgment> {
  const { text } = bodies.identified();
  return judgeAccepted([await receiver.signed(text), await receiver.signed(text)]);
}

async function duplicateProcessedOnce({
  receiver,
  bodies,
  request: { lookupUrl },
  trust,
}: CheckContext): Promise<Judgment> {
  if (lookupUrl === undefined) return judge('not_run', 'Needs a lookup URL.');
  const { text, messageId } = bodies.identified();
  const responses = [await receiver.signed(text), await receiver.signed(text)];
  const count = await lookUpCount(lookupUrl, messageId, trust);
  if (typeof count === 'string') return judge('failed', count, responses);
  return count === 1
    ? judge('passed', 'Processed once.', responses)
    : judge('failed', `Processed ${count} times; expected once.`, responses);
}

async function outOfOrder({ receiver, bodies }: CheckContext): Promise<Judgment> {
  return judgeAccepted([
    await receiver.signed(bodies.track()),
    await receiver.signed(bodies.minuteAgo()),
  ]);
}

/** Changes one letter of the event name, so that the body stays valid JSON of the same length. */
const tamper = (body: string): string => body.replace('Certification', 'Certificatiom');

export const checks: Readonly<Record<CertificationCode, Check>> = {
  responds_in_time: respondsInTime,
  ten_at_once: tenConcurrent,
  accept_track: accepts((bodies) => bodies.track()),
  accept_identify: accepts((bodies) => bodies.identify()),
  accept_page: accepts((bodies) => bodies.page()),
  accept_screen: accepts((bodies) => bodies.screen()),
  accept_group: accepts((bodies) => bodies.group()),
  accept_alias: accepts((bodies) => bodies.alias()),
  accept_delete: accepts((bodies) => bodies.delete()),
  accept_unicode: accepts((bodies) => bodies.unicode()),
  accept_special_characters: accepts((bodies) => bodies.specialCharacters()),
  accept_empty_objects: accepts((bodies) => bodies.emptyObjects()),
  accept_numbers: accepts((bodies) => bodies.numbers()),
  accept_key_order: accepts((bodies) => bodies.keyOrder()),
  accept_32_kb: accepts((bodies) => bodies.large()),
  accept_raw_bytes: acceptsRawBytes,
  reject_unsigned: rejects(() => null),
  reject_empty: rejects(() => ''),
  reject_wrong_secret: rejects((_, body, { request }) => sign(`${request.secret}x`, body)),
  reject_other_body: rejects((_right, _body, { bodies, request }) =>
    sign(request.secret, bodies.page()),
  ),
  reject_tampered_body: rejects((validSignature) => validSignature, tamper),
  reject_added_white_space: rejectsAddedWhiteSpace,
  reject_truncated: rejects((validSignature) => validSignature.slice(0, validSignature.length / 2)),
  reject_upper_case: rejects((validSignature) => validSignature.toUpperCase()),
  duplicate_accepted: duplicateAccepted,
  duplicate_processed_once: duplicateProcessedOnce,
  out_of_order: outOfOrder,
};
