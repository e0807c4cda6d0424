/** Checks and diagnoses signatures of pasted bodies, deliveries and received requests. */

import { causeTexts } from '#shared/labels/rejection-causes.ts';
import { sharedSecretWarning, webhooksOf } from '#shared/schemas/destination.ts';
import type {
  CheckedSignature,
  Diagnosis,
  DiagnosisRequest,
  SignatureCheckRequest,
} from '#shared/schemas/signature.ts';
import type { ConfigCache } from '../config/config-cache.ts';
import { check } from './check.ts';
import { diagnoseRequest } from './diagnose-request.ts';
import {
  otherSecretMistake,
  previousSecretMistake,
  type SecretMistake,
  secretMistakes,
} from './mistakes/secret-mistakes.ts';
import { requestContext } from './request-context.ts';
import { type SignatureSubject, type SignatureTools, signedRequest } from './signed-request.ts';

/** What to do if the receiver rejects a signature that is valid for the configured secret. */
function nextStepOf({ profile: { signature }, secret }: SignatureSubject): string {
  // A key in PEM usually ends with a line break.
  const isShared = signature.kind === 'hmac' || signature.kind === 'token';
  return [
    'If the receiver rejects this signature, it probably uses a different secret or body.',
    signature.kind === 'hmac'
      ? 'To find the cause, pass the receiver\'s digest in "observed".'
      : null,
    isShared ? sharedSecretWarning(secret) : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

interface Tools extends SignatureTools {
  readonly configCache: ConfigCache;
}

export function createSignatures(tools: Tools) {
  const { store, configCache, mocks } = tools;
  function secretMistakesFor(request: DiagnosisRequest): readonly SecretMistake[] {
    const destinations = configCache
      .destinations()
      .filter(({ sharedSecret }) => sharedSecret !== '')
      .map(({ name, sharedSecret }) =>
        otherSecretMistake(`the destination "${name}"`, sharedSecret),
      );
    const otherSecrets = mocks
      .list()
      .filter(({ secret }) => secret !== '')
      .map(({ name, secret }) => otherSecretMistake(`the mock endpoint "${name}"`, secret));
    const others = (request.otherSecrets ?? []).map((other) =>
      otherSecretMistake('another destination', other),
    );
    const previous = request.previousSecret;
    return [
      ...(previous === undefined ? [] : [previousSecretMistake(previous)]),
      ...secretMistakes,
      ...destinations,
      ...otherSecrets,
      ...others,
    ];
  }

  const attemptsOf = (deliveryId: number | undefined) =>
    deliveryId === undefined ? [] : store.attempts.byDelivery(deliveryId);

  /** The URL of the request comes first. */
  const knownUrls = (received: DiagnosisRequest['received'], url: string): readonly string[] => [
    ...(url === '' ? [] : [url]),
    ...(received === undefined ? [] : [mocks.get(received.mockId).url ?? []].flat()),
    ...configCache
      .destinations()
      .flatMap((destination) => webhooksOf(destination).map(({ url }) => url)),
  ];

  return {
    check(request: SignatureCheckRequest): CheckedSignature {
      return check(signedRequest(tools, request), request.observed);
    },
    async diagnose(request: DiagnosisRequest, signal?: AbortSignal): Promise<Diagnosis> {
      const attempts = attemptsOf(request.deliveryId);
      const subject = signedRequest(tools, request);
      const observed = request.observed ?? '';
      const diagnosis = await diagnoseRequest({
        ...{ subject, observed },
        language: request.language,
        secretMistakes: secretMistakesFor(request),
        context: requestContext(attempts, knownUrls(request.received, subject.url)),
        sentSignatures: attempts.flatMap(({ request: { headers } }) =>
          headers.filter(([name]) => name === 'X-Signature').map(([, value]) => value),
        ),
        signal,
      });
      if (diagnosis.verdict !== 'valid') return diagnosis;
      const next = observed === '' ? nextStepOf(subject) : causeTexts.comparison.fix;
      return { ...diagnosis, message: `${diagnosis.message} ${next}` };
    },
  };
}
