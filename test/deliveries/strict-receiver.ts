/** A receiver that checks X-Signature correctly and explains rejections. */
import { createHmac } from 'node:crypto';
import { type Responder, reply, type TargetRequest } from '#test/support/target-responses.ts';

export const hmac = (algorithm: 'sha1' | 'sha256', secret: string, body: string | Buffer): string =>
  createHmac(algorithm, secret).update(body).digest('hex');

export const accepts = (secret: string, { body, header }: TargetRequest): boolean =>
  header('x-signature') === hmac('sha1', secret, body);

/** 200 for requests signed with the secret, 401 for all others. */
export const strict =
  (secret: string): Responder =>
  (exchange) =>
    reply(accepts(secret, exchange.request) ? 200 : 401)(exchange);
