/** Longest webhook URL; longer ones are cut off by many servers and proxies. */
const maxUrlLength = 2_048;

/** Why `url` cannot be sent to, as a sentence; null when it can (spec 2.2: full URL with protocol). */
export function webhookUrlProblem(url: string): string | null {
  if (url.length > maxUrlLength)
    return `Webhook URL is too long: at most ${maxUrlLength} characters.`;
  if (/\s/.test(url)) return 'Webhook URL holds white space: remove it or write it as %20.';
  if (!/^https?:\/\//i.test(url))
    return 'Webhook URL must be a full URL that begins with http:// or https://.';
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '')
    return 'Webhook URL cannot be read as a URL: check the host name and the port.';
  if (parsed.username !== '' || parsed.password !== '')
    return 'Webhook URL must not hold a user name or password: put them into a static Authorization header.';
  if (parsed.hash !== '')
    return 'Webhook URL must not hold a fragment (#…): it is never sent to a server.';
  return null;
}
