/** Judges a response as a correct receiver and the service would (spec 4.1, 7; D25). */

import {
  type CertificationOutcome,
  type CertificationResult,
  type InconclusiveCheck,
  isBusy,
  isRejection,
} from '#shared/certification/receiver.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { statusMeaning } from '#shared/profiles/status.ts';
import { causesText, namedCause } from '#shared/signatures/rejection-causes.ts';
import type { ReceiverResponse } from './receiver.ts';

export interface Judgment {
  readonly outcome: CertificationOutcome;
  readonly message: string;
  readonly note: string | null;
  readonly responses: readonly ReceiverResponse[];
  readonly causes?: CertificationResult['causes'];
  readonly inconclusive?: InconclusiveCheck;
}

export const judge = (
  outcome: CertificationOutcome,
  message: string,
  responses: readonly ReceiverResponse[] = [],
  note: string | null = null,
): Judgment => ({ outcome, message, responses, note });

export const isSuccess = ({ status }: Pick<ReceiverResponse, 'status'>): boolean =>
  status !== null && status >= 200 && status <= 299;

/** Without quotation marks around it, since a body in JSON has its own. */
const withQuote = (text: string, { firstLine }: ReceiverResponse): string =>
  firstLine === '' ? `${text}.` : `${text}: ${firstLine}${/[.!?…]$/.test(firstLine) ? '' : '.'}`;

/** What the receiver returned, with the first line of its body. */
export const statusText = (response: ReceiverResponse): string =>
  response.status === null ? response.problem : withQuote(`Returned ${response.status}`, response);

export const acceptedText = (response: ReceiverResponse): string =>
  withQuote(`Accepted with ${response.status}`, response);

/** What the provider does after such a response. */
export function consequence(
  { status }: ReceiverResponse,
  { success, retries }: ProviderProfile,
): string {
  const meaning = status === null ? 'retried' : statusMeaning({ success }, status);
  return meaning === 'retried' && retries.kind !== 'none'
    ? 'This event would be retried.'
    : 'Not retried, so the event would be lost.';
}

/** What every response must be. */
const expectedText = ({ success: { accepted } }: ProviderProfile): string =>
  accepted.includes('2xx') ? '2xx' : accepted.join(' or ');

/** Every response must be a 2xx that the profile accepts. */
export function judgeAccepted(
  responses: readonly ReceiverResponse[],
  profile: ProviderProfile,
  detail = '',
): Judgment {
  const wrong = responses.find(
    (response) =>
      !isSuccess(response) || statusMeaning(profile, response.status ?? 0) !== 'accepted',
  );
  if (wrong === undefined)
    return judge(
      'passed',
      `Accepted with ${responses.at(-1)?.status ?? 'no response'}${detail}.`,
      responses,
    );
  const requestLabel = responses.length === 1 ? '' : ` to request ${responses.indexOf(wrong) + 1}`;
  const code = wrong.libraryError?.cause;
  const causes = code === undefined ? undefined : [namedCause(code)];
  return {
    ...judge(
      'failed',
      `${statusText(wrong)} Expected a ${expectedText(profile)}${requestLabel}.`,
      responses,
      causes === undefined ? consequence(wrong, profile) : causesText(causes),
    ),
    ...(causes !== undefined && { causes }),
  };
}

/** Of a response with a busy status. */
export function judgeBusy(
  busy: ReceiverResponse,
  what: string,
  responses: readonly ReceiverResponse[],
): Judgment {
  const text = `${statusText(busy)} The receiver was busy, so it didn't ${what}. Turn off its rate limit, or run it again.`;
  return {
    ...judge('inconclusive', text, responses),
    inconclusive: { code: 'receiver_busy', status: busy.status ?? 0 },
  };
}

/** A request that must be rejected, and its response. */
export interface Forged {
  /** What differs between several requests, such as the type of the message. */
  readonly name: string;
  readonly response: ReceiverResponse;
}

/**
 * No response may be a 2xx, and the first one must have one of the expected statuses, or reject if none are
 * listed: a receiver may not know what the others are. A busy receiver proves nothing. `risk`: what accepting allows others; null if that alone
 * allows nothing.
 */
export function judgeRejected(
  forged: readonly [Forged, ...Forged[]],
  expected: readonly number[] | undefined,
  risk: string | null,
): Judgment {
  const responses = forged.map(({ response }) => response);
  const wanted = expected === undefined ? 'a 4xx' : expected.join(' or ');
  const accepted = forged.filter(({ response }) => isSuccess(response));
  const [wrong] = accepted;
  if (wrong !== undefined) {
    const names = new Set(accepted.map(({ name }) => name));
    const which = accepted.length === forged.length ? '' : ` for ${[...names].join(', ')}`;
    const text = `${acceptedText(wrong.response)} Expected ${wanted}${which}.`;
    return judge('failed', risk === null ? text : `${text} ${risk}`, responses);
  }
  const [{ response }] = forged;
  const { status } = response;
  const isExpected = (given: number | null): boolean =>
    expected === undefined ? isRejection(given) : given !== null && expected.includes(given);
  if (!isExpected(status) && !isBusy(status))
    return judge('failed', `${statusText(response)} Expected ${wanted}.`, responses);
  const busy = responses.find((of) => isBusy(of.status) && !isExpected(of.status));
  return busy === undefined
    ? judge('passed', `Rejected with ${status}.`, responses)
    : judgeBusy(busy, 'judge the signature', responses);
}
