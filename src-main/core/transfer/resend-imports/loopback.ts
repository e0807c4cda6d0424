/** Whether a host is this machine itself, by its name alone: a name that is looked up can change. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    // A URL writes every spelling of an IPv4 address in this one form.
    /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}
