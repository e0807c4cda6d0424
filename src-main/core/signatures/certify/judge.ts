/** Judges a response as a correct receiver and the service would (spec 4.1, 7; D25). */
import type { CertificationOutcome } from '#shared/schemas/certification.ts';
import type { Answer } from './receiver.ts';

export interface Judgement {
  readonly outcome: CertificationOutcome;
  readonly message: string;
  readonly note: string | null;
  readonly responses: readonly Answer[];
}

export const judged = (
  outcome: CertificationOutcome,
  message: string,
  responses: readonly Answer[] = [],
  note: string | null = null,
): Judgement => ({ outcome, message, responses, note });

export const isSuccess = ({ status }: Answer): boolean =>
  status !== null && status >= 200 && status <= 299;

const isServerError = ({ status }: Answer): boolean => status === null || status >= 500;

const answered = (answer: Answer): string =>
  answer.status === null ? answer.problem : `Returned ${answer.status}.`;

const lost = 'Any response but a 5xx counts as delivered, so the event would be lost.';
const repeated = 'This event would be retried for up to 4 hours.';

/** Every response must be a 2xx. */
export function judgeAccepted(responses: readonly Answer[], said = 'Accepted'): Judgement {
  const wrong = responses.find((answer) => !isSuccess(answer));
  if (wrong === undefined)
    return judged(
      'passed',
      `${said} with ${responses.at(-1)?.status ?? 'no response'}.`,
      responses,
    );
  const which = responses.length === 1 ? '' : ` (request ${responses.indexOf(wrong) + 1})`;
  return judged(
    'failed',
    `${answered(wrong)} A signed request should be accepted with a 2xx${which}.`,
    responses,
    isServerError(wrong) ? repeated : lost,
  );
}

/** The response must have one of the expected statuses, or any 4xx if none are listed. */
export function judgeRejected(answer: Answer, expected: readonly number[] | undefined): Judgement {
  const { status } = answer;
  const isExpected =
    status !== null &&
    (expected === undefined ? status >= 400 && status <= 499 : expected.includes(status));
  if (isExpected) return judged('passed', `Rejected with ${status}.`, [answer]);
  const wanted = expected === undefined ? 'a 4xx' : expected.join(' or ');
  if (isSuccess(answer))
    return judged(
      'failed',
      `Accepted with ${status}; expected ${wanted}. Anyone could send this request.`,
      [answer],
    );
  return judged(
    'failed',
    `${answered(answer)} Expected ${wanted}.`,
    [answer],
    isServerError(answer) ? repeated : null,
  );
}
