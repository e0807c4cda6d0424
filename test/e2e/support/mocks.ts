/** Mock endpoints and what is sent to them, past the interface. */

import type { z } from 'zod';
import type { Mock, NewMock } from '#shared/mocks/mock.ts';
import type { Host } from './start-host.ts';
import { signatureOf } from './wire-target.ts';

export function addMock(host: Host, settings: z.input<typeof NewMock>): Promise<Mock> {
  return host.api('POST', '/mocks', settings) as Promise<Mock>;
}

export function mocksOf(host: Host): Promise<readonly Mock[]> {
  return host.api('GET', '/mocks') as Promise<Mock[]>;
}

/** Posts as a sender would, signed when a secret is given; returns the status. */
export async function post(
  { url }: Mock,
  body: string,
  secret?: string,
  signedBody = body,
): Promise<number> {
  const response = await fetch(url ?? '', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secret === undefined ? {} : { 'x-signature': signatureOf(signedBody, secret) }),
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}
