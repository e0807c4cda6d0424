/** Creates the exact requests for an entry of a file. */

import { isLoopback } from '#shared/lib/loopback.ts';
import { isRedacted } from '#shared/lib/redacted.ts';
import { resendHeaderProblem } from '#shared/lib/static-header.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import type {
  ImportOrigin,
  ResendImport,
  StartResendImport,
} from '#shared/schemas/resend-import.ts';
import { AppError, fieldError, notFound } from '../../app-error.ts';
import { type ResendRequest, requestAsIs, signersOf } from '../../deliveries/resend-request.ts';
import { derivedUuid } from '../../random-id.ts';
import { type AttemptFacts, signatureOf, webhookRequest } from '../../routing/request-headers.ts';
import type { Store } from '../../store/store.ts';
import type { SpooledEntry } from './spool.ts';

/** Returns the requests for an entry: none, one, or one per recorded URL. */
export type BuildRequests = (entry: SpooledEntry) => readonly ResendRequest[];

export interface Sending {
  readonly build: BuildRequests;
  /** Total number of requests. */
  readonly count: number;
  readonly origins: readonly ImportOrigin[];
  /** Redacted headers of the file that have no value. */
  readonly omittedHeaders: readonly string[];
}

/** Replaces redacted values with the given ones, or removes their headers. */
function completed(lines: HeaderLines, added: ReadonlyMap<string, string>): HeaderLines {
  return lines.flatMap(([name, value]): HeaderLines => {
    if (!isRedacted(value)) return [[name, value]];
    const addedValue = added.get(name.toLowerCase());
    return addedValue === undefined ? [] : [[name, addedValue]];
  });
}

const omittedOf = (
  { redactedHeaders }: ResendImport,
  added: ReadonlyMap<string, string>,
): readonly string[] =>
  redactedHeaders.map(({ name }) => name).filter((name) => !added.has(name.toLowerCase()));

function toFile(
  store: Store,
  plan: ResendImport,
  origins: readonly string[],
  added: ReadonlyMap<string, string>,
): Sending {
  const knownOrigins = new Set(plan.origins.map(({ origin }) => origin));
  for (const [index, origin] of origins.entries())
    if (!knownOrigins.has(origin))
      throw fieldError(['to', 'origins', index], `The file has no requests to "${origin}".`);
  const selectedOrigins = new Set(origins);
  const targets = plan.origins.filter(({ origin }) => selectedOrigins.has(origin));
  const count = targets.reduce((sum, { requests }) => sum + requests, 0);
  if (count === 0)
    throw fieldError(
      ['to', 'origins'],
      'Nothing would be sent.',
      'Select at least one origin of the plan, or choose a webhook.',
    );
  const signers = signersOf(store);
  return {
    count,
    origins: targets,
    omittedHeaders: omittedOf(plan, added),
    build: ({ body, requests }) =>
      requests
        .filter(({ url }) => !isRedacted(url) && selectedOrigins.has(new URL(url).origin))
        .map(({ url, headers }) =>
          requestAsIs({ method: 'POST', url, headers: completed(headers, added) }, body, signers),
        ),
  };
}

type ToWebhook = Extract<StartResendImport['to'], { kind: 'webhook' }>;

function toWebhook(
  store: Store,
  plan: ResendImport,
  to: ToWebhook,
  added: ReadonlyMap<string, string>,
  now: () => number,
): Sending {
  const destination = store.destinations.all().find(({ id }) => id === to.destinationId);
  if (destination === undefined) throw notFound('destination');
  const webhooks = webhooksOf(destination);
  const webhook =
    to.url === undefined ? webhooks[0] : webhooks.find((candidate) => candidate.url === to.url);
  if (webhook === undefined)
    throw fieldError(
      ['to', 'url'],
      webhooks.length === 0
        ? 'The destination has no webhook URL. Add one.'
        : 'The destination has no such webhook URL. Choose one of its URLs.',
    );
  const { bodies: count } = plan;
  if (count === 0) throw new AppError('conflict', 'Nothing in the file can be sent.');
  const { url } = webhook;
  const { origin, hostname } = new URL(url);
  const origins = [{ origin, requests: count, loopback: isLoopback(hostname) }];
  if (to.signing === 'as_is') {
    const signers = signersOf(store);
    return {
      count,
      origins,
      omittedHeaders: omittedOf(plan, added),
      build: ({ body, requests: [first] }) => [
        requestAsIs(
          { method: 'POST', url, headers: completed(first?.headers ?? [], added) },
          body,
          signers,
        ),
      ],
    };
  }
  if (!destination.secretReadable)
    throw new AppError(
      'conflict',
      "Can't read the destination's secret: another user or program stored it.",
      { fix: 'Enter it again.' },
    );
  return {
    count,
    origins,
    omittedHeaders: [],
    build: ({ body }) => {
      const facts: AttemptFacts = {
        at: now(),
        retry: 0,
        message: () => ({ id: derivedUuid([Buffer.from(body).toString('base64')]), event: '' }),
      };
      const request = webhookRequest(destination, webhook, body, facts);
      const signature = signatureOf(destination, request.url, body, facts)?.[1] ?? null;
      return [
        {
          method: 'POST',
          ...request,
          body,
          rules: profileOf(destination),
          signing: 'valid',
          signatureFit: signature === null ? 'unsigned' : 'valid',
          expectedSignature: signature,
          secretOrigin: signature === null ? 'none' : 'destination',
        },
      ];
    },
  };
}

function checkedHeaders(headers: StartResendImport['headers']): ReadonlyMap<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    const problem = resendHeaderProblem(name, value);
    if (problem !== null) throw fieldError(['headers', name], problem);
  }
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Throws an AppError with the field if nothing can be sent. */
export function createSending(
  store: Store,
  plan: ResendImport,
  { to, headers }: Pick<StartResendImport, 'to' | 'headers'>,
  now: () => number,
): Sending {
  const added = checkedHeaders(headers);
  return to.kind === 'file'
    ? toFile(store, plan, to.origins, added)
    : toWebhook(store, plan, to, added, now);
}
