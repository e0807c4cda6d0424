/** Certifies a receiver or a sender. */
import { z } from 'zod';
import { counted } from '#shared/lib/format.ts';
import { defaultProfileId } from '#shared/profiles/profiles.ts';
import { evidenceLines } from '#shared/report/certification-document.ts';
import {
  CertificationReport,
  CertificationRequest,
  CertificationResult,
} from '#shared/schemas/certification.ts';
import { ProfileChoice, webhooksOf } from '#shared/schemas/destination.ts';
import {
  SenderCertificationRequest,
  SenderReport,
  SenderResult,
} from '#shared/schemas/sender-certification.ts';
import { redactionOfSetup } from '../setup.ts';
import { defineTool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

const profile = ProfileChoice.options[0].optional().describe('ID of a provider profile');

const { url, secret, expectReject, lookupUrl, skip } = CertificationRequest.shape;

const resultParts = { code: true, title: true, outcome: true, message: true } as const;

export const certifyReceiver = defineTool({
  name: 'certify_receiver',
  title: 'Certify a receiver',
  description:
    'Sends signed, forged, stale and repeated requests to a webhook and checks its responses. Specify a destination, or url and secret. Returns the checks that did not pass.',
  level: 'write',
  isOpenWorld: true,
  input: z.object({
    destination: z
      .string()
      .optional()
      .describe('ID or name; its first webhook, secret and profile are used'),
    url: url.optional(),
    secret: secret.optional(),
    profile,
    expectReject,
    lookupUrl,
    skip,
  }),
  output: CertificationReport.pick({ url: true, certified: true, counts: true }).extend({
    results: z.array(CertificationResult.pick({ ...resultParts, note: true })),
  }),
  async run({ given: { destination: name, ...given } }, { client, signal }) {
    const destination =
      name === undefined
        ? undefined
        : (await client.destinations.list()).find((of) => of.id === name || of.name === name);
    if (name !== undefined && destination === undefined)
      throw new ToolError('not_found', `There is no destination "${name}".`, 'See list_setup.');
    const webhook = destination && webhooksOf(destination)[0];
    const report = await client.certification.run(
      {
        ...given,
        url: given.url ?? webhook?.url ?? '',
        secret: given.secret ?? destination?.sharedSecret ?? '',
        profile: given.profile ?? destination?.profile ?? defaultProfileId,
        headers: webhook?.headers ?? {},
      },
      { signal },
    );
    return {
      ...report,
      url: (await redactionOfSetup(client)).url(report.url),
      results: report.results.filter(({ outcome }) => outcome !== 'passed'),
    };
  },
});

const sender = SenderCertificationRequest.shape;
const maxEvidence = 3;

export const certifySender = defineTool({
  name: 'certify_sender',
  title: 'Certify a sender',
  description:
    'Receives webhooks from a sender and checks them against a profile: signatures, retries, timeouts, redirects, certificates. For each message, Hookwright sends triggerUrl a POST with { url, marker }, and the sender must then send it. Returns the clauses that did not pass. Resource hookwright://docs/guides/certify-a-sender explains it.',
  level: 'write',
  isOpenWorld: true,
  input: z.object({
    profile,
    secret: sender.secret,
    previousSecret: sender.previousSecret,
    triggerUrl: sender.triggerUrl.unwrap(),
    clockUrl: sender.clockUrl,
    maxTimeMs: sender.maxTimeMs,
    skip: sender.skip,
  }),
  output: SenderReport.pick({ verdict: true, counts: true }).extend({
    results: z.array(
      SenderResult.pick({ ...resultParts, basis: true }).extend({
        /** At most three lines, each with the attempts that show it. */
        evidence: z.array(z.string()),
      }),
    ),
  }),
  async run({ given }, { client, signal, progress }) {
    let report: SenderReport | undefined;
    for await (report of await client.certification.followSender(given, { signal }))
      progress(`${counted(report.counts.not_observed, 'clause')} not observed yet`);
    if (report === undefined)
      throw new ToolError(
        'run_stopped',
        'The certification ended without a report.',
        'Run it again.',
      );
    return {
      ...report,
      results: report.results
        .filter(({ outcome }) => outcome !== 'passed')
        .map((result) => ({
          ...result,
          evidence: evidenceLines(result.evidence)
            .slice(0, maxEvidence)
            .map(({ text }) => text),
        })),
    };
  },
});
