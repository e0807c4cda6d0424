/** Why a delivery is not part of a scenario that was made of deliveries. */
import type { LeftOutReason } from '../schemas/scenario/from-deliveries.ts';

export const leftOutLabels: Readonly<Record<LeftOutReason, string>> = {
  missing: 'deleted',
  not_sent: 'filtered or excluded',
  deleted_source: 'its source was deleted',
  deleted_destination: 'its destination was deleted',
  no_url: 'its destination has no URL',
  changed_urls: 'sent to other URLs than the newest',
  deletion_notice: 'notifies of a deleted user',
  secret_in_message: 'its message contains a secret',
  unfinished: 'not finished yet',
  cancelled: 'cancelled',
  blocked: 'its certificate was not trusted',
  retried: 'retried after it had finished',
  copy: 'its copies',
};
