/** What a check needs to judge a sender, and its judgment. */

import type { SenderEvidence, SenderOutcome } from '#shared/certification/sender.ts';
import type { SenderCase } from '#shared/certification/sender-checks.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import type { Disturbance } from '../../own-delay.ts';
import type { Attempt, Message, Observation, Transition } from '../observation.ts';

export interface CheckContext {
  readonly observation: Observation;
  readonly profile: ProviderProfile;
  /** By number of the message. */
  readonly transitions: ReadonlyMap<number, readonly Transition[]>;
  readonly hasPreviousSecret: boolean;
  /** Whether the sender is restarted. */
  readonly isRestarted: boolean;
  readonly isTriggered: boolean;
  /** Whether the user defined the profile. */
  readonly isOwnProfile: boolean;
}

export interface Judgment {
  readonly outcome: Extract<SenderOutcome, 'passed' | 'failed' | 'not_observed'>;
  readonly message: string;
  readonly evidence: readonly SenderEvidence[];
  /** Why nothing was observed, if this process was too late. */
  readonly disturbance?: Disturbance;
}

export type Check = (context: CheckContext) => Judgment;

/** More would not help to find the bug. */
const maxEvidence = 20;

const judgment =
  (outcome: Judgment['outcome']) =>
  (message: string, evidence: readonly SenderEvidence[] = []): Judgment => ({
    outcome,
    message,
    evidence: evidence.slice(0, maxEvidence),
  });

export const passed = judgment('passed');
export const failed = judgment('failed');
export const notObserved = judgment('not_observed');

export const evidenceOf = (
  message: Pick<Message, 'number'>,
  attempt: Pick<Attempt, 'number'>,
  text: string,
  difference: SenderEvidence['difference'] = null,
): SenderEvidence => ({ message: message.number, attempt: attempt.number, text, difference });

interface Sent {
  readonly message: Message;
  readonly attempt: Attempt;
}

export const attemptsOf = ({ observation }: CheckContext): readonly Sent[] =>
  observation.messages.flatMap((message) =>
    message.attempts.map((attempt) => ({ message, attempt })),
  );

export const retriesOf = (context: CheckContext): readonly Sent[] =>
  attemptsOf(context).filter(({ attempt }) => attempt.number > 1);

const countText = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : noun.replace(/y$/, 'ie').concat('s')}`;

/** Passes if no attempt has a problem. */
export function judgeEach(
  sent: readonly Sent[],
  problemOf: (of: Sent) => string | null,
  noun = 'request',
  differenceOf: (of: Sent) => SenderEvidence['difference'] = () => null,
): Judgment {
  if (sent.length === 0) return notObserved(`No ${noun} yet.`);
  const problems = sent.flatMap((of) => {
    const problem = problemOf(of);
    return problem === null ? [] : [evidenceOf(of.message, of.attempt, problem, differenceOf(of))];
  });
  const [first] = problems;
  return first === undefined
    ? passed(`${countText(sent.length, noun)} checked.`)
    : failed(
        problems.length === 1
          ? first.text
          : `${first.text} ${problems.length} of ${countText(sent.length, noun)}.`,
        problems,
      );
}

/** The message of a case with the transitions from attempts that got a response of the case. */
export function caseOf(
  { observation, transitions }: CheckContext,
  name: SenderCase,
): { readonly message: Message; readonly transitions: readonly Transition[] } | null {
  const message = observation.messages.find((of) => of.case === name);
  return message === undefined
    ? null
    : {
        message,
        transitions: (transitions.get(message.number) ?? []).filter(
          ({ attempt }) => attempt.isComplete,
        ),
      };
}
