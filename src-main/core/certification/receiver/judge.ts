/** Judges a response as a correct receiver and the service would (spec 4.1, 7; D25). */
import { causeTexts } from '#shared/labels/rejection-causes.ts';
import { statusMeaning } from '#shared/profiles/status.ts';
import type {
  CertificationCause,
  CertificationOutcome,
  CertificationResult,
  InconclusiveCheck,
} from '#shared/schemas/certification.ts';
import type { ProviderProfile } from '#shared/schemas/profile.ts';
import type { ReceiverResponse } from './receiver.ts';

export interface Judgment {
  readonly outcome: CertificationOutcome;
  readonly message: string;
  readonly note: string | null;
  readonly responses: readonly ReceiverResponse[];
  readonly cause?: CertificationCause;
  readonly mistakes?: CertificationResult['mistakes'];
  readonly inconclusive?: InconclusiveCheck;
}

export const judge = (
  outcome: CertificationOutcome,
  message: string,
  responses: readonly ReceiverResponse[] = [],
  note: string | null = null,
): Judgment => ({ outcome, message, responses, note });

export const isSuccess = ({ status }: ReceiverResponse): boolean =>
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
  if (meaning === 'delivered') return 'Counts as delivered, so the event would be lost.';
  return meaning === 'retried' && retries.kind !== 'none'
    ? 'This event would be retried.'
    : 'Not retried, so the event would be lost.';
}

/** What every response must be. */
const expectedText = ({ success: { delivered } }: ProviderProfile): string =>
  delivered.includes('2xx') ? '2xx' : delivered.join(' or ');

/** Every response must be a 2xx that counts as delivered. */
export function judgeAccepted(
  responses: readonly ReceiverResponse[],
  profile: ProviderProfile,
  detail = '',
): Judgment {
  const wrong = responses.find(
    (response) =>
      !isSuccess(response) || statusMeaning(profile, response.status ?? 0) !== 'delivered',
  );
  if (wrong === undefined)
    return judge(
      'passed',
      `Accepted with ${responses.at(-1)?.status ?? 'no response'}${detail}.`,
      responses,
    );
  const requestLabel = responses.length === 1 ? '' : ` to request ${responses.indexOf(wrong) + 1}`;
  const cause = wrong.libraryError?.cause;
  const text = cause === undefined ? null : causeTexts[cause];
  return {
    ...judge(
      'failed',
      `${statusText(wrong)} Expected a ${expectedText(profile)}${requestLabel}.`,
      responses,
      text === null ? consequence(wrong, profile) : `${text.message} ${text.fix}`,
    ),
    ...(cause !== undefined && { cause }),
  };
}

/**
 * The response must have one of the expected statuses, or any 4xx if none are listed. `risk`: what accepting
 * allows others; null if that alone allows nothing.
 */
export function judgeRejected(
  response: ReceiverResponse,
  expected: readonly number[] | undefined,
  risk: string | null,
): Judgment {
  const { status } = response;
  const isExpected =
    status !== null &&
    (expected === undefined ? status >= 400 && status <= 499 : expected.includes(status));
  if (isExpected) return judge('passed', `Rejected with ${status}.`, [response]);
  const wanted = expected === undefined ? 'a 4xx' : expected.join(' or ');
  if (isSuccess(response))
    return judge(
      'failed',
      [acceptedText(response), `Expected ${wanted}.`, ...(risk === null ? [] : [risk])].join(' '),
      [response],
    );
  return judge('failed', `${statusText(response)} Expected ${wanted}.`, [response]);
}
