/** Requests to a receiver that verifies X-Signature, and the status of each. */
import { createHmac } from 'node:crypto';
import { request } from 'undici';
import type { BuiltSnippet } from './run-snippet.ts';

export const secret = 'sekrét-🔑 ';

const body = JSON.stringify({ type: 'track', userId: 'ü', event: 'Forged?' });
const signed = (key: string) => createHmac('sha1', key).update(body).digest('hex');
const digest = signed(secret);

const accepted: Readonly<Record<string, string>> = { signed: digest };

const forged: Readonly<Record<string, string>> = {
  'with an empty signature': '',
  'signed with another secret': signed(secret.trim()),
  'with the signature in upper case': digest.toUpperCase(),
  'with half of the signature': digest.slice(0, 20),
  'with the signature and more': `${digest}00`,
  'with a prefix before the signature': `sha1=${digest}`,
  'with something else in the header': 'ünsinn',
};

async function post(url: string, signature: string | null, content = body): Promise<number> {
  const response = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'x-signature': signature }),
    },
    body: content,
  });
  await response.body.dump();
  return response.statusCode;
}

export const postUnsigned = (url: string) => post(url, null);
export const postSigned = (url: string) => post(url, digest);

/** The status of each request. The accepted one is last, since the receiver must still work. */
export async function statusesOf(url: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {
    unsigned: await postUnsigned(url),
    'with another body': await post(url, digest, body.replace('?', '!')),
  };
  for (const [what, signature] of Object.entries({ ...forged, ...accepted }))
    statuses[what] = await post(url, signature);
  return statuses;
}

export const expectedStatuses: Readonly<Record<string, number>> = Object.fromEntries([
  ...['unsigned', 'with another body', ...Object.keys(forged)].map((what) => [what, 401]),
  ...Object.keys(accepted).map((what) => [what, 200]),
]);

/** Whether a request signed without a key is rejected by a receiver without a secret, or it doesn't start. */
export async function rejectsWithoutSecret(built: BuiltSnippet): Promise<boolean> {
  const running = await built.start('').catch(() => null);
  if (running === null) return true;
  const status = await post(running.url, signed('')).finally(() => running.stop());
  return status === 401 || status === 500;
}
