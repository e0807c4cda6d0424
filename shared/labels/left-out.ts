/** Why something that happened is not part of a recorded scenario. */
import type { LeftOutReason } from '../schemas/scenario/recording.ts';

export const leftOutLabels: Readonly<Record<LeftOutReason, string>> = {
  no_step: 'no step does this',
  not_in_span: 'the message is not part of the recording',
  filter: 'the filter has a time or a field that scenarios lack',
  edited_request: 'the request was edited',
  too_long: 'the input is too long to be recorded',
  deleted_item: 'the item was deleted',
  clock_speed: 'runs have their own speed',
  members_before: 'the members of today are used',
  duplicate: 'duplicates are not sent again',
  rejected: 'rejected messages are not sent again',
  unrequested: 'sent by a schedule, or started before the recording',
};
