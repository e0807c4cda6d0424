/** A receiver that checks X-Signature as it should be checked, and says why it refuses. */
import { createHmac } from 'node:crypto';
import { type Answer, reply, type TargetRequest } from '#test/support/target-answers.ts';

export const hmac = (algorithm: 'sha1' | 'sha256', secret: string, body: string | Buffer): string =>
  createHmac(algorithm, secret).update(body).digest('hex');

export const accepts = (secret: string, { body, header }: TargetRequest): boolean =>
  header('x-signature') === hmac('sha1', secret, body);

/** 200 for what is signed with the secret, 401 for everything else. */
export const strict =
  (secret: string): Answer =>
  (exchange) =>
    reply(accepts(secret, exchange.request) ? 200 : 401)(exchange);
