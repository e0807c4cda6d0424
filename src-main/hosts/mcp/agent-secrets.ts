/** What agents never get (D61): more than other texts leave out. */
import { isDeepStrictEqual } from 'node:util';
import type { ContractClient } from '#shared/contract.ts';
import type { KnownSecrets } from '#shared/deliveries/redaction.ts';
import { builtInProfiles, signatureHeaders } from '#shared/profiles/profiles.ts';

/**
 * Headers that are shown, in lower case: those that HTTP and built-in profiles set. Any other may be static with a
 * secret, also that of a destination which no longer exists.
 */
export const shownNames: ReadonlySet<string> = new Set(
  [
    ...['host', 'connection', 'content-length', 'content-encoding', 'transfer-encoding', 'date'],
    ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'sec-fetch-mode'],
    ...builtInProfiles.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase())),
  ].filter((name) => !signatureHeaders.has(name)),
);

/** With the static headers of all destinations. A receiver may repeat them in other deliveries. */
function withStaticHeaders({ headerNames, requests, ...known }: KnownSecrets): KnownSecrets {
  const names = requests
    // Mock endpoints have headers, but no URL with them.
    .filter(({ url }) => url !== '')
    .flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase()))
    .filter((name) => !shownNames.has(name));
  return { ...known, requests, headerNames: [...new Set([...headerNames, ...names])] };
}

/** What a client read last. */
const lastRead = new WeakMap<ContractClient, KnownSecrets>();

/** The same object as long as nothing changes, so that secrets are encoded once. */
export async function readAgentSecrets(client: ContractClient): Promise<KnownSecrets> {
  const known = withStaticHeaders(await client.settings.secrets());
  const last = lastRead.get(client);
  if (last !== undefined && isDeepStrictEqual(last, known)) return last;
  lastRead.set(client, known);
  return known;
}
