/** Certifies a sender of the tests over real sockets. */
import { afterAll } from 'vitest';
import {
  certifySender,
  type SenderCertificationTools,
} from '#main/certification/sender/certify-sender.ts';
import { plainSecretBox } from '#main/hosts/headless/plain-secret-box.ts';
import { createConnectionCounter } from '#main/kit/connections.ts';
import { openGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import { systemRandom } from '#main/kit/random.ts';
import { type SteadyClock, steadyClock } from '#main/kit/steady-clock.ts';
import { createCertificateIssuer } from '#main/settings/certificates/development-ca.ts';
import { createMockCertificates } from '#main/settings/certificates/mock-certificates.ts';
import { SenderCertificationRequest, type SenderReport } from '#shared/certification/sender.ts';
import { nothingKnown } from '#shared/deliveries/redaction.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { delayOf } from '../support/own-delay.ts';
import { type SenderRules, startSender } from './sender.ts';
import type { Style } from './styles.ts';
import { inVirtualTime } from './virtual-time.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));

export const issuer = createCertificateIssuer(folder, plainSecretBox, systemRandom);

export const certificationTools = {
  trust: createTrust(() => []),
  gate: openGate,
  clock: steadyClock,
  watchDelay: (_clock: SteadyClock) => delayOf(() => 0),
  random: systemRandom,
  known: () => nothingKnown,
  listening: {
    host: '127.0.0.1',
    certificates: createMockCertificates(issuer, systemRandom, '127.0.0.1'),
    connections: createConnectionCounter(1_000),
  },
};

/** The reports of a run without a sender of its own. */
export const follow = (
  { profile, secret, previousSecret }: Style,
  fields: Partial<SenderCertificationRequest>,
  signal?: AbortSignal,
  changed: Partial<SenderCertificationTools> = {},
) =>
  certifySender(
    { ...certificationTools, ...changed },
    SenderCertificationRequest.parse({ profile, secret, previousSecret, ...fields }),
    signal,
  );

/** The last report about a sender with these rules, in virtual time. */
export async function certify(
  style: Style,
  rules: SenderRules,
  changed: Pick<Partial<typeof certificationTools>, 'watchDelay' | 'known'> = {},
  clock = new FakeClock(),
  /** How long it takes to end for a restart; null without one. */
  endMs: number | null = null,
): Promise<SenderReport> {
  const { certificate: ca } = await issuer.issuingPair();
  const sender = await startSender({ rules, ca, clock });
  const last = await inVirtualTime(clock, sender, async () => {
    let last: SenderReport | undefined;
    const { triggerUrl } = sender;
    const tools = {
      ...{ ...changed, clock },
      ...(endMs !== null && {
        restartSender: async (ended: () => void) => {
          await new Promise<void>((resolve) => void clock.at(clock.now() + endMs, resolve));
          ended();
          sender.restart();
        },
      }),
    };
    for await (const report of follow(style, { triggerUrl }, undefined, tools)) last = report;
    return last;
  });
  await sender.close();
  if (last === undefined) throw new Error('There was no report.');
  return last;
}
