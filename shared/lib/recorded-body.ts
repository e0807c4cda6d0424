import type { MockEntryDetail } from '../schemas/mock-request.ts';

/** Whether only a part of the body was recorded, or none of it. */
export const isBodyIncomplete = ({
  kind,
  fault,
  body,
}: Pick<MockEntryDetail, 'kind' | 'fault' | 'body'>): boolean =>
  body.truncated || kind === 'broken_request' || fault === 'reset_during_request';
