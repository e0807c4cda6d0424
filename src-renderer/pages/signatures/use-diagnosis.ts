import { useEffect, useState } from 'react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { CheckedSignature, Diagnosis } from '#shared/schemas/signature.ts';
import { useSignatures } from './signatures-store.ts';

/** A pause in typing; asking at every letter would make the answers flicker. */
const pauseMs = 150;

export interface Shown {
  readonly check: CheckedSignature | null;
  /** Null while it is looked for, and where there is nothing to diagnose. */
  readonly diagnosis: Diagnosis | null;
  /** What `check` and `diagnosis` are of is not what is typed now. */
  readonly outdated: boolean;
  readonly problem: string | null;
}

const nothing: Shown = { check: null, diagnosis: null, outdated: false, problem: null };

/** The check of what is typed, and what went wrong, kept up to date with it. */
export function useDiagnosis(): Shown {
  const { body, secret, observed, previousSecret, language, delivery } = useSignatures();
  // The secrets of all destinations are tried: a changed one may be the answer.
  const destinations = useItems(collections.destinations);
  const [shown, setShown] = useState<Shown>(nothing);

  useEffect(() => {
    void destinations;
    if (body === '' && secret === '' && observed === '') return setShown(nothing);
    setShown((before) => ({ ...before, outdated: true }));
    const controller = new AbortController();
    const { signal } = controller;
    const given = { body, secret, observed };
    const ask = async (): Promise<void> => {
      try {
        const check = await core.signatures.check(given, { signal });
        const isWrong = !check.valid && secret !== '' && observed.trim() !== '';
        if (signal.aborted) return;
        setShown({ check, diagnosis: null, outdated: isWrong, problem: null });
        if (!isWrong) return;
        const diagnosis = await core.signatures.diagnose(
          {
            ...given,
            ...(delivery !== null && { deliveryId: delivery.id }),
            ...(language !== null && { language }),
            ...(previousSecret !== '' && { previousSecret }),
          },
          { signal },
        );
        if (!signal.aborted) setShown({ check, diagnosis, outdated: false, problem: null });
      } catch (error) {
        if (!signal.aborted) setShown({ ...nothing, problem: errorSentence(error) });
      }
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [body, secret, observed, previousSecret, language, delivery, destinations]);

  return shown;
}
