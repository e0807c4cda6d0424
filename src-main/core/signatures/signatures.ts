/** Checking and diagnosing signatures of bodies that are pasted, or taken from a delivery. */
import type {
  Diagnosis,
  DiagnosisRequest,
  SignatureCheck,
  SignatureCheckRequest,
} from '#shared/schemas/signature.ts';
import { Refusal, refusedField } from '../refusal.ts';
import type { Directory } from '../setup/directory.ts';
import type { Store } from '../store/store.ts';
import { check } from './check.ts';
import { diagnose } from './diagnose.ts';
import {
  otherSecretMistake,
  previousSecretMistake,
  type SecretMistake,
  secretMistakes,
} from './mistakes/secret-mistakes.ts';

interface Given {
  readonly body: string;
  readonly secret: string;
}

export function createSignatures(store: Store, directory: Directory) {
  /** What is absent is taken from the delivery. */
  function complete(request: SignatureCheckRequest): Given {
    const { body, secret, deliveryId } = request;
    if (body !== undefined && secret !== undefined) return { body, secret };
    const summary = deliveryId === undefined ? undefined : store.deliveries.summary(deliveryId);
    if (summary === undefined) throw new Refusal('not_found', 'There is no such delivery.');
    const { bytes } = store.deliveries.bodyOf(summary.id);
    const sent = bytes === null ? undefined : Buffer.from(bytes).toString('utf8');
    const given = body ?? sent;
    if (given === undefined)
      throw refusedField(
        ['deliveryId'],
        'This delivery never had a body, since its message was filtered or excluded: paste the body, or name another delivery.',
      );
    return {
      body: given,
      secret: secret ?? store.destinations.get(summary.destinationId)?.sharedSecret ?? '',
    };
  }

  function secretMistakesFor(request: DiagnosisRequest): readonly SecretMistake[] {
    const destinations = directory
      .destinations()
      .filter(({ sharedSecret }) => sharedSecret !== '')
      .map(({ name, sharedSecret }) =>
        otherSecretMistake(`the destination "${name}"`, sharedSecret),
      );
    const others = (request.otherSecrets ?? []).map((other) =>
      otherSecretMistake('another destination', other),
    );
    const previous = request.previousSecret;
    return [
      ...(previous === undefined ? [] : [previousSecretMistake(previous)]),
      ...secretMistakes,
      ...destinations,
      ...others,
    ];
  }

  return {
    check(request: SignatureCheckRequest): SignatureCheck {
      const { body, secret } = complete(request);
      return check(body, secret, request.observed);
    },
    diagnose: (request: DiagnosisRequest): Promise<Diagnosis> =>
      diagnose({
        ...complete(request),
        observed: request.observed,
        language: request.language,
        secretMistakes: secretMistakesFor(request),
      }),
  };
}
