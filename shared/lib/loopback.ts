/**
 * Whether a host name is this machine. Names that need a lookup don't count, because they can
 * change.
 */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    // URL parsing normalizes IPv4 addresses to this form.
    /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}
