/** `localhost` and the names below it, which are always this machine (RFC 6761, 6.3). */
export function isLocalhostName(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Whether a host is this machine. Names that need a lookup don't count, because they can change. */
export const isLoopback = (hostname: string): boolean =>
  isLocalhostName(hostname) ||
  hostname === '[::1]' ||
  // URL parsing normalizes IPv4 addresses, also those in IPv6, to these forms.
  /^127\.\d+\.\d+\.\d+\.?$/.test(hostname) ||
  /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(hostname);
