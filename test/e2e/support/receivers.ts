/** Receivers and what is sent to them, past the interface. */

import type { z } from 'zod';
import type { NewReceiver, Receiver } from '#shared/schemas/receiver.ts';
import type { Host } from './start-host.ts';
import { signatureOf } from './wire-target.ts';

export function addReceiver(host: Host, settings: z.input<typeof NewReceiver>): Promise<Receiver> {
  return host.api('POST', '/receivers', settings) as Promise<Receiver>;
}

export function receiversOf(host: Host): Promise<readonly Receiver[]> {
  return host.api('GET', '/receivers') as Promise<Receiver[]>;
}

/** Posts as a sender would, signed when a secret is given; answers with the status. */
export async function post(
  { url }: Receiver,
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
