/**
 * Hookwright's own ingestion endpoints. No webhook may point to one: each event would loop forever
 * (D50).
 */

import { type AddressInfo, BlockList, isIPv6 } from 'node:net';
import { hostname as hostName, networkInterfaces } from 'node:os';
import { isLoopback } from '#shared/kit/loopback.ts';
import { portOf } from '#shared/kit/webhook-url.ts';

export interface OwnEndpoints {
  /** Whether a connection to this address ends at one of them. */
  includes(address: string, port: number): boolean;
  /** Whether a URL points to one of them, as far as this is known without a DNS lookup. */
  isReachedBy(url: string): boolean;
  /** Adds one that listens. Returns how it is removed. */
  add(listening: AddressInfo): () => void;
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

const isUnspecified = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** Addresses of this machine. */
const interfaceAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));

/** Addresses that reach a listener. A BlockList also matches IPv4-mapped IPv6 addresses. */
function reachedBy(listening: string): BlockList {
  const list = new BlockList();
  const add = (address: string) => list.addAddress(address, family(address));
  add(listening);
  // Connecting to an unspecified address connects to loopback.
  if (listening === '127.0.0.1' || listening === '::') add('0.0.0.0');
  if (listening === '::1') add('::');
  if (!isUnspecified(listening)) return list;
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  if (listening === '::') add('::1');
  for (const address of interfaceAddresses())
    if (listening === '::' || family(address) === 'ipv4') add(address);
  return list;
}

/** Addresses of a host that need no lookup. Other names are checked when connecting. */
function addressesOf(host: string): readonly string[] {
  const name = host.replace(/^\[|\]$|\.$/g, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  if (name === hostName().toLowerCase()) return interfaceAddresses();
  return /^[\d.]+$|:/.test(name) ? [name] : [];
}

/** Whether a host is this machine, by any of its addresses. */
export const isThisMachine = (host: string): boolean =>
  isLoopback(host) ||
  addressesOf(host).some(
    (address) => isUnspecified(address) || interfaceAddresses().includes(address),
  );

export function createOwnEndpoints(): OwnEndpoints {
  const listeners = new Set<AddressInfo>();
  const includes = (address: string, port: number): boolean =>
    [...listeners].some(
      (listener) =>
        listener.port === port && reachedBy(listener.address).check(address, family(address)),
    );
  return {
    includes,
    add(listening) {
      listeners.add(listening);
      return () => void listeners.delete(listening);
    },
    isReachedBy(url) {
      const parsed = new URL(url);
      return addressesOf(parsed.hostname).some((address) => includes(address, portOf(parsed)));
    },
  };
}
