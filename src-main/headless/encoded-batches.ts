/** The bytes of a batch of changes: made once for all subscribers that get it. */
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

/** As an item of the stream that a call over a socket returned; most clients number it alike. */
export const asCallItem = (batch: ChangeBatch, callId: string): Buffer =>
  once(batch, `call ${callId}`, () =>
    encodeHibernationRPCEvent(callId, batch, { customJsonSerializers: exactNumbers }),
  );

export const endOfCall = (callId: string): Buffer =>
  Buffer.from(encodeHibernationRPCEvent(callId, undefined, { event: 'done' }));
