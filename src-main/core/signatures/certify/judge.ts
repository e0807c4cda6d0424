/** Judges a response as a correct receiver and the service would (spec 4.1, 7; D25). */
import type { CertificationOutcome } from '#shared/schemas/certification.ts';
import type { ReceiverResponse } from './receiver.ts';

export interface Judgment {
  readonly outcome: CertificationOutcome;
  readonly message: string;
  readonly note: string | null;
  readonly responses: readonly ReceiverResponse[];
}

export const judge = (
  outcome: CertificationOutcome,
  message: string,
  responses: readonly ReceiverResponse[] = [],
  note: string | null = null,
): Judgment => ({ outcome, message, responses, note });

export const isSuccess = ({ status }: ReceiverResponse): boolean =>
  status !== null && status >= 200 && status <= 299;

const isServerError = ({ status }: ReceiverResponse): boolean => status === null || status >= 500;

const statusText = (response: ReceiverResponse): string =>
  response.status === null ? response.problem : `Returned ${response.status}.`;

const lost = 'Only 5xx responses are retried, so the event would be lost.';
const repeated = 'This event would be retried for up to 4 hours.';

/** Every response must be a 2xx. */
export function judgeAccepted(responses: readonly ReceiverResponse[], detail = ''): Judgment {
  const wrong = responses.find((response) => !isSuccess(response));
  if (wrong === undefined)
    return judge(
      'passed',
      `Accepted with ${responses.at(-1)?.status ?? 'no response'}${detail}.`,
      responses,
    );
  const requestLabel = responses.length === 1 ? '' : ` to request ${responses.indexOf(wrong) + 1}`;
  return judge(
    'failed',
    `${statusText(wrong)} Expected a 2xx${requestLabel}.`,
    responses,
    isServerError(wrong) ? repeated : lost,
  );
}

/** The response must have one of the expected statuses, or any 4xx if none are listed. */
export function judgeRejected(
  response: ReceiverResponse,
  expected: readonly number[] | undefined,
): Judgment {
  const { status } = response;
  const isExpected =
    status !== null &&
    (expected === undefined ? status >= 400 && status <= 499 : expected.includes(status));
  if (isExpected) return judge('passed', `Rejected with ${status}.`, [response]);
  const expectedText = expected === undefined ? 'a 4xx' : expected.join(' or ');
  if (isSuccess(response))
    return judge(
      'failed',
      `Accepted with ${status}; expected ${expectedText}. Anyone could send this request.`,
      [response],
    );
  return judge(
    'failed',
    `${statusText(response)} Expected ${expectedText}.`,
    [response],
    isServerError(response) ? repeated : null,
  );
}
