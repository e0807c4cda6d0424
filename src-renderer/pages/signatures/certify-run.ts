/** The certification that is under way or was last: it goes on when the page is left. */

import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import {
  type CertificationCode,
  type CertificationReport,
  CertificationRequest,
} from '#shared/schemas/certification.ts';
import type { StaticHeaders } from '#shared/schemas/destination.ts';

interface CertifyRun {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly report: CertificationReport | null;
  /** Why it could not be run to its end. */
  readonly problem: string | null;
}

export const useCertifyRun = create<CertifyRun>()(() => ({
  status: 'idle',
  report: null,
  problem: null,
}));

let running: AbortController | null = null;

export async function startCertification(request: CertificationRequest): Promise<void> {
  if (running !== null) return;
  const leaving = new AbortController();
  running = leaving;
  useCertifyRun.setState({ status: 'running', report: null, problem: null });
  try {
    const reports = await core.certification.follow(request, { signal: leaving.signal });
    for await (const report of reports) useCertifyRun.setState({ report });
    const isComplete = useCertifyRun.getState().report?.complete === true;
    useCertifyRun.setState({ status: isComplete ? 'done' : 'cancelled' });
  } catch (error) {
    useCertifyRun.setState(
      leaving.signal.aborted
        ? { status: 'cancelled' }
        : { status: 'failed', problem: errorSentence(error) },
    );
  }
  running = null;
}

export function cancelCertification(): void {
  running?.abort();
}

// From what is typed to the request, or the message for each field that is not right yet.

export interface CheckedForm {
  /** Null while something is missing. */
  readonly request: CertificationRequest | null;
  /** By the name of the field; for a reason, by the code of its check. */
  readonly problems: Readonly<Record<string, string>>;
}

const statuses = (text: string): readonly number[] | undefined =>
  text.trim() === ''
    ? undefined
    : text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number);

export function checkForm({ off, expectReject, lookUpUrl, ...form }: CertifyForm): CheckedForm {
  const skip = Object.entries(off).map(([code, reason]) => ({ code, reason }));
  const checked = CertificationRequest.safeParse({
    ...form,
    skip,
    expectReject: statuses(expectReject),
    ...(lookUpUrl.trim() !== '' && { lookUpUrl: lookUpUrl.trim() }),
  });
  if (checked.success) return { request: checked.data, problems: {} };
  const problems = checked.error.issues.map(({ path: [field, index], message }) => [
    field === 'skip' ? skip[Number(index)]?.code : String(field),
    message,
  ]);
  return { request: null, problems: Object.fromEntries(problems) };
}

// What is typed for a certification: it outlives the page and, but for the secret, the window.

interface CertifyForm {
  readonly url: string;
  readonly secret: string;
  /** Those of the webhook that was taken. */
  readonly headers: StaticHeaders;
  /** Statuses with commas between them; empty for any 4xx. */
  readonly expectReject: string;
  readonly lookUpUrl: string;
  /** Checks that are switched off, and why. */
  readonly off: Readonly<Partial<Record<CertificationCode, string>>>;
}

export const useCertifyForm = create<CertifyForm>()(
  persist(
    (): CertifyForm => ({
      url: '',
      secret: '',
      headers: {},
      expectReject: '',
      lookUpUrl: '',
      off: {},
    }),
    {
      name: 'hookwright.certify',
      storage: createJSONStorage(() => sessionStorage),
      // Headers may hold secrets too.
      partialize: (state) => ({ ...state, secret: '', headers: {} }),
    },
  ),
);

export function switchOn(code: CertificationCode): void {
  useCertifyForm.setState(({ off: { [code]: _reason, ...off } }) => ({ off }));
}

export function switchOff(code: CertificationCode, reason: string): void {
  useCertifyForm.setState(({ off }) => ({ off: { ...off, [code]: reason } }));
}
