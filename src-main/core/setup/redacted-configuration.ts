/** Omits the secrets of a configuration on export, and keeps existing ones when it is applied. */
import { isRedacted } from '#shared/lib/redacted.ts';
import { createRedaction, type Redaction } from '#shared/lib/redaction.ts';
import type { Configuration } from '#shared/schemas/configuration.ts';
import { refusedField } from '../refusal.ts';

type Destination = Configuration['destinations'][number];
type Receiver = Configuration['receivers'][number];
type Headers = Readonly<Record<string, string>>;

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

const redactedHeaders = (redaction: Redaction, headers: Headers): Record<string, string> =>
  Object.fromEntries(redaction.headers(Object.entries(headers)));

function redactDestination(redaction: Redaction, destination: Destination): Destination {
  const { sharedSecret: _secret, ...settings } = destination;
  return {
    ...settings,
    ...(destination.webhookUrl === undefined
      ? {}
      : { webhookUrl: redaction.url(destination.webhookUrl) }),
    webhooks: destination.webhooks.map(({ url, headers }) => ({
      url: redaction.url(url),
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

/** The fields whose values differ, such as `destinations[0].webhooks[1].url`. */
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
    destinations: destinations.map((one) => redactDestination(redaction, one)),
    receivers: receivers.map((one) => redactReceiver(redaction, one)),
  };
  const redacted = changedFields(configuration, shown);
  return redacted.length === 0 ? shown : { ...shown, redacted: [...redacted] };
}

/** Replaces the redacted values of a file with the existing ones. */
export function createRestore(current: Configuration) {
  const redaction = redactionOf(current);
  const leftOut: string[] = [];

  function restoreUrl(url: string, urls: readonly string[], path: (string | number)[]): string {
    if (!isRedacted(url)) return url;
    const known = urls.find((one) => redaction.url(one) === url);
    if (known !== undefined) return known;
    throw refusedField(
      path,
      'The secret in this URL was redacted when the file was exported. Enter the full URL.',
    );
  }

  function restoreHeaders(headers: Headers, now: Headers, path: string): Record<string, string> {
    const known = new Map(Object.entries(now).map(([name, value]) => [name.toLowerCase(), value]));
    return Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => {
        const restored = isRedacted(value) ? known.get(name.toLowerCase()) : value;
        if (restored !== undefined) return [[name, restored]];
        leftOut.push(`${path}.headers.${name}`);
        return [];
      }),
    );
  }

  return {
    /** Throws a Refusal for a URL whose secret is unknown here. */
    destination(wanted: Destination, index: number): Destination {
      const now = current.destinations.find(({ name }) => name === wanted.name);
      const hooks = now?.webhooks ?? [];
      const urls = [now?.webhookUrl ?? '', ...hooks.map(({ url }) => url)];
      const path = ['destinations', index];
      return {
        ...wanted,
        ...(wanted.webhookUrl === undefined
          ? {}
          : { webhookUrl: restoreUrl(wanted.webhookUrl, urls, [...path, 'webhookUrl']) }),
        webhooks: wanted.webhooks.map((webhook, at) => {
          const url = restoreUrl(webhook.url, urls, [...path, 'webhooks', at, 'url']);
          const before = hooks.find((one) => one.url === url)?.headers ?? {};
          const named = `destinations[${index}].webhooks[${at}]`;
          return { url, headers: restoreHeaders(webhook.headers, before, named) };
        }),
      };
    },
    receiver(wanted: Receiver, index: number): Receiver {
      const now = current.receivers.find(({ name }) => name === wanted.name);
      const steps = wanted.steps.map((step, at) => {
        if (!('headers' in step)) return step;
        const before = now?.steps[at];
        const known = before !== undefined && 'headers' in before ? before.headers : {};
        const path = `receivers[${index}].steps[${at}]`;
        return { ...step, headers: restoreHeaders(step.headers, known, path) };
      });
      return { ...wanted, steps };
    },
    leftOut: leftOut as readonly string[],
  };
}
