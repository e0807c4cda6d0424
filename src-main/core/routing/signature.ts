import { createHmac } from 'node:crypto';

/** HMAC-SHA1 over the body, keyed with the secret as UTF-8, as lower-case hex (spec 5). */
export const sign = (secret: string, body: string | Uint8Array): string =>
  createHmac('sha1', secret).update(body).digest('hex');
