/** Receivers that check X-Signature, as the specification says and as they should not. */
import { createHmac } from 'node:crypto';
import type { ReceivedRequest, ScriptedResponse } from './target-server.ts';

export const signatureOf = (secret: string, body: string): string =>
  createHmac('sha1', secret).update(body).digest('hex');

/** Refuses with 401 what `accepts` does not. */
const checking =
  (accepts: (request: ReceivedRequest) => boolean): ScriptedResponse =>
  (request, response) => {
    const accepted = accepts(request);
    response
      .writeHead(accepted ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(accepted ? { ok: true } : { error: 'signature does not match' }));
  };

export const strict = (secret: string): ScriptedResponse =>
  checking(({ headers, body }) => headers['x-signature'] === signatureOf(secret, body));

/** Compares without regard to case. */
export const careless = (secret: string): ScriptedResponse =>
  checking(
    ({ headers, body }) =>
      String(headers['x-signature']).toLowerCase() === signatureOf(secret, body),
  );
