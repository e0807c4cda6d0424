/** Checks and diagnoses signatures of pasted bodies, deliveries and received requests. */

import { notFound } from '#main/kit/app-error.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import { sharedSecretWarning, webhooksOf } from '#shared/connections/destination.ts';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import type { ByRowId } from '#shared/kit/entity.ts';
import { printedDigest, responseFramework } from '#shared/signatures/receiver-response.ts';
import { causeTexts } from '#shared/signatures/rejection-causes.ts';
import type {
  AttemptDiagnosis,
  CheckedSignature,
  DiagnosedAttempt,
  Diagnosis,
  DiagnosisRequest,
  SignatureCheckRequest,
} from '#shared/signatures/signature.ts';
import { check } from './check.ts';
import { diagnose } from './diagnose.ts';
import { unsigned } from './difference.ts';
import {
  otherSecretMistake,
  previousSecretMistake,
  type SecretMistake,
  secretMistakes,
} from './mistakes/secret-mistakes.ts';
import { requestContext } from './request-context.ts';
import {
  headersOf,
  type SignatureSubject,
  type SignatureTools,
  signedRequest,
} from './signed-request.ts';
import { readSignature } from './signing/received-signature.ts';

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

/** Signatures of an attempt with the same content: none if its time is signed. */
function sentSignatures(
  { profile }: SignatureSubject,
  { request: { headers } }: Attempt,
): readonly string[] {
  const { signature } = profile;
  if (!('content' in signature) || signature.content.includes('{timestamp}')) return [];
  return readSignature({ ...profile, signature }, headersOf(headers)).signatures;
}

interface Tools extends SignatureTools {
  readonly configCache: ConfigCache;
  readonly delivery: (by: ByRowId) => DeliveryDetail;
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
    ...(received === undefined ? [] : [mocks.get({ id: received.mockId }).url ?? []].flat()),
    ...configCache
      .destinations()
      .flatMap((destination) => webhooksOf(destination).map(({ url }) => url)),
  ];

  async function diagnosed(request: DiagnosisRequest, signal?: AbortSignal): Promise<Diagnosis> {
    const attempts = attemptsOf(request.deliveryId);
    const subject = signedRequest(tools, request);
    const observed = request.observed ?? '';
    const diagnosis = await diagnose({
      ...{ subject, observed },
      language: request.language,
      secretMistakes: secretMistakesFor(request),
      context: requestContext(attempts, knownUrls(request.received, subject.url)),
      sentSignatures: attempts.flatMap((attempt) => sentSignatures(subject, attempt)),
      signal,
    });
    if (diagnosis.verdict !== 'valid') return diagnosis;
    const next = observed === '' ? nextStepOf(subject) : causeTexts.comparison.fix;
    return { ...diagnosis, message: `${diagnosis.message} ${next}` };
  }

  return {
    check(request: SignatureCheckRequest): CheckedSignature {
      return check(signedRequest(tools, request), request.observed);
    },
    diagnose: diagnosed,
    async diagnoseAttempt(
      { id, attemptId, language }: DiagnosedAttempt,
      signal?: AbortSignal,
    ): Promise<AttemptDiagnosis> {
      const delivery = tools.delivery({ id });
      const attempt = delivery.attemptList.find((one) => one.id === attemptId);
      if (attempt === undefined) throw notFound('attempt');
      const observed = printedDigest(delivery, attempt);
      if (observed === null) return { diagnosis: null };
      const fixes = language ?? responseFramework(attempt.response?.headers ?? [])?.language;
      const request = { deliveryId: id, attemptId, observed, language: fixes };
      const { verdict, message, causes } = await diagnosed(request, signal);
      return { diagnosis: { verdict, message, causes: causes.map(unsigned) } };
    },
  };
}
