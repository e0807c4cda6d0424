/** Redacts secrets of exported configurations and restores existing ones on import. */
import { isDeepStrictEqual } from 'node:util';
import { isRedacted, redactedInUrl } from '#shared/lib/redacted.ts';
import { createRedaction, type Redaction } from '#shared/lib/redaction.ts';
import type { Configuration } from '#shared/schemas/configuration.ts';
import { fieldError } from '../app-error.ts';

type Destination = Configuration['destinations'][number];
type Receiver = Configuration['receivers'][number];
type Headers = Readonly<Record<string, string>>;
type Webhook = Destination['webhooks'][number];

/** Uses the rules of delivery exports. Learns all secrets first, so that the order doesn't matter. */
function redactionOf({ sources, destinations, receivers, settings }: Configuration): Redaction {
  const known = [
    ...sources.map(({ writeKey }) => writeKey),
    ...destinations.map(({ sharedSecret }) => sharedSecret),
    ...receivers.map(({ secret }) => secret),
  ].filter((secret) => secret !== undefined);
  const redaction = createRedaction(known, settings?.headersToRedact);
  const learn = (url: string, headers: Headers = {}): void =>
    redaction.learn({ request: { url, headers: Object.entries(headers) } });
  for (const { webhookUrl = '', webhooks } of destinations) {
    learn(webhookUrl);
    for (const { url, headers } of webhooks) learn(url, headers);
  }
  for (const step of receivers.flatMap(({ steps }) => steps))
    if ('headers' in step) learn('', step.headers);
  return redaction;
}

/** Keeps the host even if it contains a known secret. Otherwise, the result would not be a URL. */
export function redactUrl(redaction: Redaction, url: string): string {
  const [, scheme, user = '', host, rest = ''] =
    /^(https?:\/\/)([^/?#\\]*@)?([^/?#\\]*)(.*)$/is.exec(url) ?? [];
  if (scheme === undefined || host === undefined) return redaction.url(url);
  return `${scheme}${user && `${redactedInUrl}@`}${host}${redaction.url(rest)}`;
}

const redactedHeaders = (redaction: Redaction, headers: Headers): Record<string, string> =>
  Object.fromEntries(redaction.headers(Object.entries(headers)));

function redactDestination(redaction: Redaction, destination: Destination): Destination {
  const { sharedSecret: _secret, ...settings } = destination;
  return {
    ...settings,
    ...(destination.webhookUrl === undefined
      ? {}
      : { webhookUrl: redactUrl(redaction, destination.webhookUrl) }),
    webhooks: destination.webhooks.map(({ url, headers }) => ({
      url: redactUrl(redaction, url),
      headers: redactedHeaders(redaction, headers),
    })),
  };
}

function redactReceiver(
  redaction: Redaction,
  { secret: _secret, ...receiver }: Receiver,
): Receiver {
  const steps = receiver.steps.map((step) =>
    'headers' in step ? { ...step, headers: redactedHeaders(redaction, step.headers) } : step,
  );
  return { ...receiver, steps };
}

/** Paths of changed fields, such as `destinations[0].webhooks[1].url`. */
function changedFields(before: unknown, after: unknown, path = ''): readonly string[] {
  if (before === after || before === '') return [];
  if (typeof before !== 'object' || before === null) return [path];
  const isList = Array.isArray(before);
  return Object.entries(before).flatMap(([name, value]) =>
    changedFields(
      value,
      (after as Readonly<Record<string, unknown>>)[name],
      isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`,
    ),
  );
}

export function withoutSecrets(configuration: Configuration): Configuration {
  const redaction = redactionOf(configuration);
  const { sources, destinations, receivers } = configuration;
  const shown = {
    ...configuration,
    sources: sources.map(({ writeKey: _key, ...source }) => source),
    destinations: destinations.map((destination) => redactDestination(redaction, destination)),
    receivers: receivers.map((receiver) => redactReceiver(redaction, receiver)),
  };
  const redacted = changedFields(configuration, shown);
  return redacted.length === 0 ? shown : { ...shown, redacted: [...redacted] };
}

/** Replaces the redacted values of a file with existing ones. */
export function createRestore(current: Configuration, redacted: readonly string[]) {
  const redaction = redactionOf(current);
  const omitted: string[] = [];

  /**
   * Finds the existing webhook for each URL of a destination, including the single URL, which comes
   * first. URLs with the same redacted form are matched in order. Throws an AppError if the match
   * is ambiguous.
   */
  function pairWebhooks(
    urls: readonly string[],
    now: readonly Webhook[],
    pathOf: (at: number) => (string | number)[],
  ): readonly (Webhook | undefined)[] {
    const open = new Set(now);
    const named = urls.map((url, at) => {
      const match = [...open].find(
        (webhook) => webhook.url === url && (webhook === now[0]) === (at === 0),
      );
      if (match !== undefined) open.delete(match);
      return match;
    });
    return urls.map((url, at) => {
      if (!isRedacted(url)) return named[at];
      const sameUrls = urls.flatMap((otherUrl, index) => (otherUrl === url ? [index] : []));
      const candidates = [...open].filter((webhook) => redactUrl(redaction, webhook.url) === url);
      if (candidates.length === sameUrls.length) return candidates[sameUrls.indexOf(at)];
      throw fieldError(
        pathOf(at),
        candidates.length === 0
          ? 'The secret in this URL was redacted when the file was exported. Enter the whole URL.'
          : `Can't restore this redacted URL: it occurs ${sameUrls.length} times in the file and matches ${candidates.length} existing webhook URLs. Enter the whole URL.`,
      );
    });
  }

  /** Records a secret that the export omitted and that has no existing value. */
  function checkSecret(path: string, secret: string | undefined, now: string | undefined): void {
    if (secret === undefined && (now ?? '') === '' && redacted.includes(path)) omitted.push(path);
  }

  function restoreHeaders(headers: Headers, now: Headers, path: string): Record<string, string> {
    const existing = new Map(
      Object.entries(now).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => {
        const restored = isRedacted(value) ? existing.get(name.toLowerCase()) : value;
        if (restored !== undefined) return [[name, restored]];
        omitted.push(`${path}.headers.${name}`);
        return [];
      }),
    );
  }

  return {
    /** Throws an AppError for a URL whose secret is unknown. */
    destination(destination: Destination, index: number): Destination {
      const now = current.destinations.find(({ name }) => name === destination.name);
      const path = `destinations[${index}]`;
      checkSecret(`${path}.sharedSecret`, destination.sharedSecret, now?.sharedSecret);
      const [single, ...listed] = pairWebhooks(
        [destination.webhookUrl, ...destination.webhooks.map(({ url }) => url)],
        [{ url: now?.webhookUrl ?? '', headers: {} }, ...(now?.webhooks ?? [])],
        (at) => [
          'destinations',
          index,
          ...(at === 0 ? ['webhookUrl'] : ['webhooks', at - 1, 'url']),
        ],
      );
      return {
        ...destination,
        webhookUrl: single?.url ?? destination.webhookUrl,
        webhooks: destination.webhooks.map(({ url, headers }, at) => ({
          url: listed[at]?.url ?? url,
          headers: restoreHeaders(headers, listed[at]?.headers ?? {}, `${path}.webhooks[${at}]`),
        })),
      };
    },
    receiver(receiver: Receiver, index: number): Receiver {
      const now = current.receivers.find(({ name }) => name === receiver.name);
      const path = `receivers[${index}]`;
      checkSecret(`${path}.secret`, receiver.secret, now?.secret);
      // Steps have no names. If their number changed, a step may not be the same one.
      const isSameCount = now?.steps.length === receiver.steps.length;
      const shown = now && isSameCount ? redactReceiver(redaction, now).steps : [];
      const steps = receiver.steps.map((step, at) => {
        if (!('headers' in step)) return step;
        const before = isDeepStrictEqual(shown[at], step) ? now?.steps[at] : undefined;
        const known = before !== undefined && 'headers' in before ? before.headers : {};
        return { ...step, headers: restoreHeaders(step.headers, known, `${path}.steps[${at}]`) };
      });
      return { ...receiver, steps };
    },
    omitted: omitted as readonly string[],
  };
}
