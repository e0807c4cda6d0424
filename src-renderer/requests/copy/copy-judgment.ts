/** What the response to a copy says about the receiver. Pure. */
import type { CopySummary } from '#shared/deliveries/copy.ts';

interface Judgment {
  readonly tone: 'ok' | 'warn' | 'bad' | 'info';
  /** For a list row. */
  readonly title: string;
  readonly text: string;
}

/** Statuses that reject a signature; they can have other causes. */
const rejectingStatuses = new Set([400, 401, 403, 422]);

function ofWrongSignature(status: number): Judgment {
  if (status >= 500)
    return {
      tone: 'warn',
      title: 'Server error instead of a rejection',
      text: `Return 401 or 403: a ${status} is retried.`,
    };
  if (rejectingStatuses.has(status))
    return {
      tone: 'ok',
      title: 'Rejected, as expected',
      text: `Returned ${status} to an invalid signature.`,
    };
  if (status >= 200 && status <= 299)
    return {
      tone: 'bad',
      title: 'Accepted an invalid signature',
      text: `Returned ${status}: the signature isn't fully checked.`,
    };
  return {
    tone: 'warn',
    title: 'Not rejected',
    text: `Returned ${status}; expected 401 or 403.`,
  };
}

const expectedRequests = {
  valid: 'a valid signature',
  unsigned: 'an unsigned request',
  unknown: 'the original signature',
} as const;

function judgeExpected(status: number, fit: keyof typeof expectedRequests): Judgment {
  const request = expectedRequests[fit];
  if (status >= 500)
    return {
      tone: 'bad',
      title: 'Receiver failed',
      text: `Returned ${status} to ${request}.`,
    };
  if (status >= 200 && status <= 299)
    return { tone: 'ok', title: 'Accepted', text: `Returned ${status} to ${request}.` };
  return {
    tone: 'warn',
    title: 'Refused',
    text: `Returned ${status} to ${request}.`,
  };
}

export function judgmentOf({
  state,
  status,
  signatureFit,
}: Pick<CopySummary, 'state' | 'status' | 'signatureFit'>): Judgment {
  if (state === 'sending')
    return { tone: 'info', title: 'In flight', text: 'Waiting for the response.' };
  if (state === 'interrupted')
    return {
      tone: 'warn',
      title: 'Response unknown',
      text: 'Hookwright stopped; the request may have arrived.',
    };
  if (state === 'blocked')
    return {
      tone: 'bad',
      title: 'Not sent',
      text: 'Blocked; see below.',
    };
  if (status === null) return { tone: 'bad', title: 'No response', text: "Copies aren't retried." };
  return signatureFit === 'invalid'
    ? ofWrongSignature(status)
    : judgeExpected(status, signatureFit);
}
