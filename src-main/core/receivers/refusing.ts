import { stepAt } from '#shared/lib/receiver-rules.ts';
import type { ReceiverSettings } from '#shared/schemas/receiver.ts';
import { isDown } from './outage.ts';

/** Whether a receiver refuses connections now, on purpose. */
export function isRefusing(receiver: ReceiverSettings, responded: number, now: number): boolean {
  const { outage, steps } = receiver;
  if (outage !== null && isDown(outage, now)) return outage.fault === 'refuse_connection';
  return steps[stepAt(receiver, responded)]?.fault === 'refuse_connection';
}
