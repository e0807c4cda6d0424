/** Judges all checks of a profile and summarizes them. */

import type {
  SenderCertificationRequest,
  SenderReport,
  SenderResult,
  SenderTarget,
} from '#shared/certification/sender.ts';
import { type SenderCheck, senderChecksOf } from '#shared/certification/sender-checks.ts';
import type { Redaction } from '#shared/deliveries/redaction.ts';
import type { ProfileClause, ProviderProfile } from '#shared/profiles/profile.ts';
import { isDocumented, profileOf } from '#shared/profiles/profiles.ts';
import { inconclusiveOf, inconclusiveText, lateText } from '../own-delay.ts';
import type { CheckContext } from './checks/check.ts';
import { checks, timedCases } from './checks/checks.ts';
import type { Endpoint } from './endpoint.ts';
import { quietMs } from './expected.ts';
import {
  disturbanceIn,
  firstComplete,
  isFinished,
  type Message,
  type Observation,
  type SecondGone,
  type Tries,
  transitionsOf,
  triesOf,
} from './observation.ts';

const transitionsByMessage = (profile: ProviderProfile, observation: Observation) =>
  new Map(
    observation.messages.map(
      (message) => [message.number, transitionsOf(message, profile, observation)] as const,
    ),
  );

/** Without the messages that prove nothing about times. */
function undisturbed(context: CheckContext): CheckContext {
  const { observation, transitions } = context;
  const isDisturbed = ({ number }: Message): boolean =>
    disturbanceIn(transitions.get(number) ?? []) !== null;
  // A sender that did not see in time that the URL is disabled may send to it again.
  const gone = observation.messages.find((message) => message.case === 'gone');
  const messages = observation.messages.filter(
    (message) => !isDisturbed(message.case === 'gone' && gone !== undefined ? gone : message),
  );
  return { ...context, observation: { ...observation, messages } };
}

type Judged = Pick<SenderResult, 'outcome' | 'message' | 'evidence' | 'inconclusive'>;

/** A check about times needs messages for which this process was on time (D69). */
function judgeCheck(code: SenderCheck, context: CheckContext): Judged {
  const names = timedCases[code];
  const judgment = checks[code](names === undefined ? context : undisturbed(context));
  const { outcome, message, evidence } = judgment;
  const judged = { outcome, message, evidence: [...evidence] };
  if (names === undefined || outcome === 'failed') return judged;
  const disturbed = triesOf(context.profile, context.observation).flatMap(
    ({ name, count, needsMessage, ...tries }) => {
      const disturbance = tries.disturbance ?? judgment.disturbance;
      return disturbance !== undefined && names.includes(name)
        ? [{ count, disturbance, needsMessage }]
        : [];
    },
  );
  const shown = disturbed.find(({ needsMessage }) => needsMessage) ?? disturbed[0];
  if (shown === undefined) return judged;
  const { count, disturbance, needsMessage } = shown;
  return needsMessage
    ? {
        ...judged,
        outcome: 'not_observed',
        message: `${lateText(disturbance)} Needs one more message.`,
      }
    : {
        ...judged,
        outcome: 'inconclusive',
        message: inconclusiveText(disturbance, count),
        inconclusive: inconclusiveOf(disturbance, count),
      };
}

type Basis = SenderResult['basis'];

function basisOf(profile: ProviderProfile, parts: readonly ProfileClause[]): Basis {
  if (parts.length === 0) return 'general';
  const documented = parts.filter((part) => isDocumented(profile, part));
  if (documented.length === 0) return 'undocumented';
  return documented.every((part) => profile.recommended.includes(part))
    ? 'recommended'
    : 'documented';
}

/** Nothing says that a sender must do it. */
const isWarning = (basis: Basis): boolean => basis === 'undocumented' || basis === 'recommended';

/** Longer values of a sender would hide the rest. */
const maxTextLength = 300;

/** Without secrets that the sender sent in a wrong place. */
function safeText(text: string, redaction: Redaction): string {
  const redacted = redaction.text(text);
  return redacted.length > maxTextLength ? `${redacted.slice(0, maxTextLength)}…` : redacted;
}

export function judgeChecks(
  request: SenderCertificationRequest,
  context: CheckContext,
  redaction: Redaction,
): readonly SenderResult[] {
  const shown = (text: string): string => safeText(text, redaction);
  const reasons = new Map(request.skip.map(({ code, reason }) => [code, reason]));
  return senderChecksOf(context.profile, context.isRestarted).map(
    ({ code, group, title, parts }): SenderResult => {
      const basis = basisOf(context.profile, parts);
      const reason = reasons.get(code);
      if (reason !== undefined)
        return { code, group, title, basis, outcome: 'skipped', message: reason, evidence: [] };
      const { outcome, message, evidence, inconclusive } = judgeCheck(code, context);
      return {
        code,
        group,
        title,
        basis,
        message: shown(message),
        ...(inconclusive !== undefined && { inconclusive }),
        evidence: evidence.map((of) => ({ ...of, text: shown(of.text) })),
        outcome: outcome === 'failed' && isWarning(basis) ? 'warned' : outcome,
      };
    },
  );
}

const messageOf = (
  { number, case: name, attempts }: Message,
  startedAt: number,
): SenderReport['messages'][number] => ({
  number,
  case: name,
  attempts: attempts.map((attempt) => ({
    atMs: Math.round(attempt.startedAt - startedAt),
    method: attempt.method,
    status: attempt.response.kind === 'status' ? attempt.response.status : null,
    bodyBytes: attempt.bodyBytes,
    signature: attempt.signature?.raw ?? null,
    request: attempt.shown,
  })),
});

/** TLS checks that can't be finished by waiting for messages. */
const tlsChecks: readonly SenderCheck[] = ['tls_expired', 'tls_wrong_host', 'tls_self_signed'];

/** Without anything that passed, nothing was shown. */
function verdictOf({
  passed,
  failed,
  not_observed,
  inconclusive,
}: SenderReport['counts']): SenderReport['verdict'] {
  if (failed > 0) return 'failed';
  if (inconclusive > 0) return 'inconclusive';
  return not_observed > 0 || passed === 0 ? 'incomplete' : 'certified';
}

/** Without what only the run itself knows. */
type JudgedReport = Omit<
  SenderReport,
  'startedAt' | 'endsAt' | 'durationMs' | 'trigger' | 'complete'
>;

/** The URLs with what arrived at each. */
function targetsOf(
  { url, goneUrl, tlsTargets }: Pick<Endpoint, 'url' | 'goneUrl' | 'tlsTargets'>,
  tries: readonly Tries[],
  { messages, tls }: Observation,
): SenderTarget[] {
  const countOf = (isGone: boolean): number =>
    messages.filter((message) => message.isGone === isGone && firstComplete(message) !== undefined)
      .length;
  const received = countOf(false);
  const missing = tries.filter(({ name, needsMessage }) => needsMessage && name !== 'gone').length;
  const needed = Math.max(tries.filter(({ name }) => name !== 'gone').length, received + missing);
  return [
    { name: 'webhook', url, needed, received },
    ...(goneUrl === null
      ? []
      : [{ name: 'gone' as const, url: goneUrl, needed: 1, received: countOf(true) }]),
    ...tlsTargets.map((target) => {
      const { handshakes, open } = tls[target.name];
      return { ...target, needed: 1, received: handshakes + open };
    }),
  ];
}

interface JudgedSender {
  readonly report: JudgedReport;
  /** Messages that are needed again because this process was too late. */
  readonly repeats: number;
  /** Whether nothing more can be observed. */
  readonly isFinished: boolean;
  /** Whether it is known if the sender retries after its restart. */
  readonly isRestartJudged: boolean;
  /** Times on the sender's clock at which something is due. */
  readonly dueAt: readonly number[];
}

interface JudgeOptions {
  readonly secondGone: SecondGone | null;
  readonly isRestarted: boolean;
  readonly redaction: Redaction;
}

export function judgeSender(
  request: SenderCertificationRequest,
  endpoint: Pick<Endpoint, 'url' | 'goneUrl' | 'tlsTargets' | 'observation'>,
  { secondGone, isRestarted, redaction }: JudgeOptions,
): JudgedSender {
  const profile = profileOf(request);
  const observation = { ...endpoint.observation(), secondGone };
  const transitions = transitionsByMessage(profile, observation);
  const context: CheckContext = {
    observation,
    profile,
    transitions,
    hasPreviousSecret: request.previousSecret !== undefined,
    isRestarted,
    isTriggered: request.triggerUrl !== undefined,
    isOwnProfile: typeof request.profile !== 'string',
  };
  const results = judgeChecks(request, context, redaction);
  // Also if there is nothing to judge: it may have used all attempts while it ended.
  const isRestartJudged =
    results.some(({ code, outcome }) => code === 'restart' && outcome !== 'not_observed') ||
    observation.messages.some(
      ({ case: name, number }) => name === 'restart' && isFinished(transitions.get(number) ?? []),
    );
  const counts = {
    passed: 0,
    warned: 0,
    failed: 0,
    skipped: 0,
    not_observed: 0,
    inconclusive: 0,
  };
  for (const { outcome } of results) counts[outcome] += 1;
  const assigned = observation.messages.filter((message) => message.case !== null);
  const tries = triesOf(profile, observation);
  const messagesNeeded = tries.filter(({ needsMessage }) => needsMessage).length;
  const repeats = tries.reduce(
    (sum, { count, needsMessage }) =>
      sum + Math.max(0, count - 1) + (count > 0 && needsMessage ? 1 : 0),
    0,
  );
  const pending = assigned.flatMap((message) => {
    const of = transitions.get(message.number) ?? [];
    const isOver =
      message.case === 'restart' ? isRestartJudged : isFinished(of) || disturbanceIn(of) !== null;
    return isOver ? [] : of.slice(-1);
  });
  const isWaitingForTls =
    endpoint.tlsTargets.length > 0 &&
    results.some(({ code, outcome }) => outcome === 'not_observed' && tlsChecks.includes(code));
  const quietAt = secondGone === null ? [] : [secondGone.at + quietMs];
  const isWaitingForSecond =
    request.triggerUrl !== undefined &&
    endpoint.goneUrl !== null &&
    quietAt.every((at) => at > observation.now);
  const firstAt = observation.messages[0]?.attempts[0]?.startedAt ?? observation.now;
  return {
    repeats,
    isRestartJudged,
    isFinished:
      messagesNeeded === 0 && pending.length === 0 && !isWaitingForTls && !isWaitingForSecond,
    dueAt: [...pending.flatMap(({ dueAt }) => dueAt), ...quietAt].filter(
      (at) => at > observation.now,
    ),
    report: {
      profile: { id: profile.id, name: profile.name },
      url: endpoint.url,
      targets: targetsOf(endpoint, tries, observation),
      verdict: verdictOf(counts),
      counts,
      messagesNeeded,
      browserRequests: observation.browserRequests,
      results: [...results],
      messages: observation.messages.map((message) => messageOf(message, firstAt)),
    },
  };
}
