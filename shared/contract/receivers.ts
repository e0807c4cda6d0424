import { z } from 'zod';
import { CopyDetail, CopyPreview, ReceivedCopyEdit } from '../schemas/copy.ts';
import { RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { NewReceiver, Receiver, ReceiverPatch, ReceiverPreset } from '../schemas/receiver.ts';
import { ReceiverEntry, ReceiverEntryDetail } from '../schemas/receiver-request.ts';
import { byId, entityOperations } from './entity.ts';
import { operation } from './errors.ts';

const tags = ['Receivers'];

export const receivers = {
  ...entityOperations({
    noun: 'receiver',
    path: '/receivers',
    tags,
    schema: Receiver,
    created: NewReceiver,
    patch: ReceiverPatch,
    descriptions: { update: 'Changing steps, then or seed resets the steps.' },
  }),
  resetSteps: operation
    .route({
      method: 'POST',
      path: '/receivers/{id}/reset-steps',
      summary: "Reset a receiver's steps",
      tags,
    })
    .input(byId)
    .output(Receiver),
  gallery: operation
    .route({
      method: 'GET',
      path: '/receiver-gallery',
      summary: 'List presets for failing receivers',
      tags,
    })
    .output(z.array(ReceiverPreset)),
};

export const receiverRequests = {
  list: operation
    .route({
      method: 'GET',
      path: '/receivers/{id}/requests',
      summary: 'List requests and connections of a receiver, newest first',
      tags,
    })
    .input(PageRequest.extend(byId.shape))
    .output(pageOf(ReceiverEntry)),
  get: operation
    .route({
      method: 'GET',
      path: '/receivers/{id}/requests/{requestId}',
      summary: 'Get a request with its bytes, signature and response',
      tags,
    })
    .input(byId.extend({ requestId: RowId }))
    .output(ReceiverEntryDetail),
  previewCopy: operation
    .route({
      method: 'POST',
      path: '/receivers/{id}/requests/{requestId}/copies/preview',
      summary: 'Preview the exact request of a copy of a request in the log',
      tags,
    })
    .input(ReceivedCopyEdit)
    .output(CopyPreview),
  sendCopy: operation
    .route({
      method: 'POST',
      path: '/receivers/{id}/requests/{requestId}/copies',
      summary: 'Send a copy of a request in the log, as recorded or edited',
      description:
        'Sent to the same receiver unless url is given, with the recorded signature unless signing is given. ' +
        'Responds after the receiver, within 5 seconds. The copy is listed by GET /copies.',
      tags,
      successStatus: 201,
    })
    .input(ReceivedCopyEdit)
    .output(CopyDetail),
  clear: operation
    .route({
      method: 'DELETE',
      path: '/receivers/{id}/requests',
      summary: "Clear a receiver's log",
      tags,
      successStatus: 204,
    })
    .input(byId)
    .output(z.void()),
};
