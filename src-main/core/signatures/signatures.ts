/** Checks and diagnoses signatures of pasted bodies, deliveries and received requests. */

import { webhooksOf } from '#shared/schemas/destination.ts';
import type {
  CheckedSignature,
  Diagnosis,
  DiagnosisRequest,
  SignatureCheckRequest,
} from '#shared/schemas/signature.ts';
import { fieldError, notFound } from '../app-error.ts';
import type { ConfigCache } from '../config/config-cache.ts';
import type { Receivers } from '../receivers/receiver-settings.ts';
import type { Store } from '../store/store.ts';
import { check } from './check.ts';
import { diagnose } from './diagnose.ts';
import {
  otherSecretMistake,
  previousSecretMistake,
  type SecretMistake,
  secretMistakes,
} from './mistakes/secret-mistakes.ts';
import { requestContext } from './request-context.ts';

interface SignedBody {
  readonly body: string | Buffer;
  readonly secret: string;
}

interface SignatureTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly receivers: Receivers;
}

export function createSignatures({ store, configCache, receivers }: SignatureTools) {
  function fromDelivery(id: number, body: string | undefined): SignedBody {
    const summary = store.deliveries.summary(id);
    if (summary === undefined) throw notFound('delivery');
    const { bytes } = store.deliveries.bodyOf(id);
    if (body === undefined && bytes === null)
      throw fieldError(
        ['deliveryId'],
        'This delivery has no body: its message was filtered or excluded.',
        'Paste the body or choose another delivery.',
      );
    return {
      body: body ?? Buffer.from(bytes ?? []),
      secret: store.destinations.get(summary.destinationId)?.sharedSecret ?? '',
    };
  }

  function fromReceiver(
    receiverId: string,
    requestId: number,
    body: string | undefined,
  ): SignedBody {
    const { secret } = receivers.get(receiverId);
    const { body: received } = receivers.requests.get(receiverId, requestId);
    if (body === undefined && received.truncated)
      throw fieldError(
        ['received', 'requestId'],
        'Only part of this body was kept.',
        'Paste the whole body.',
      );
    const bytes =
      received.text === null
        ? Buffer.from(received.base64 ?? '', 'base64')
        : Buffer.from(received.text, 'utf8');
    return { body: body ?? bytes, secret };
  }

  /** Fills missing fields from the delivery or from the receiver's request. */
  function complete({ body, secret, deliveryId, received }: SignatureCheckRequest): SignedBody {
    if (body !== undefined && secret !== undefined) return { body, secret };
    const stored =
      deliveryId !== undefined
        ? fromDelivery(deliveryId, body)
        : received !== undefined
          ? fromReceiver(received.receiverId, received.requestId, body)
          : { body: '', secret: '' };
    return { body: body ?? stored.body, secret: secret ?? stored.secret };
  }

  function secretMistakesFor(request: DiagnosisRequest): readonly SecretMistake[] {
    const destinations = configCache
      .destinations()
      .filter(({ sharedSecret }) => sharedSecret !== '')
      .map(({ name, sharedSecret }) =>
        otherSecretMistake(`the destination "${name}"`, sharedSecret),
      );
    const otherSecrets = receivers
      .list()
      .filter(({ secret }) => secret !== '')
      .map(({ name, secret }) => otherSecretMistake(`the receiver "${name}"`, secret));
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

  const knownUrls = (received: DiagnosisRequest['received']): readonly string[] => [
    ...(received === undefined ? [] : [receivers.get(received.receiverId).url ?? []].flat()),
    ...configCache
      .destinations()
      .flatMap((destination) => webhooksOf(destination).map(({ url }) => url)),
  ];

  return {
    check(request: SignatureCheckRequest): CheckedSignature {
      const { body, secret } = complete(request);
      return check(body, secret, request.observed);
    },
    diagnose(request: DiagnosisRequest, signal?: AbortSignal): Promise<Diagnosis> {
      const attempts = attemptsOf(request.deliveryId);
      return diagnose({
        ...complete(request),
        observed: request.observed,
        language: request.language,
        secretMistakes: secretMistakesFor(request),
        sentSignatures: attempts.flatMap(({ request: { headers } }) =>
          headers.filter(([name]) => name === 'X-Signature').map(([, value]) => value),
        ),
        context: requestContext(attempts, knownUrls(request.received)),
        signal,
      });
    },
  };
}
