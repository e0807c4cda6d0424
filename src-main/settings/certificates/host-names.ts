/**
 * Names of this machine in certificates. The development CA is constrained to local names (D51,
 * RFC 5280 4.2.1.10), so its key can't impersonate other hosts to clients that trust it.
 */
import { BlockList, isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { AsnConvert } from '@peculiar/asn1-schema';
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509';
import { isWildcard } from '#main/kit/listen.ts';

/** Each includes its subdomains (RFC 5280, 4.2.1.10). */
const localNames = ['localhost', 'host.docker.internal'];

/** Loopback, private (RFC 1918, RFC 4193) and link-local addresses. */
const localRanges = [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const;

const localAddresses = new BlockList();
for (const [address, prefix, family] of localRanges)
  localAddresses.addSubnet(address, prefix, family);

/** This machine's name. Null if it isn't valid in certificates, such as `my_machine`. */
export function ownHostName(): string | null {
  const name = hostname().toLowerCase();
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
  return new RegExp(`^${label}(?:\\.${label})*$`).test(name) && isIP(name) === 0 ? name : null;
}

/**
 * Whether a machine's name may be in a CA of this machine. The machine may have been renamed, so other
 * names that no one else can own are accepted.
 */
export const isOwnHostName = (name: string | null): boolean =>
  name === null || !name.includes('.') || name.endsWith('.local') || name === ownHostName();

/** If the machine's name is `dev` or `app`, subdomains would belong to a top-level domain. */
const isSingleLabel = (name: string): boolean => !name.includes('.') && !localNames.includes(name);

const permittedNames = (hostName: string | null): readonly string[] =>
  hostName === null ? localNames : [...localNames, hostName];

/** Whether a CA created on a machine with this host name may sign for `host`. */
export function isPermitted(host: string, hostName: string | null): boolean {
  const version = isIP(host);
  if (version !== 0) return localAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return permittedNames(hostName).some(
    (name) => host === name || (!isSingleLabel(name) && host.endsWith(`.${name}`)),
  );
}

/** Names and addresses that clients may use to reach a listener on `host`. */
export function reachableBy(host: string): string[] {
  const own = isWildcard(host)
    ? Object.values(networkInterfaces()).flatMap((list) =>
        (list ?? []).map(({ address }) => address),
      )
    : [host];
  const names = permittedNames(ownHostName());
  return [...new Set([...names, '127.0.0.1', '::1', ...own])];
}

const subtrees = (names: readonly GeneralName[]): GeneralSubtrees =>
  new GeneralSubtrees(names.map((base) => new GeneralSubtree({ base })));

/** Name constraints as DER. In OpenSSL, a leading dot matches subdomains only. */
export function nameConstraints(hostName: string | null): ArrayBuffer {
  const names = [
    ...permittedNames(hostName).map((dNSName) => new GeneralName({ dNSName })),
    ...localRanges.map(
      ([address, prefix]) => new GeneralName({ iPAddress: `${address}/${prefix}` }),
    ),
  ];
  const constraints = new NameConstraints({
    permittedSubtrees: subtrees(names),
    ...(hostName !== null && isSingleLabel(hostName)
      ? { excludedSubtrees: subtrees([new GeneralName({ dNSName: `.${hostName}` })]) }
      : {}),
  });
  return AsnConvert.serialize(constraints);
}
