/** Encodes a batch of changes once for all of its subscribers. */
import { encodeHibernationRPCEvent } from '@orpc/server/hibernation';
import { exactNumbers } from '#shared/contract/exact-numbers.ts';
import type { ChangeBatch } from '#shared/schemas/change.ts';

const encoded = new WeakMap<ChangeBatch, Map<string, Buffer>>();

function once(batch: ChangeBatch, form: string, encode: () => string): Buffer {
  const forms = encoded.get(batch) ?? new Map<string, Buffer>();
  encoded.set(batch, forms);
  const bytes = forms.get(form) ?? Buffer.from(encode());
  forms.set(form, bytes);
  return bytes;
}

/** As a server-sent event. */
export const asEvent = (batch: ChangeBatch): Buffer =>
  once(batch, 'event', () => `event: message\ndata: ${JSON.stringify(batch)}\n\n`);

/** As a stream item of a call over a socket; most clients use the same call ID. */
export const asCallItem = (batch: ChangeBatch, callId: string): Buffer =>
  once(batch, `call ${callId}`, () =>
    encodeHibernationRPCEvent(callId, batch, { customJsonSerializers: exactNumbers }),
  );

export const endOfCall = (callId: string): Buffer =>
  Buffer.from(encodeHibernationRPCEvent(callId, undefined, { event: 'done' }));
