/** The certification that is under way or was last: it goes on when the page is left. */
import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { CertificationReport, CertificationRequest } from '#shared/schemas/certification.ts';

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
