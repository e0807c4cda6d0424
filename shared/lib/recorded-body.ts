import type { ReceiverEntryDetail } from '../schemas/receiver-request.ts';

/** Whether only a part of the body was recorded, or none of it. */
export const isBodyIncomplete = ({
  kind,
  fault,
  body,
}: Pick<ReceiverEntryDetail, 'kind' | 'fault' | 'body'>): boolean =>
  body.truncated || kind === 'broken_request' || fault === 'reset_during_request';
