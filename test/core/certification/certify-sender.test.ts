/** Certification of senders: correct ones pass, and each planted fault fails its clause only. */
import { describe, expect, it } from 'vitest';
import type { SenderReport } from '#shared/schemas/sender-certification.ts';
import { certify } from './senders/certify.ts';
import {
  disablingFaults,
  type Fault,
  faults,
  orderFault,
  plainFaults,
  plantedIn,
  waitingFault,
} from './senders/faults.ts';
import { bullMqStyle, fifoStyle, plainStyle, svixStyle } from './senders/styles.ts';

const codesOf = ({ results }: SenderReport, outcome: string): readonly string[] =>
  results.filter((result) => result.outcome === outcome).map(({ code }) => code);

// Nearly all of the time is waiting.
describe.concurrent.each([
  { style: bullMqStyle, planted: [...faults, orderFault] },
  { style: svixStyle, planted: [...faults, orderFault, ...disablingFaults] },
  { style: fifoStyle, planted: [waitingFault] },
  { style: plainStyle, planted: plainFaults },
])('a sender in $style.name', { timeout: 60_000 }, ({ style, planted }) => {
  it('is certified', async () => {
    const report = await certify(style, style.rules);
    expect(codesOf(report, 'failed')).toEqual([]);
    expect(codesOf(report, 'not_observed')).toEqual([]);
    expect(report).toMatchObject({ verdict: 'certified', complete: true, messagesNeeded: 0 });
  });

  it.each(planted)('that $name fails $clause', async (fault: Fault) => {
    const report = await certify(style, plantedIn(style, fault));
    expect(codesOf(report, 'failed')).toEqual([fault.clause]);
    expect(report.verdict).toBe('failed');
    const result = report.results.find(({ code }) => code === fault.clause);
    expect(result?.evidence.length).toBeGreaterThan(0);
  });
});
