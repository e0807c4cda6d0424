/** Builds the exact request of an edited resend. Missing fields are taken from the delivery. */
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import type {
  RecordedSigning,
  ResendEdit,
  SecretOrigin,
  SignatureFit,
  Signing,
} from '#shared/schemas/resend.ts';
import { AppError, fieldError, notFound } from '../app-error.ts';
import { webhookHeaders, wireHeaders } from '../routing/request-headers.ts';
import { sign } from '../routing/signature.ts';
import type { StoredDestination } from '../store/destinations.ts';
import type { Store } from '../store/store.ts';
import { signAs } from './sign-as.ts';

export interface ResendRequest {
  readonly url: string;
  readonly headers: HeaderLines;
  readonly body: Uint8Array;
  readonly signing: RecordedSigning;
  readonly signatureFit: SignatureFit;
  readonly expectedSignature: string | null;
  readonly secretOrigin: SecretOrigin;
}

export interface EditedResendRequest extends ResendRequest {
  readonly signing: Signing;
}

function originalOf(store: Store, deliveryId: number) {
  const delivery = store.deliveries.get(deliveryId);
  const destination = delivery && store.destinations.get(delivery.destinationId);
  if (delivery === undefined || destination === undefined) throw notFound('delivery');
  const { bytes } = store.deliveries.bodyOf(deliveryId);
  if (bytes === null)
    throw new AppError(
      'conflict',
      `The delivery was ${delivery.state}, so it has no request to edit. Send the message from Send instead.`,
    );
  return { destination, body: bytes };
}

function targetOf(
  { url, headers }: ResendEdit,
  destination: StoredDestination,
): { readonly url: string; readonly lines: HeaderLines } {
  const webhooks = webhooksOf(destination);
  const webhook = webhooks.find((candidate) => candidate.url === url) ?? webhooks[0];
  const target = url ?? webhook?.url;
  if (target === undefined)
    throw fieldError(['url'], 'The destination has no webhook URL.', 'Enter a webhook URL.');
  return { url: target, lines: headers ?? webhookHeaders(webhook?.headers ?? {}) };
}

function secretOf(
  { secret }: ResendEdit,
  { sharedSecret, secretReadable }: StoredDestination,
): { readonly secret: string; readonly origin: SecretOrigin } {
  if (secret === undefined && !secretReadable)
    throw fieldError(
      ['secret'],
      "Can't read the destination's secret: another user or program stored it.",
      'Enter it.',
    );
  const used = secret ?? sharedSecret;
  if (used === '') return { secret: used, origin: 'none' };
  return { secret: used, origin: used === sharedSecret ? 'destination' : 'typed' };
}

/** Throws an AppError with the field if no request can be built. */
export function requestOf(store: Store, edit: ResendEdit): EditedResendRequest {
  const original = originalOf(store, edit.deliveryId);
  const { url, lines } = targetOf(edit, original.destination);
  const { secret, origin } = secretOf(edit, original.destination);
  const typed = edit.body === undefined ? original.body : Buffer.from(edit.body);
  const { body, signature } = signAs(edit.signing, secret, typed, original.body);
  const expectedSignature = secret === '' ? null : sign(secret, body);
  return {
    url,
    headers: wireHeaders(url, lines, signature, body.length),
    body,
    signing: edit.signing,
    signatureFit:
      expectedSignature === null
        ? 'unsigned'
        : signature === expectedSignature
          ? 'valid'
          : 'invalid',
    expectedSignature,
    secretOrigin: origin,
  };
}
