/** Certification of senders: correct ones pass, and each planted fault fails its clause only. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCertificateIssuer } from '#core/certificates/development-ca.ts';
import { reachableBy } from '#core/certificates/host-names.ts';
import { createReceiverCertificates } from '#core/certificates/receiver-certificates.ts';
import { certifySender } from '#core/certification/sender/certify-sender.ts';
import { createTrust } from '#core/http-client/trust.ts';
import { systemRandom } from '#core/system-random.ts';
import { plainSecretBox } from '#headless/plain-secret-box.ts';
import {
  SenderCertificationRequest,
  type SenderReport,
} from '#shared/schemas/sender-certification.ts';
import { disablingFault, type Fault, faults, plantedIn } from './senders/faults.ts';
import { type SenderRules, startSender } from './senders/sender.ts';
import { bullMqStyle, type Style, svixStyle } from './senders/styles.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookwright-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const issuer = createCertificateIssuer(folder, plainSecretBox, systemRandom);

const tools = {
  trust: createTrust(() => []),
  now: Date.now,
  random: systemRandom,
  host: '127.0.0.1',
  certificates: createReceiverCertificates(issuer, systemRandom, reachableBy('127.0.0.1')),
};

async function certify(style: Style, rules: SenderRules): Promise<SenderReport> {
  const { certificate: ca } = await issuer.issuingPair();
  const sender = await startSender({ rules, ca });
  const { profile, secret, previousSecret } = style;
  const request = SenderCertificationRequest.parse({
    profile,
    secret,
    previousSecret,
    triggerUrl: sender.triggerUrl,
    maxTimeMs: 30_000,
  });
  let last: SenderReport | undefined;
  for await (const report of certifySender(tools, request)) last = report;
  await sender.close();
  if (last === undefined) throw new Error('There was no report.');
  return last;
}

const codesOf = ({ results }: SenderReport, outcome: string): readonly string[] =>
  results.filter((result) => result.outcome === outcome).map(({ code }) => code);

// Nearly all of the time is waiting.
describe.concurrent.each([
  { style: bullMqStyle, planted: faults },
  { style: svixStyle, planted: [...faults, disablingFault] },
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
