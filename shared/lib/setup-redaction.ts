/** Redacts the secrets of everything that is set up: sources, destinations and mock endpoints. */
import { createRedaction, type Redaction } from './redaction.ts';

type Headers = Readonly<Record<string, string>>;
type Step = object | { readonly headers: Headers };

export interface Setup {
  readonly sources: readonly { readonly writeKey?: string | undefined }[];
  readonly destinations: readonly {
    readonly sharedSecret?: string | undefined;
    readonly webhookUrl?: string | undefined;
    readonly webhooks: readonly { readonly url: string; readonly headers: Headers }[];
  }[];
  readonly mocks: readonly {
    readonly secret?: string | undefined;
    readonly steps: readonly Step[];
    readonly rules: readonly Step[];
    readonly forward: { readonly url: string } | null;
  }[];
  /** Of the settings: names of headers that only the user knows to be secret. */
  readonly headersToRedact: readonly string[];
}

/** The secrets that are no part of a header or URL. */
const namedSecrets = ({ sources, destinations, mocks }: Setup): readonly string[] =>
  [
    ...sources.map(({ writeKey }) => writeKey),
    ...destinations.map(({ sharedSecret }) => sharedSecret),
    ...mocks.map(({ secret }) => secret),
  ].filter((secret) => secret !== undefined);

/** Learns the secrets in headers and URLs. */
function learnSetup(redaction: Redaction, { destinations, mocks }: Setup): void {
  const learn = (url: string, headers: Headers = {}): void =>
    redaction.learn({ request: { url, headers: Object.entries(headers) } });
  for (const { webhookUrl = '', webhooks } of destinations) {
    learn(webhookUrl);
    for (const { url, headers } of webhooks) learn(url, headers);
  }
  for (const { steps, rules, forward } of mocks) {
    learn(forward?.url ?? '');
    for (const step of [...steps, ...rules]) if ('headers' in step) learn('', step.headers);
  }
}

/** Learns all secrets first, so that the order of what is redacted doesn't matter. `more` is redacted, too. */
export function setupRedaction(
  setup: Setup,
  more: { readonly secrets: readonly string[]; readonly headers: readonly string[] } = {
    secrets: [],
    headers: [],
  },
): Redaction {
  const redaction = createRedaction(
    [...namedSecrets(setup), ...more.secrets],
    [...setup.headersToRedact, ...more.headers],
  );
  learnSetup(redaction, setup);
  return redaction;
}
