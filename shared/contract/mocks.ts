import { z } from 'zod';
import { CopyDetail, CopyPreview, ReceivedCopyEdit } from '../schemas/copy.ts';
import { Mock, MockPatch, MockPreset, NewMock } from '../schemas/mock.ts';
import { MockEntry, MockEntryDetail } from '../schemas/mock-request.ts';
import { RowId } from '../schemas/name.ts';
import { PageRequest, pageOf } from '../schemas/page.ts';
import { byId, entityOperations } from './entity.ts';
import { operation } from './errors.ts';

const tags = ['Mock endpoints'];

export const mocks = {
  ...entityOperations({
    noun: 'mock endpoint',
    path: '/mocks',
    tags,
    schema: Mock,
    created: NewMock,
    patch: MockPatch,
    descriptions: { update: 'Changing steps, then or seed resets the steps.' },
  }),
  resetSteps: operation
    .route({
      method: 'POST',
      path: '/mocks/{id}/reset-steps',
      summary: "Reset a mock endpoint's steps",
      tags,
    })
    .input(byId)
    .output(Mock),
  gallery: operation
    .route({
      method: 'GET',
      path: '/mock-gallery',
      summary: 'List presets for failing mock endpoints',
      tags,
    })
    .output(z.array(MockPreset)),
};

export const mockRequests = {
  list: operation
    .route({
      method: 'GET',
      path: '/mocks/{id}/requests',
      summary: 'List requests and connections of a mock endpoint, newest first',
      tags,
    })
    .input(PageRequest.extend(byId.shape))
    .output(pageOf(MockEntry)),
  get: operation
    .route({
      method: 'GET',
      path: '/mocks/{id}/requests/{requestId}',
      summary: 'Get a request with its bytes, signature and response',
      tags,
    })
    .input(byId.extend({ requestId: RowId }))
    .output(MockEntryDetail),
  previewCopy: operation
    .route({
      method: 'POST',
      path: '/mocks/{id}/requests/{requestId}/copies/preview',
      summary: 'Preview the exact request of a copy of a request in the log',
      tags,
    })
    .input(ReceivedCopyEdit)
    .output(CopyPreview),
  sendCopy: operation
    .route({
      method: 'POST',
      path: '/mocks/{id}/requests/{requestId}/copies',
      summary: 'Send a copy of a request in the log, as recorded or edited',
      description:
        'Sent to the same mock endpoint unless url is given, with the recorded signature unless signing is given. ' +
        'Responds after the mock endpoint, within 5 seconds. The copy is listed by GET /copies.',
      tags,
      successStatus: 201,
    })
    .input(ReceivedCopyEdit)
    .output(CopyDetail),
  clear: operation
    .route({
      method: 'DELETE',
      path: '/mocks/{id}/requests',
      summary: "Clear a mock endpoint's log",
      tags,
      successStatus: 204,
    })
    .input(byId)
    .output(z.void()),
};
