/** Why a receiver rejects signed requests, from the digest that it prints in a response. */
import { causeTexts, mistakesText } from '#shared/labels/rejection-causes.ts';
import { diagnoseRequest } from '../../signatures/diagnose-request.ts';
import { secretMistakes } from '../../signatures/mistakes/secret-mistakes.ts';
import { requestContext } from '../../signatures/request-context.ts';
import type { Judgment } from './judge.ts';
import type { RejectedSignature } from './receiver.ts';

type Cause = Pick<Judgment, 'note' | 'cause' | 'mistakes'>;

const caused = (cause: 'other_secret' | 'comparison'): Cause => ({
  cause,
  note: mistakesText([causeTexts[cause]]),
});

async function causeOf(
  { subject, attempt, digests, language }: RejectedSignature,
  signal: AbortSignal | undefined,
): Promise<Cause> {
  if (digests.other === undefined) return caused('comparison');
  const { findings } = await diagnoseRequest({
    ...{ subject, observed: digests.other, language, secretMistakes, signal },
    context: requestContext([attempt], []),
  });
  if (findings.length === 0) return caused('other_secret');
  const mistakes = findings.map(({ code, message, fix }) => ({ code, message, fix }));
  return { mistakes, note: mistakesText(mistakes) };
}

/** Diagnoses only the first digest: a search can take a second, and a receiver rarely makes several mistakes. */
export function createCauses(signal: AbortSignal | undefined) {
  let isDiagnosed = false;
  return async (judgment: Judgment): Promise<Judgment> => {
    const rejected = judgment.responses.find(({ rejected }) => rejected !== undefined)?.rejected;
    const isUnknown = judgment.outcome === 'failed' && judgment.cause === undefined;
    if (isDiagnosed || !isUnknown || rejected === undefined || signal?.aborted) return judgment;
    isDiagnosed = true;
    try {
      return { ...judgment, ...(await causeOf(rejected, signal)) };
    } catch (error) {
      if (signal?.aborted) return judgment;
      throw error;
    }
  };
}
