/** The likely cause of a wrong or missing signature, by the diagnosis of signatures. */
import type { IncomingHttpHeaders } from 'node:http';
import { noContext } from '#main/signatures/candidate-groups/candidate-group.ts';
import { diagnose } from '#main/signatures/diagnose.ts';
import {
  previousSecretMistake,
  secretMistakes,
} from '#main/signatures/mistakes/secret-mistakes.ts';
import type { SenderCertificationRequest } from '#shared/certification/sender.ts';
import { profileOf } from '#shared/profiles/profiles.ts';

/** A search can take seconds, and the attempts of a sender rarely have different causes. */
const maxDiagnosed = 4;

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly receivedAt: number;
}

export function createCauses(
  { profile: choice, secret, previousSecret }: SenderCertificationRequest,
  signal: AbortSignal | undefined,
) {
  const profile = profileOf({ profile: choice });
  const known = [
    ...(previousSecret === undefined ? [] : [previousSecretMistake(previousSecret)]),
    ...secretMistakes,
  ];
  let diagnosed = 0;

  /** Null if it is unknown. */
  return async (received: Received): Promise<string | null> => {
    if (diagnosed >= maxDiagnosed || signal?.aborted) return null;
    diagnosed += 1;
    try {
      const { causes } = await diagnose({
        ...{ subject: { ...received, profile, secret }, observed: '', who: 'sender' },
        ...{ language: undefined, secretMistakes: known, context: noContext, signal },
      });
      // A missing header is what the check says itself.
      const texts = causes
        .filter(({ code }) => code !== 'header_missing')
        .map(({ message }) => message);
      return texts.length === 0 ? null : texts.join(' ');
    } catch (error) {
      if (signal?.aborted) return null;
      throw error;
    }
  };
}
