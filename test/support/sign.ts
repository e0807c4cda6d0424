import { createHmac } from 'node:crypto';

/** X-Signature: HMAC-SHA1 of the body with the UTF-8 secret as the key, in lowercase hex (spec 5). */
export const sign = (secret: string, body: string | Uint8Array): string =>
  createHmac('sha1', secret).update(body).digest('hex');
