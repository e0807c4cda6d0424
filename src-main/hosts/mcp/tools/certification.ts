/** Certifies a receiver or a sender. */
import { z } from 'zod';
import {
  CertificationReport,
  CertificationRequest,
  CertificationResult,
} from '#shared/certification/receiver.ts';
import {
  SenderCertificationRequest,
  SenderReport,
  SenderResult,
} from '#shared/certification/sender.ts';
import { ProfileChoice, webhooksOf } from '#shared/connections/destination.ts';
import { counted } from '#shared/kit/format.ts';
import { defaultProfileId } from '#shared/profiles/profiles.ts';
import { evidenceDetails } from '#shared/report/certification-report.ts';
import { detailText } from '#shared/report/report.ts';
import { action, pick } from '../tool.ts';
import { stopped, ToolError } from '../tool-error.ts';

const profile = ProfileChoice.options[0].optional().describe('ID of a provider profile');

export const certifyReceiver = action({
  description:
    'Sends signed, forged, stale and repeated requests to a webhook and checks its responses. Specify a destination, or url and secret. Returns the checks that did not pass.',
  operations: ['certification.run'],
  input: z.object({
    destination: z
      .string()
      .optional()
      .describe(
        'ID or name; uses its first webhook, secret and profile, instead of url and profile',
      ),
    ...pick(CertificationRequest, 'url secret').partial().shape,
    profile,
    ...pick(CertificationRequest, 'expectReject lookupUrl skip').shape,
  }),
  output: pick(CertificationReport, 'url certified counts').extend({
    results: z.array(pick(CertificationResult, 'code title outcome message note')),
  }),
  async run({ destination: name, ...given }, { api, signal, readSetup, readRedaction }) {
    const destination =
      name === undefined
        ? undefined
        : (await readSetup()).destinations.find((of) => of.id === name || of.name === name);
    if (name !== undefined && destination === undefined)
      throw new ToolError('not_found', `There is no destination "${name}".`, 'See get_status.');
    // Its secret and headers are sent only where they are meant for.
    if (destination !== undefined && (given.url !== undefined || given.profile !== undefined))
      throw new ToolError(
        'bad_request',
        'A destination has its own URL and profile.',
        'Pass destination, or url, profile and secret.',
      );
    const webhook = destination && webhooksOf(destination)[0];
    const report = await api.certification.run(
      {
        ...given,
        url: given.url ?? webhook?.url ?? '',
        secret: given.secret ?? destination?.sharedSecret ?? '',
        profile: given.profile ?? destination?.profile ?? defaultProfileId,
        headers: webhook?.headers ?? {},
      },
      { signal },
    );
    const redaction = await readRedaction();
    return {
      ...report,
      url: redaction.url(report.url),
      results: report.results
        .filter(({ outcome }) => outcome !== 'passed')
        .map((result) => ({ ...result, message: redaction.text(result.message) })),
    };
  },
});

const maxEvidence = 3;

export const certifySender = action({
  description:
    'Receives webhooks from a sender and checks them against a profile: signatures, retries, timeouts, redirects, certificates. For each message, Hookwright sends triggerUrl a POST with { url, marker }, and the sender must then send it. Returns the checks that did not pass. Resource hookwright://docs/guides/certify-a-sender explains it.',
  operations: ['certification.followSender'],
  input: z.object({
    profile,
    ...pick(SenderCertificationRequest, 'secret previousSecret clockUrl maxTimeMs skip').shape,
    triggerUrl: SenderCertificationRequest.shape.triggerUrl.unwrap(),
  }),
  output: pick(SenderReport, 'verdict counts browserRequests').extend({
    results: z.array(
      pick(SenderResult, 'code title outcome message basis').extend({
        /** At most three lines, each with the attempts that show it. */
        evidence: z.array(z.string()),
      }),
    ),
  }),
  async run(input, { api, signal, progress, readRedaction }) {
    let report: SenderReport | undefined;
    for await (report of await api.certification.followSender(input, { signal }))
      progress(`${counted(report.counts.not_observed, 'check')} not observed yet`);
    if (report === undefined) throw stopped();
    const redaction = await readRedaction();
    return {
      ...report,
      results: report.results
        .filter(({ outcome }) => outcome !== 'passed')
        .map((result) => ({
          ...result,
          message: redaction.text(result.message),
          evidence: evidenceDetails(result.evidence)
            .slice(0, maxEvidence)
            .map((detail) => redaction.text(detailText(detail))),
        })),
    };
  },
});
