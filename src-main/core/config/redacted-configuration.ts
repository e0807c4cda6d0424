/** Redacts secrets of exported configurations and restores existing ones on import. */
import { isDeepStrictEqual } from 'node:util';
import { isRedacted, redactedInUrl } from '#shared/lib/redacted.ts';
import type { Redaction } from '#shared/lib/redaction.ts';
import { setupRedaction } from '#shared/lib/setup-redaction.ts';
import type { Configuration } from '#shared/schemas/configuration.ts';
import { fieldError } from '../app-error.ts';

type Destination = Configuration['destinations'][number];
type Mock = Configuration['mocks'][number];
type Headers = Readonly<Record<string, string>>;
type Webhook = Destination['webhooks'][number];

/** Uses the rules of delivery exports. */
const redactionOf = (configuration: Configuration): Redaction =>
  setupRedaction(configuration, configuration.settings?.headersToRedact);

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

function redactMock(redaction: Redaction, { secret: _secret, ...mock }: Mock): Mock {
  const steps = mock.steps.map((step) =>
    'headers' in step ? { ...step, headers: redactedHeaders(redaction, step.headers) } : step,
  );
  return { ...mock, steps };
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
  const { sources, destinations, mocks } = configuration;
  const redactedConfiguration = {
    ...configuration,
    sources: sources.map(({ writeKey: _key, ...source }) => source),
    destinations: destinations.map((destination) => redactDestination(redaction, destination)),
    mocks: mocks.map((mock) => redactMock(redaction, mock)),
  };
  const redacted = changedFields(configuration, redactedConfiguration);
  return redacted.length === 0
    ? redactedConfiguration
    : { ...redactedConfiguration, redacted: [...redacted] };
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
    existing: readonly Webhook[],
    pathOf: (at: number) => (string | number)[],
  ): readonly (Webhook | undefined)[] {
    const unmatched = new Set(existing);
    const exactMatches = urls.map((url, at) => {
      const match = [...unmatched].find(
        (webhook) => webhook.url === url && (webhook === existing[0]) === (at === 0),
      );
      if (match !== undefined) unmatched.delete(match);
      return match;
    });
    return urls.map((url, at) => {
      if (!isRedacted(url)) return exactMatches[at];
      const sameUrls = urls.flatMap((otherUrl, index) => (otherUrl === url ? [index] : []));
      const candidates = [...unmatched].filter(
        (webhook) => redactUrl(redaction, webhook.url) === url,
      );
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
  function checkSecret(
    path: string,
    secret: string | undefined,
    existing: string | undefined,
  ): void {
    if (secret === undefined && (existing ?? '') === '' && redacted.includes(path))
      omitted.push(path);
  }

  function restoreHeaders(
    headers: Headers,
    existingHeaders: Headers,
    path: string,
  ): Record<string, string> {
    const valueByName = new Map(
      Object.entries(existingHeaders).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => {
        const restored = isRedacted(value) ? valueByName.get(name.toLowerCase()) : value;
        if (restored !== undefined) return [[name, restored]];
        omitted.push(`${path}.headers.${name}`);
        return [];
      }),
    );
  }

  return {
    /** Throws an AppError for a URL whose secret is unknown. */
    destination(destination: Destination, index: number): Destination {
      const existing = current.destinations.find(({ name }) => name === destination.name);
      const path = `destinations[${index}]`;
      checkSecret(`${path}.sharedSecret`, destination.sharedSecret, existing?.sharedSecret);
      const [single, ...listed] = pairWebhooks(
        [destination.webhookUrl, ...destination.webhooks.map(({ url }) => url)],
        [{ url: existing?.webhookUrl ?? '', headers: {} }, ...(existing?.webhooks ?? [])],
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
    mock(mock: Mock, index: number): Mock {
      const existing = current.mocks.find(({ name }) => name === mock.name);
      const path = `mocks[${index}]`;
      checkSecret(`${path}.secret`, mock.secret, existing?.secret);
      // Steps have no names. If their number changed, a step may not be the same one.
      const isSameCount = existing?.steps.length === mock.steps.length;
      const redactedSteps = existing && isSameCount ? redactMock(redaction, existing).steps : [];
      const steps = mock.steps.map((step, at) => {
        if (!('headers' in step)) return step;
        const existingStep = isDeepStrictEqual(redactedSteps[at], step)
          ? existing?.steps[at]
          : undefined;
        const existingHeaders =
          existingStep !== undefined && 'headers' in existingStep ? existingStep.headers : {};
        return {
          ...step,
          headers: restoreHeaders(step.headers, existingHeaders, `${path}.steps[${at}]`),
        };
      });
      return { ...mock, steps };
    },
    omitted: omitted as readonly string[],
  };
}
