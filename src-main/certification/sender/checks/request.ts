/** Checks about each request: method, headers and body. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { type Attempt, paths } from '../observation.ts';
import { attemptsOf, type Check, evidenceOf, judgeEach, notObserved } from './check.ts';

export const method: Check = (context) => {
  const { bodyHashParameter } = context.profile;
  const isBodyHash = (part: string): boolean => part.startsWith(`${bodyHashParameter}=`);
  return judgeEach(attemptsOf(context), ({ message, attempt }) => {
    if (attempt.method !== 'POST') return `Sent a ${attempt.method} request.`;
    const url = attempt.url
      .split('&')
      .filter((part) => bodyHashParameter === null || !isBodyHash(part))
      .join('&');
    const expected = message.isGone ? paths.gone : paths.webhook;
    return url === expected ? null : `Sent to ${attempt.redactedUrl} instead of ${expected}.`;
  });
};

const mediaType = (value: string): string => value.split(';')[0]?.trim().toLowerCase() ?? '';

interface HeaderRules {
  readonly isOwnProfile: boolean;
  /** How many attempts the sender may not have counted. */
  readonly uncounted: number;
}

/** Null if the header follows its template. User agents and fixed values of built-in profiles are samples. */
function headerProblem(
  [name, template]: ProviderProfile['headers'][number],
  { headers, number }: Attempt,
  { isOwnProfile, uncounted }: HeaderRules,
): string | null {
  const lowerCaseName = name.toLowerCase();
  const raw = headers[lowerCaseName];
  const value = Array.isArray(raw) ? raw.join(', ') : raw;
  if (template === '{retry}') {
    const textOf = (retry: number) => (retry === 0 ? undefined : String(retry));
    const expected = textOf(number - 1);
    return value === expected || (uncounted > 0 && value === textOf(number - 1 - uncounted))
      ? null
      : `${name} is ${value ?? 'missing'}; expected ${expected ?? 'no such header'}.`;
  }
  if (lowerCaseName === 'user-agent' && !isOwnProfile) return null;
  if (value === undefined || value === '') return `${name} is missing.`;
  if (lowerCaseName === 'content-type')
    return mediaType(value) === mediaType(template)
      ? null
      : `${name} is ${value}; expected ${template}.`;
  if (lowerCaseName === 'user-agent' || template.includes('{') || !isOwnProfile) return null;
  return value === template ? null : `${name} is ${value}; expected ${template}.`;
}

export const headers: Check = (context) => {
  const { isOwnProfile, observation, profile } = context;
  const restartedAt = observation.restart?.realStartedAt ?? Number.POSITIVE_INFINITY;
  return judgeEach(attemptsOf(context), ({ message, attempt }) => {
    // The sender may have been stopped before it had stored that an attempt failed.
    const wasStopped =
      attempt.realStartedAt >= restartedAt &&
      message.attempts.some(({ realStartedAt }) => realStartedAt < restartedAt);
    const rules = { isOwnProfile, uncounted: wasStopped ? 1 : 0 };
    for (const line of profile.headers) {
      const problem = headerProblem(line, attempt, rules);
      if (problem !== null) return problem;
    }
    return null;
  });
};

const singleHeaders = ['host', 'content-type', 'content-length', 'user-agent'];

export const headerHygiene: Check = (context) => {
  const { profile } = context;
  const { signature } = profile;
  const single = new Set([
    ...singleHeaders,
    ...profile.headers.map(([name]) => name.toLowerCase()),
    ...(signature.kind === 'none' ? [] : [signature.header.toLowerCase()]),
  ]);
  return judgeEach(attemptsOf(context), ({ attempt }) => {
    const names = attempt.headerLines.map(([name]) => name.toLowerCase());
    const repeated = names.find((name, index) => single.has(name) && names.indexOf(name) < index);
    if (repeated !== undefined) return `Sent ${repeated} more than once.`;
    if (attempt.secretIn !== null)
      return `The ${/^(body|URL)$/.test(attempt.secretIn) ? attempt.secretIn : `header ${attempt.secretIn}`} contains the secret.`;
    if (attempt.headers.cookie !== undefined) return 'Sent a Cookie header.';
    if (attempt.headers['content-type'] === undefined) return 'Content-Type is missing.';
    if (attempt.headers['content-encoding'] !== undefined)
      return `Compressed the body (Content-Encoding: ${attempt.headers['content-encoding']}).`;
    return null;
  });
};

/** A broken request reveals neither who broke it off nor the rest of its body. */
export const body: Check = (context) => {
  const sent = attemptsOf(context);
  const broken = sent.filter(({ attempt }) => !attempt.isComplete);
  return sent.length > 0 && sent.length === broken.length
    ? notObserved(
        'The connection closed before the end of the body.',
        broken.map(({ message, attempt }) =>
          evidenceOf(message, attempt, `${attempt.bodyBytes} bytes arrived.`),
        ),
      )
    : judgeEach(
        sent.filter(({ attempt }) => !attempt.isBodyCut),
        ({ attempt }) => attempt.bodyProblem,
      );
};
