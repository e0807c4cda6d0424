import { z } from 'zod';
import { CopyDetail, CopyPreview, ReceivedCopyEdit } from '#shared/deliveries/copy.ts';
import { byId, entityOperations } from '#shared/kit/entity.ts';
import { group, op } from '#shared/kit/op.ts';
import { PageRequest, pageOf } from '#shared/kit/page.ts';
import { Mock, MockPatch, MockPreset, NewMock } from './mock.ts';
import { MockEntry, MockEntryDetail, MockRequestRef } from './request.ts';

export const mocks = group('Mock endpoints', {
  ...entityOperations({
    noun: 'mock endpoint',
    path: '/mocks',
    schema: Mock,
    created: NewMock,
    patch: MockPatch,
    descriptions: { update: 'Changing steps, then or seed resets the steps.' },
  }),
  resetSteps: op('POST /mocks/{id}/reset-steps', {
    effect: 'write',
    summary: "Reset a mock endpoint's steps",
    input: byId,
    output: Mock,
  }),
  gallery: op('GET /mock-gallery', {
    summary: 'List presets for failing mock endpoints',
    output: z.array(MockPreset),
  }),
});

export const mockRequests = group('Mock endpoints', {
  list: op('GET /mocks/{id}/requests', {
    summary: 'List requests and connections of a mock endpoint, newest first',
    input: PageRequest.extend(byId.shape),
    output: pageOf(MockEntry),
  }),
  get: op('GET /mocks/{id}/requests/{requestId}', {
    summary: 'Get a request with its bytes, signature and response',
    input: MockRequestRef,
    output: MockEntryDetail,
  }),
  previewCopy: op('POST /mocks/{id}/requests/{requestId}/copies/preview', {
    effect: 'sends',
    summary: 'Preview the exact request of a copy of a request in the log',
    input: ReceivedCopyEdit,
    output: CopyPreview,
  }),
  sendCopy: op('POST /mocks/{id}/requests/{requestId}/copies', {
    effect: 'sends',
    summary: 'Send a copy of a request in the log, as recorded or edited',
    description:
      'Sent to the same mock endpoint unless url is given, with the recorded signature unless signing is given. ' +
      'Responds after the mock endpoint, within 5 seconds. The copy is listed by GET /copies.',
    status: 201,
    input: ReceivedCopyEdit,
    output: CopyDetail,
  }),
  clear: op('DELETE /mocks/{id}/requests', {
    effect: 'deletes',
    summary: "Clear a mock endpoint's log",
    input: byId,
  }),
});
