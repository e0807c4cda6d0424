/** Redacts secrets of exported configurations and restores existing ones on import. */
import { isDeepStrictEqual } from 'node:util';
import { fieldError } from '#main/kit/app-error.ts';
import { mapYielding } from '#main/kit/yield-to-event-loop.ts';
import {
  type Destination as CurrentDestination,
  webhooksOf,
} from '#shared/connections/destination.ts';
import { type KnownSecrets, knownRedaction, type Redaction } from '#shared/deliveries/redaction.ts';
import { isJsonObject } from '#shared/kit/exact-json.ts';
import { isRedacted, redactedInUrl } from '#shared/kit/redacted.ts';
import type { Mock as CurrentMock } from '#shared/mocks/mock.ts';
import { createSecretReceivers, sendsToken } from '#shared/mocks/stored-secrets.ts';
import { type Configuration, maxRedacted } from '#shared/settings/configuration.ts';

type Destination = Configuration['destinations'][number];
type StoredDestination = Pick<
  CurrentDestination,
  'name' | 'profile' | 'sharedSecret' | 'webhookUrl' | 'webhooks'
>;
type StoredMock = Pick<CurrentMock, 'name' | 'url' | 'forward'>;
type Mock = Configuration['mocks'][number];
/** A step, or a rule. */
type Response = Mock['steps'][number] & { readonly match?: unknown };
type Forward = NonNullable<Mock['forward']>;
type Headers = Readonly<Record<string, string>>;
type Profile = Destination['profile'];
type Webhook = Destination['webhooks'][number];

/** Keeps the host even if it contains a known secret. Otherwise, the result would not be a URL. */
export function redactUrl(redaction: Redaction, url: string): string {
  const [, scheme, user = '', host, rest = ''] =
    /^(https?:\/\/)([^/?#\\]*@)?([^/?#\\]*)(.*)$/is.exec(url) ?? [];
  if (scheme === undefined || host === undefined) return redaction.url(url);
  return `${scheme}${user && `${redactedInUrl}@`}${host}${redaction.url(rest)}`;
}

const redactedHeaders = (redaction: Redaction, headers: Headers): Record<string, string> =>
  Object.fromEntries(redaction.headers(Object.entries(headers)));

/** Headers of a profile of one's own may have any name. */
const redactProfile = (redaction: Redaction, profile: Profile): Profile =>
  typeof profile === 'string'
    ? profile
    : {
        ...profile,
        headers: redaction.headers(profile.headers).map(([name, text]) => [name, text]),
      };

function redactDestination(redaction: Redaction, destination: Destination): Destination {
  const { sharedSecret: _secret, ...settings } = destination;
  return {
    ...settings,
    profile: redactProfile(redaction, destination.profile),
    ...(destination.webhookUrl === undefined
      ? {}
      : { webhookUrl: redactUrl(redaction, destination.webhookUrl) }),
    webhooks: destination.webhooks.map(({ url, headers }) => ({
      url: redactUrl(redaction, url),
      headers: redactedHeaders(redaction, headers),
    })),
  };
}

/** Redacts known secrets, and those in URLs, in all texts of a pattern. The types in `$any` are no texts. */
function redactTexts(redaction: Redaction, value: unknown): unknown {
  if (typeof value === 'string') return redaction.text(value);
  if (Array.isArray(value)) return value.map((item) => redactTexts(redaction, item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === '$any' ? item : redactTexts(redaction, item),
    ]),
  );
}

const redactResponse = <One extends Response>(redaction: Redaction, response: One): One => ({
  ...response,
  headers: redactedHeaders(redaction, response.headers),
  body: redaction.text(response.body),
  ...('match' in response && { match: redactTexts(redaction, response.match) }),
});

async function redactMock(redaction: Redaction, { secret: _secret, ...mock }: Mock): Promise<Mock> {
  const { steps, rules, forward } = mock;
  return {
    ...mock,
    steps: await mapYielding(steps, (step) => redactResponse(redaction, step)),
    rules: await mapYielding(rules, (rule) => redactResponse(redaction, rule)),
    forward: forward && { ...forward, url: redactUrl(redaction, forward.url) },
  };
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

/** Uses the rules of delivery exports. `known` includes secrets of deleted items. */
export async function withoutSecrets(
  configuration: Configuration,
  known: KnownSecrets,
): Promise<Configuration> {
  const redaction = knownRedaction(known);
  const { sources, destinations, mocks } = configuration;
  const redactedConfiguration = {
    ...configuration,
    sources: sources.map(({ writeKey: _key, ...source }) => source),
    destinations: await mapYielding(destinations, (destination) =>
      redactDestination(redaction, destination),
    ),
    mocks: await mapYielding(mocks, (mock) => redactMock(redaction, mock)),
  };
  const redacted = changedFields(configuration, redactedConfiguration);
  return redacted.length === 0
    ? redactedConfiguration
    : { ...redactedConfiguration, redacted: redacted.slice(0, maxRedacted) };
}

const unknownSecret =
  'The secret in this URL was redacted when the file was exported. Enter the whole URL.';

/** A stored secret is sent as it is only with the profile and to the URLs that it is stored with (D61). */
function checkTokenUse(destination: Destination, existing: Destination, index: number): void {
  if (destination.sharedSecret !== undefined || (existing.sharedSecret ?? '') === '') return;
  if (!sendsToken(destination)) return;
  const known = new Set(webhooksOf(existing).map(({ url }) => url));
  const isSame = isDeepStrictEqual(destination.profile, existing.profile);
  if (isSame && webhooksOf(destination).every(({ url }) => known.has(url))) return;
  throw fieldError(
    ['destinations', index, 'sharedSecret'],
    'The stored secret is a token, which is only for the current profile and URLs of the destination.',
    'Add sharedSecret.',
  );
}

/** A destination with only those secrets that a file doesn't contain. */
function unknownTo(
  destination: StoredDestination,
  configured: Destination | undefined,
): StoredDestination {
  if (configured === undefined) return destination;
  const hasRedactedHeaders = configured.webhooks.some(({ headers }) =>
    Object.values(headers).some(isRedacted),
  );
  return {
    ...destination,
    sharedSecret: configured.sharedSecret === undefined ? destination.sharedSecret : '',
    webhooks: hasRedactedHeaders
      ? destination.webhooks
      : destination.webhooks.map(({ url }) => ({ url, headers: {} })),
  };
}

/** A mock endpoint passes on what it gets: no file sends a stored secret to another URL by one (D61). */
export function checkForwards(
  desired: readonly Mock[],
  configuration: Configuration,
  destinations: readonly StoredDestination[],
  mocks: readonly StoredMock[],
): void {
  const configured = new Map(configuration.destinations.map((item) => [item.name, item]));
  const receivesSecret = createSecretReceivers({
    destinations: destinations.map((item) => unknownTo(item, configured.get(item.name))),
    mocks,
  });
  const existing = new Map(mocks.map((mock) => [mock.name, mock]));
  desired.forEach(({ name, forward }, index) => {
    if (forward === null || forward.url === existing.get(name)?.forward?.url) return;
    if (receivesSecret(name))
      throw fieldError(
        ['mocks', index, 'forward', 'url'],
        'A destination sends a stored secret to this mock endpoint, and forwarding would send it to another URL.',
        'Add sharedSecret and all headers of the destination, or change the URL in the interface.',
      );
  });
}

/** Replaces the redacted values of a file with existing ones, which are redacted alike. */
export function createRestore(
  current: Configuration,
  known: KnownSecrets,
  redacted: readonly string[],
) {
  const redaction = knownRedaction(known);
  const redactedPaths = new Set(redacted);
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
          ? unknownSecret
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
    if (secret === undefined && (existing ?? '') === '' && redactedPaths.has(path))
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

  /**
   * Responses have no names. If their number or one of them changed, it may not be the same one. Other
   * texts than headers are kept without their secret.
   */
  function restoreResponses<One extends Response>(
    responses: readonly One[],
    existing: readonly One[] = [],
    path: string,
  ): Promise<One[]> {
    return mapYielding(responses, (response, at) => {
      const same = existing.length === responses.length ? existing[at] : undefined;
      if (same !== undefined && isDeepStrictEqual(redactResponse(redaction, same), response))
        return same;
      const { body, match } = response;
      if (isRedacted(body)) omitted.push(`${path}[${at}].body`);
      if (isRedacted(JSON.stringify(match ?? null))) omitted.push(`${path}[${at}].match`);
      const headers = restoreHeaders(response.headers, {}, `${path}[${at}]`);
      return { ...response, headers };
    });
  }

  function restoreForward(
    forward: Forward,
    existing: Forward | null | undefined,
    index: number,
  ): Forward {
    const { url } = forward;
    if (!isRedacted(url)) return forward;
    if (existing && redactUrl(redaction, existing.url) === url)
      return { ...forward, url: existing.url };
    throw fieldError(['mocks', index, 'forward', 'url'], unknownSecret);
  }

  /** A redacted header of a changed profile is kept without its secret. */
  function restoreProfile(profile: Profile, existing: Profile | undefined, path: string): Profile {
    if (existing && isDeepStrictEqual(redactProfile(redaction, existing), profile)) return existing;
    if (typeof profile !== 'string')
      profile.headers.forEach(([, text], at) => {
        if (isRedacted(text)) omitted.push(`${path}.headers[${at}][1]`);
      });
    return profile;
  }

  return {
    /** Throws an AppError for a URL whose secret is unknown, and a secret that would be sent elsewhere. */
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
      const restored: Destination = {
        ...destination,
        profile: restoreProfile(destination.profile, existing?.profile, `${path}.profile`),
        webhookUrl: single?.url ?? destination.webhookUrl,
        webhooks: destination.webhooks.map(({ url, headers }, at) => ({
          url: listed[at]?.url ?? url,
          headers: restoreHeaders(headers, listed[at]?.headers ?? {}, `${path}.webhooks[${at}]`),
        })),
      };
      if (existing !== undefined) checkTokenUse(restored, existing, index);
      return restored;
    },
    /** Throws an AppError for a URL whose secret is unknown. */
    async mock(mock: Mock, index: number): Promise<Mock> {
      const existing = current.mocks.find(({ name }) => name === mock.name);
      const path = `mocks[${index}]`;
      checkSecret(`${path}.secret`, mock.secret, existing?.secret);
      return {
        ...mock,
        steps: await restoreResponses(mock.steps, existing?.steps, `${path}.steps`),
        rules: await restoreResponses(mock.rules, existing?.rules, `${path}.rules`),
        forward: mock.forward && restoreForward(mock.forward, existing?.forward, index),
      };
    },
    omitted: omitted as readonly string[],
  };
}
