/** The likely cause of a wrong or missing signature, by the diagnosis of signatures. */
import type { IncomingHttpHeaders } from 'node:http';
import { profileOf, signsAsSpecified } from '#shared/profiles/profiles.ts';
import type { SenderCertificationRequest } from '#shared/schemas/sender-certification.ts';
import { diagnose } from '../../signatures/diagnose.ts';
import { diagnoseByProfile } from '../../signatures/diagnose-profile.ts';
import { noContext } from '../../signatures/families/family.ts';
import {
  previousSecretMistake,
  secretMistakes,
} from '../../signatures/mistakes/secret-mistakes.ts';

/** A search can take seconds, and the attempts of a sender rarely have different causes. */
const maxDiagnosed = 4;

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly receivedAt: number;
}

/** The diagnosis is written for receivers, who compute the digest again. */
const forSenders = (message: string): string => message.replace(/^The receiver /, 'The sender ');

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
    const common = { language: undefined, secretMistakes: known, signal };
    const observed = [received.headers['x-signature'] ?? ''].flat().join(', ');
    try {
      const { findings } =
        signsAsSpecified({ profile }) && observed !== ''
          ? await diagnose({ ...common, body: received.body, secret, observed })
          : await diagnoseByProfile({
              ...common,
              subject: { ...received, profile, secret },
              observed: '',
              context: noContext,
            });
      // A missing header is what the clause says itself.
      const texts = findings
        .filter(({ code }) => code !== 'header_missing')
        .map(({ message }) => forSenders(message));
      return texts.length === 0 ? null : texts.join(' ');
    } catch (error) {
      if (signal?.aborted) return null;
      throw error;
    }
  };
}
