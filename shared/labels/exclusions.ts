/** Why a message is not sent to a destination. */
import type { Exclusion } from '../schemas/message.ts';

export const exclusionLabels: Readonly<Record<Exclusion, string>> = {
  integrations: 'excluded by integrations',
  payload_required: 'takes payloads only',
};
