import type { ReceiverEntryDetail } from '../schemas/receiver-request.ts';

/** Whether the recorded body is only the beginning of what the sender sent, or nothing of it. */
export const isBodyCut = ({
  kind,
  fault,
  body,
}: Pick<ReceiverEntryDetail, 'kind' | 'fault' | 'body'>): boolean =>
  body.truncated || kind === 'broken_request' || fault === 'reset_during_request';
