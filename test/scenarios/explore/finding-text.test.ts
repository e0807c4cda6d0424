/** What a finding names as its cause. */
import { expect, it } from 'vitest';
import { findingText } from '#shared/scenarios/exploration-text.ts';
import type { Finding } from '#shared/scenarios/schema/exploration.ts';

const found = (
  state: 'delivered' | 'gave_up',
  status: number | null,
  processed: number | null,
): string | undefined =>
  findingText({
    disturbances: [{ kind: 'late_retry', messageId: 'sent-1' }],
    failures: [{ name: 'lost', place: null, messageId: 'sent-1', processed }],
    ...{ hint: null, hang: null, failed: 1, runs: 1 },
    events: [
      {
        kind: 'delivery',
        messageId: 'sent-1',
        state,
        status,
        code: status === 200 ? null : 'connection_refused',
      },
    ],
  } as unknown as Finding).at(-1);

it('is the response to a message that was not accepted, if no side effect is wrong', () => {
  expect(found('gave_up', 401, null)).toContain('401');
  expect(found('gave_up', null, null)).toContain('refused');
  const forgets = found('delivered', 200, 2);
  expect(forgets).not.toContain('200');
  expect(found('gave_up', 401, 2)).toBe(forgets);
  expect(found('delivered', 200, null)).toBe(forgets);
});
