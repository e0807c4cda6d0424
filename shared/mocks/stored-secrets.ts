/** Where stored secrets are sent as they are, so that no change by others sends one elsewhere (D61). */

import { type Webhook, webhooksOf } from '#shared/connections/destination.ts';
import { portOf, requestedUrl } from '#shared/kit/webhook-url.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { mockNameIn } from './mock.ts';

interface Setup {
  readonly destinations: readonly {
    readonly profile: string | ProviderProfile;
    readonly sharedSecret: string;
    readonly webhookUrl: string;
    readonly webhooks: readonly Webhook[];
  }[];
  readonly mocks: readonly {
    readonly name: string;
    readonly url: string | null;
    readonly forward: { readonly url: string } | null;
  }[];
}

/** Whether requests with this profile have the secret itself. */
export const sendsToken = (destination: { readonly profile: string | ProviderProfile }): boolean =>
  profileOf(destination).signature.kind === 'token';

/** URLs that a stored secret is sent to: a token, or static headers. */
const urlsWithSecrets = ({ destinations }: Setup): readonly string[] =>
  destinations.flatMap((destination) => {
    const hasToken = destination.sharedSecret !== '' && sendsToken(destination);
    return webhooksOf(destination)
      .filter(({ headers }) => hasToken || Object.keys(headers).length > 0)
      .map(({ url }) => url);
  });

/**
 * Whether a stored secret reaches the mock endpoint with a name, existing or not, also by others that forward it.
 * Only the path of a URL counts: a port has many addresses. Another path at such a port may lead to any mock endpoint.
 */
export function createSecretReceivers(setup: Setup): (mockName: string) => boolean {
  const { mocks } = setup;
  const ports = new Set(mocks.flatMap(({ url }) => (url === null ? [] : [portOf(new URL(url))])));
  const names = new Set<string>();
  let areAll = false;
  const reaches = (name: string): boolean => areAll || names.has(name.toLowerCase());
  const urls = new Set(urlsWithSecrets(setup));
  // A set also visits what is added meanwhile.
  for (const url of urls) {
    if (URL.parse(url) === null) continue;
    const name = mockNameIn(requestedUrl(url).target);
    if (name !== null) names.add(name.toLowerCase());
    else if (ports.has(portOf(new URL(url)))) areAll = true;
    else continue;
    for (const mock of mocks)
      if (mock.forward !== null && reaches(mock.name)) urls.add(mock.forward.url);
  }
  return reaches;
}
